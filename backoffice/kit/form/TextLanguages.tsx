import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages, type Language } from '#domain/language.ts'

import css from './TextLanguages.module.css'

type Choice = { language?: Language; compare?: Language | null }

type TextLanguagesProps = {
  languages: readonly Language[]
  language: Language
  /** The language beside it. */
  compare: Language | null
  /** Unsaved input or a missing text, in words and as a dot. */
  signOf: (language: Language) => { kind: 'typed' | 'missing'; text: string } | null
  onChoose: (choice: Choice) => void
  /** Shows the languages that are left out. */
  onAll?: (() => void) | undefined
}

/** One button a language of the texts that are edited, and the choice of a second language beside it. */
export function TextLanguages(props: TextLanguagesProps) {
  const { languages, language, compare, onChoose, onAll } = props
  const t = useTranslate()
  return (
    <div className={css.choice}>
      <div className={css.tabs} role="group" aria-label={t('languages')}>
        {languages.map((one) => (
          <LanguageButton key={one} {...props} one={one} />
        ))}
        {onAll && languages.length < allLanguages.length ? (
          <button type="button" className={css.other} onClick={onAll}>
            {t('languagesOther')}
          </button>
        ) : null}
      </div>
      {languages.length > 1 ? (
        <label className={css.compare}>
          <span>{t('compareWith')}</span>
          <select
            value={compare ?? ''}
            onChange={({ target }) =>
              onChoose({ compare: languages.find((one) => one === target.value) ?? null })
            }
          >
            <option value="">{t('compareNone')}</option>
            {languages
              .filter((one) => one !== language)
              .map((one) => (
                <option key={one} value={one}>
                  {t(`in.${one}`)}
                </option>
              ))}
          </select>
        </label>
      ) : null}
    </div>
  )
}

/** The language beside it changes places with it. */
function LanguageButton({
  one,
  language,
  compare,
  signOf,
  onChoose,
}: TextLanguagesProps & { one: Language }) {
  const t = useTranslate()
  const sign = signOf(one)
  return (
    <button
      type="button"
      aria-pressed={one === language}
      onClick={() => onChoose({ language: one, ...(one === compare ? { compare: language } : {}) })}
    >
      {t(`in.${one}`)}
      {sign ? (
        <>
          <span className={css[sign.kind]} aria-hidden="true" />
          <span className="visually-hidden"> ({sign.text})</span>
        </>
      ) : null}
    </button>
  )
}
