import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { type Language, languageOf } from '#domain/language.ts'

/** The edited language and the one to compare with, from the address. */
export function useTextLanguages(defaultLanguage: Language) {
  const [query, change] = useQueryParams()
  const language = languageOf(query.get('language') ?? undefined) ?? defaultLanguage
  const beside = languageOf(query.get('compare') ?? undefined)
  return {
    language,
    compare: beside === undefined || beside === language ? null : beside,
    choose: (choice: { language?: Language; compare?: Language | null }) =>
      change(choice, { replace: true }),
  }
}
