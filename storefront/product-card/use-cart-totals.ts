import { useSuspenseQuery } from '@tanstack/react-query'

import type { Balance } from '#domain/vouchers/points.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The points left by the cart, for many tags and strips on one page, none of which fetches again. */
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
      canBuyPoints: can_buy_points === 'true',
    }),
  })
  return data
}
