import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { type Language, languageOf } from '#domain/language.ts'

/** The edited language and the one beside it, from the address. `usual`: the default. */
export function useTextLanguages(usual: Language) {
  const [query, change] = useQueryParams()
  const language = languageOf(query.get('language') ?? undefined) ?? usual
  const beside = languageOf(query.get('compare') ?? undefined)
  return {
    language,
    compare: beside === undefined || beside === language ? null : beside,
    choose: (choice: { language?: Language; compare?: Language | null }) =>
      change(choice, { replace: true }),
  }
}
