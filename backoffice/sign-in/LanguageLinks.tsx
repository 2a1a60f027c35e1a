import { keep } from '#backoffice/desk-storage.ts'
import { DESK_LANGUAGES, useDeskLanguage, useDoorSay } from '#backoffice/words/desk-words.tsx'

import css from './LanguageLinks.module.css'

export const LANGUAGE_NAMES = { nl: 'Nederlands', en: 'English', de: 'Deutsch' } as const

/** Where it is stored that somebody chose a language here: a sign-in elsewhere loads the page anew. */
export const CHOSEN_AT_THE_DOOR = 'language-chosen'

/** Before anybody is known, the language is the browser's. */
export function LanguageLinks() {
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
            keep(CHOSEN_AT_THE_DOOR, one)
            void speak(one)
          }}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </div>
  )
}
