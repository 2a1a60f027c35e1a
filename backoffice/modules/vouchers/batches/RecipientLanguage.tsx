import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'
import { allLanguages, type Language } from '#domain/language.ts'

export type PersonLanguage = '' | Language

/** In which language somebody is written to: the channel's own where nobody says. */
export function LanguageOfPerson({
  value,
  onChange,
}: {
  value: PersonLanguage
  onChange: (language: PersonLanguage) => void
}) {
  const say = useSay()
  return (
    <FormSelect
      label={say('language')}
      value={value}
      onChange={({ target }) => onChange(target.value as PersonLanguage)}
    >
      <option value="">{say('languageOfChannel')}</option>
      {allLanguages.map((language) => (
        <option key={language} value={language}>
          {say(`in.${language}`)}
        </option>
      ))}
    </FormSelect>
  )
}
