import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { allLanguages, type Language } from '#domain/language.ts'

const isLanguage = (text: string | null): text is Language =>
  allLanguages.some((language) => language === text)

/** The texts that the page shows: of which channel, in which language, and the language beside it. From the address. */
export function useTextPlace(gift: Gift) {
  const [asked, change] = useQueryParams()
  const { language: own } = useBackofficeLanguage()
  const wanted = asked.get('language')
  const beside = asked.get('compare')
  const language = isLanguage(wanted) ? wanted : own
  return {
    channel: asked.get('texts') ?? gift.owner_channel,
    language,
    compare: isLanguage(beside) && beside !== language ? beside : null,
    choose: (parts: { texts?: string; language?: string; compare?: string | null }) =>
      change(parts, { replace: true }),
  }
}

export type TextPlace = ReturnType<typeof useTextPlace>
