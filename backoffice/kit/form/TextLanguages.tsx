import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
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
  /** Fits in one row: language codes instead of names, and the other languages behind a button. */
  compact?: boolean
}

/** Chooses the language to edit, and a second language to compare with. Choosing the second one swaps them. */
export function TextLanguages(props: TextLanguagesProps) {
  const { languages, language, compare, signOf, onChoose, onAll, compact = false } = props
  const t = useTranslate()
  const others =
    onAll && languages.length < allLanguages.length ? (
      <ActionButton variant="plain" small onClick={onAll}>
        {t('languagesOther')}
      </ActionButton>
    ) : null
  const comparison = languages.length > 1 ? <Comparison {...props} /> : null
  return (
    <div className={css.choice}>
      <div className={css.languages}>
        <ChoiceBar
          label={t('languages')}
          chosen={language}
          choices={languages.map((value) => ({
            value,
            name: t(`in.${value}`),
            ...(compact ? { face: value.toUpperCase() } : {}),
            mark: <LanguageSign sign={signOf(value)} />,
          }))}
          onChoose={(chosen) =>
            onChoose({ language: chosen, ...(chosen === compare ? { compare: language } : {}) })
          }
        />
        {compact ? null : others}
      </div>
      {compact && (others || comparison) ? (
        <Popover
          label={t('languages')}
          triggerClass={actionButtonClass('plain')}
          trigger={
            <>
              <BackofficeIcon name="globe" />
              {compare === null ? (
                <span className="visually-hidden">{t('compareWith')}</span>
              ) : (
                compare.toUpperCase()
              )}
              <BackofficeIcon name="down" />
            </>
          }
        >
          {() => (
            <>
              {comparison}
              {others}
            </>
          )}
        </Popover>
      ) : (
        comparison
      )}
    </div>
  )
}

function Comparison({ languages, language, compare, onChoose }: TextLanguagesProps) {
  const t = useTranslate()
  return (
    <label className={css.compare}>
      <span>{t('compareWith')}</span>
      <select
        value={compare ?? ''}
        onChange={({ target }) =>
          onChoose({ compare: languages.find((choice) => choice === target.value) ?? null })
        }
      >
        <option value="">{t('compareNone')}</option>
        {languages
          .filter((choice) => choice !== language)
          .map((choice) => (
            <option key={choice} value={choice}>
              {t(`in.${choice}`)}
            </option>
          ))}
      </select>
    </label>
  )
}

function LanguageSign({ sign }: { sign: ReturnType<TextLanguagesProps['signOf']> }) {
  if (!sign) return null
  return (
    <>
      <span className={css[sign.kind]} aria-hidden="true" />
      <span className="visually-hidden"> ({sign.text})</span>
    </>
  )
}
