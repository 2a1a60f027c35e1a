import { DESK_LANGUAGES, useDeskLanguage, useDoorSay } from '#backoffice/words/desk-words.tsx'

import css from './LanguageLinks.module.css'

export const LANGUAGE_NAMES = { nl: 'Nederlands', en: 'English', de: 'Deutsch' } as const

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
          onClick={() => void speak(one)}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </div>
  )
}
