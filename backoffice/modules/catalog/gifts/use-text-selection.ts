import { useTextLanguages } from '#backoffice/kit/form/use-text-languages.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { Language } from '#domain/language.ts'

/** The channel and language of the shown texts, and the language beside it, from the address. */
export function useTextSelection(gift: Gift) {
  const [query, change] = useQueryParams()
  const { language: staffLanguage } = useBackofficeLanguage()
  const { language, compare } = useTextLanguages(staffLanguage)
  return {
    channel: query.get('texts') ?? gift.owner_channel,
    language,
    compare,
    choose: (parts: { texts?: string; language?: string; compare?: Language | null }) =>
      change(parts, { replace: true }),
  }
}

export type TextSelection = ReturnType<typeof useTextSelection>
