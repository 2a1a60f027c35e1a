import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { CartArrival } from '#contract/cart.shop.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The longest timer of browsers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The arrival in a response. The same object as long as its content is the same. */
export type Arrival = Omit<CartArrival, 'now'>

/**
 * When gifts arrive that are ordered now, by the clock of the shop. null once that is no longer true, also on a page
 * that stays open: until the shop has answered again.
 */
export function useArrival(): Arrival | null {
  const language = useLanguage()
  const queries = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({ ...cartQuery(language), refetchOnMount: false })
  const { now = '', ...rest } = data?.arrival ?? {}
  const text = JSON.stringify(data?.arrival ? rest : null)
  const arrival = useMemo(() => JSON.parse(text) as Arrival | null, [text])
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
      Math.min(LONGEST_TIMER_MS, Math.max(0, endsAt - Date.now())),
    )
    return () => clearTimeout(timer)
  }, [endsAt, queries])
  return endedAt === endsAt ? null : arrival
}
