import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { allLanguages } from '#domain/language.ts'

import css from './LanguageMarks.module.css'

/** All languages, with the missing ones crossed out. Screen readers get a sentence instead. */
export function LanguageMarks({ filled }: { filled: readonly string[] }) {
  const t = useTranslate()
  const missing = allLanguages.filter((language) => !filled.includes(language))
  const text =
    missing.length === 0 ? t('allLanguages') : t('noTextIn', { languages: missing.join(', ') })
  return (
    <span className={css.marks}>
      <span className="visually-hidden">{text}</span>
      {allLanguages.map((language) => (
        <span
          key={language}
          aria-hidden="true"
          className={classNames(css.mark, !filled.includes(language) && css.missing)}
        >
          {language}
        </span>
      ))}
    </span>
  )
}
