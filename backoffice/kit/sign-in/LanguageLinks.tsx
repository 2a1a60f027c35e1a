import { keep } from '#backoffice/staff-storage.ts'
import { LANGUAGE_CHOSEN } from '#backoffice/kit/sign-in/page-language.ts'
import { useBackofficeLanguage, useSignInTranslate } from '#backoffice/i18n/translator.tsx'

import css from './LanguageLinks.module.css'
import { languages, STAFF_LANGUAGES, type StaffLanguage } from '#domain/language.ts'

const keepAtTheDoor = (language: StaffLanguage) => keep(LANGUAGE_CHOSEN, language)

/** Before sign-in, the language choice is stored in the browser. */
export function LanguageLinks({
  onChoice = keepAtTheDoor,
}: {
  onChoice?: (language: StaffLanguage) => void
}) {
  const t = useSignInTranslate()
  const { language, speak } = useBackofficeLanguage()
  return (
    <div className={css.languages} role="group" aria-label={t('language')}>
      {STAFF_LANGUAGES.map((one) => (
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
          {languages[one].label}
        </button>
      ))}
    </div>
  )
}
