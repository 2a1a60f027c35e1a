import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { CartArrival } from '#contract/cart.shop.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The longest timer of browsers. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The arrival in a cart. The same object as long as its content is the same. */
export type Arrival = Omit<CartArrival, 'now'>

/**
 * The arrival of gifts that are ordered now, by the server's clock. Null once it is outdated, until the cart has been
 * fetched again.
 */
export function useArrival(): Arrival | null {
  const language = useLanguage()
  const queries = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({ ...cartQuery(language), refetchOnMount: false })
  const { now = '', ...withoutNow } = data?.arrival ?? {}
  const arrivalJson = JSON.stringify(data?.arrival ? withoutNow : null)
  const arrival = useMemo(() => JSON.parse(arrivalJson) as Arrival | null, [arrivalJson])
  const endsAt = arrival
    ? dataUpdatedAt + Date.parse(arrival.until) - Date.parse(now)
    : Number.POSITIVE_INFINITY
  const [endedAt, setEndedAt] = useState(0)
  useEffect(() => {
    if (!Number.isFinite(endsAt)) return
    const timer = setTimeout(
      () => {
        setEndedAt(endsAt)
        void queries.invalidateQueries({ queryKey: ['cart'] })
      },
      Math.min(MAX_TIMER_MS, Math.max(0, endsAt - Date.now())),
    )
    return () => clearTimeout(timer)
  }, [endsAt, queries])
  return endedAt === endsAt ? null : arrival
}
