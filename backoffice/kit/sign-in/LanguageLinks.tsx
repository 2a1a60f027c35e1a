import { keep } from '#backoffice/staff-storage.ts'
import { CHOSEN_AT_THE_DOOR } from '#backoffice/kit/sign-in/page-language.ts'
import {
  DESK_LANGUAGES,
  type DeskLanguage,
  useDeskLanguage,
  useDoorSay,
} from '#backoffice/i18n/translator.tsx'

import css from './LanguageLinks.module.css'

export const LANGUAGE_NAMES = { nl: 'Nederlands', en: 'English', de: 'Deutsch' } as const

const keepAtTheDoor = (language: DeskLanguage) => keep(CHOSEN_AT_THE_DOOR, language)

/** Before anybody is known, the choice is kept in the browser. */
export function LanguageLinks({
  onChoice = keepAtTheDoor,
}: {
  onChoice?: (language: DeskLanguage) => void
}) {
  const say = useDoorSay()
  const { language, speak } = useDeskLanguage()
  return (
    <div className={css.languages} role="group" aria-label={say('language')}>
      {DESK_LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => {
            onChoice(one)
            void speak(one)
          }}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </div>
  )
}
