import { keep } from '#backoffice/staff-storage.ts'
import { CHOSEN_AT_THE_DOOR } from '#backoffice/kit/sign-in/page-language.ts'
import {
  BACKOFFICE_LANGUAGES,
  type BackofficeLanguage,
  useBackofficeLanguage,
  useSignInTranslate,
} from '#backoffice/i18n/translator.tsx'

import css from './LanguageLinks.module.css'

export const LANGUAGE_NAMES = { nl: 'Nederlands', en: 'English', de: 'Deutsch' } as const

const keepAtTheDoor = (language: BackofficeLanguage) => keep(CHOSEN_AT_THE_DOOR, language)

/** Before sign-in, the language choice is stored in the browser. */
export function LanguageLinks({
  onChoice = keepAtTheDoor,
}: {
  onChoice?: (language: BackofficeLanguage) => void
}) {
  const t = useSignInTranslate()
  const { language, speak } = useBackofficeLanguage()
  return (
    <div className={css.languages} role="group" aria-label={t('language')}>
      {BACKOFFICE_LANGUAGES.map((one) => (
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
