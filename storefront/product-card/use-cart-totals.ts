import { useSuspenseQuery } from '@tanstack/react-query'

import type { Balance } from '#domain/vouchers/points.ts'
import { isYes } from '#domain/text/wire-boolean.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The totals of the cart. Many components of a page use them, so mounting one does not fetch them again. */
export function useCartTotals() {
  const { data } = useSuspenseQuery({
    ...cartQuery(useLanguage()),
    refetchOnMount: false,
    select: ({ totals }) => totals,
  })
  return data
}

/** The points that the recipient can spend, and whether more can be paid by card. */
export function useBalance(): Balance {
  const { data } = useSuspenseQuery({
    ...cartQuery(useLanguage()),
    refetchOnMount: false,
    select: ({ totals, can_buy_points }) => ({
      available: totals.voucher_points,
      canBuyPoints: isYes(can_buy_points),
    }),
  })
  return data
}
