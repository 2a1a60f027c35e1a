import { useQueryClient } from '@tanstack/react-query'

import { languageOf, languages } from '#domain/language.ts'
import { hostLanguage } from '#storefront/i18n/chosen-language.ts'
import { serverSite } from '#storefront/api/server-data.ts'
import { switchLanguage } from '#storefront/router/switch-language.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import css from './LanguageChoice.module.css'

/** Before sign-in: the other available languages, always including the host's own. */
export function LanguageChoice() {
  const current = useLanguage()
  const queries = useQueryClient()
  const selectable = serverSite().languages.flatMap(({ code, selectable }) =>
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
          // If the texts do not load, the page stays as it is.
          onClick={() => void switchLanguage(queries, code)}
        >
          {languages[code].label}
        </button>
      ))}
    </div>
  )
}
