import { useQueryClient } from '@tanstack/react-query'

import { languageOf, languages } from '#domain/language.ts'
import { hostLanguage } from '#storefront/i18n/chosen-language.ts'
import { givenSite } from '#storefront/api/server-data.ts'
import { switchLanguage } from '#storefront/router/switch-language.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import css from './LanguageChoice.module.css'

/** For whoever is not logged in yet: the other languages that may be chosen, and always the host's own to go back to. */
export function LanguageChoice() {
  const current = useLanguage()
  const queries = useQueryClient()
  const selectable = givenSite().languages.flatMap(({ code, selectable }) =>
    selectable ? (languageOf(code) ?? []) : [],
  )
  const others = [...new Set([hostLanguage(), ...selectable])].filter((code) => code !== current)
  return (
    <div className={css.choice}>
      {others.map((code) => (
        <button
          key={code}
          type="button"
          className={css.other}
          lang={code}
          // Words that do not come leave the page as it is.
          onClick={() => void switchLanguage(queries, code)}
        >
          {languages[code].label}
        </button>
      ))}
    </div>
  )
}
