import type { Arrival } from '#storefront/product-card/use-arrival.ts'
import { findFilterDay } from '#storefront/catalog/filters/arrival-filter.ts'
import { dateOf } from '#storefront/product-card/arrival-texts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The arrival filter on offer: before the next occasion, or else by tomorrow. Null if there is none. */
export function useArrivalFilter(arrival: Arrival | null) {
  const texts = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const day = findFilterDay(arrival)
  if (day === null) return null
  const label = arrival?.occasion
    ? texts.text('homeBefore', { day: dateOf(day, language) })
    : texts.text('homeTomorrow')
  return { day, label }
}
