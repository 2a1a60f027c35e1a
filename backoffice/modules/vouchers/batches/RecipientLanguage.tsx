import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { allLanguages, type Language } from '#domain/language.ts'

export type LanguageChoice = '' | Language

/** The language of a recipient's mails. Default: the channel's language. */
export function RecipientLanguage({
  value,
  onChange,
}: {
  value: LanguageChoice
  onChange: (language: LanguageChoice) => void
}) {
  const t = useTranslate()
  return (
    <FormSelect
      label={t('language')}
      value={value}
      onChange={({ target }) => onChange(target.value as LanguageChoice)}
    >
      <option value="">{t('languageOfChannel')}</option>
      {allLanguages.map((language) => (
        <option key={language} value={language}>
          {t(`in.${language}`)}
        </option>
      ))}
    </FormSelect>
  )
}
