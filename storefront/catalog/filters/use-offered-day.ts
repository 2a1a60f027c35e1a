import type { Arrival } from '#storefront/product-card/use-arrival.ts'
import { offeredDay } from '#storefront/catalog/filters/arrival-filter.ts'
import { dateOf } from '#storefront/product-card/arrival-texts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The choice of gifts that are at home in time: before the next evening of presents, or else tomorrow. */
export function useOfferedDay(arrival: Arrival | null) {
  const words = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const day = offeredDay(arrival)
  if (day === null) return null
  const label = arrival?.occasion
    ? words.text('homeBefore', { day: dateOf(day, language) })
    : words.text('homeTomorrow')
  return { day, label }
}
