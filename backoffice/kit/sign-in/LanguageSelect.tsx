import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import { STAFF_LANGUAGES, type StaffLanguage, languages } from '#domain/language.ts'

/** The user's language. Each language is listed by its own name. */
export function LanguageSelect({
  value,
  onValue,
}: {
  value: StaffLanguage
  onValue: (language: StaffLanguage) => void
}) {
  const t = useSignInTranslate()
  return (
    <FormSelect
      label={t('language')}
      value={value}
      onChange={({ target }) => onValue(target.value as StaffLanguage)}
    >
      {STAFF_LANGUAGES.map((language) => (
        <option key={language} value={language}>
          {languages[language].label}
        </option>
      ))}
    </FormSelect>
  )
}
