import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { type Language, languageOf } from '#domain/language.ts'

/** The language of the texts that are edited, and the one beside it. From the address; `usual` where it names none. */
export function useTextLanguages(usual: Language) {
  const [asked, change] = useQueryParams()
  const language = languageOf(asked.get('language') ?? undefined) ?? usual
  const beside = languageOf(asked.get('compare') ?? undefined)
  return {
    language,
    compare: beside === undefined || beside === language ? null : beside,
    choose: (choice: { language?: Language; compare?: Language | null }) =>
      change(choice, { replace: true }),
  }
}
