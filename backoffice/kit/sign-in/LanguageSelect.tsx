import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { LANGUAGE_NAMES } from '#backoffice/kit/sign-in/LanguageLinks.tsx'
import {
  BACKOFFICE_LANGUAGES,
  type BackofficeLanguage,
  useSignInTranslate,
} from '#backoffice/i18n/translator.tsx'

/** The user's language. Each language is listed by its own name. */
export function LanguageSelect({
  value,
  onValue,
}: {
  value: BackofficeLanguage
  onValue: (language: BackofficeLanguage) => void
}) {
  const t = useSignInTranslate()
  return (
    <FormSelect
      label={t('language')}
      value={value}
      onChange={({ target }) => onValue(target.value as BackofficeLanguage)}
    >
      {BACKOFFICE_LANGUAGES.map((one) => (
        <option key={one} value={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </FormSelect>
  )
}
