import { saveSetting } from '#backoffice/staff-storage.ts'
import { LANGUAGE_CHOSEN } from '#backoffice/kit/sign-in/page-language.ts'
import { useBackofficeLanguage, useSignInTranslate } from '#backoffice/i18n/translator.tsx'

import css from './LanguageLinks.module.css'
import { languages, STAFF_LANGUAGES, type StaffLanguage } from '#domain/language.ts'

const storeLanguage = (language: StaffLanguage) => saveSetting(LANGUAGE_CHOSEN, language)

/** Before sign-in, the language choice is stored in the browser. */
export function LanguageLinks({
  onChoice = storeLanguage,
}: {
  onChoice?: (language: StaffLanguage) => void
}) {
  const t = useSignInTranslate()
  const { language, setLanguage } = useBackofficeLanguage()
  return (
    <div className={css.languages} role="group" aria-label={t('language')}>
      {STAFF_LANGUAGES.map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice}
          aria-pressed={choice === language}
          onClick={() => {
            onChoice(choice)
            void setLanguage(choice)
          }}
        >
          {languages[choice].label}
        </button>
      ))}
    </div>
  )
}
