import { useQueryClient } from '@tanstack/react-query'

import { languages } from '#domain/language.ts'
import { hostLanguage } from '#storefront/i18n/chosen-language.ts'
import { selectableLanguages } from '#storefront/api/server-data.ts'
import { switchLanguage } from '#storefront/router/switch-language.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import css from './LanguageChoice.module.css'

/** The language choice before sign-in: the other available languages and the host's own. */
export function LanguageChoice() {
  const current = useLanguage()
  const queries = useQueryClient()
  const others = [...new Set([hostLanguage(), ...selectableLanguages()])].filter(
    (code) => code !== current,
  )
  return (
    <div className={css.choice}>
      {others.map((code) => (
        <button
          key={code}
          type="button"
          className={css.other}
          lang={code}
          // If the texts do not load, the page stays as it is.
          onClick={() => void switchLanguage(queries, code)}
        >
          {languages[code].label}
        </button>
      ))}
    </div>
  )
}
