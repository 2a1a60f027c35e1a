import { DeskSelect } from '#backoffice/kit/form/FormField.tsx'
import { LANGUAGE_NAMES } from '#backoffice/kit/sign-in/LanguageLinks.tsx'
import { DESK_LANGUAGES, type DeskLanguage, useDoorSay } from '#backoffice/i18n/translator.tsx'

/** The language that somebody reads here, each by its own name. */
export function LanguageSelect({
  value,
  onValue,
}: {
  value: DeskLanguage
  onValue: (language: DeskLanguage) => void
}) {
  const say = useDoorSay()
  return (
    <DeskSelect
      label={say('language')}
      value={value}
      onChange={({ target }) => onValue(target.value as DeskLanguage)}
    >
      {DESK_LANGUAGES.map((one) => (
        <option key={one} value={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </DeskSelect>
  )
}
