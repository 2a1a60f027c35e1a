import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { cartQuery, navigationQuery, ordersQuery } from '#storefront/api/queries.ts'
import { setServerData } from '#storefront/api/server-data.ts'
import { useSpentPoints } from '#storefront/home/use-spent-points.ts'

/** The results of the hook before the first response. */
function firstResults({ points, orders }: { points: number; orders?: { state: string }[] }) {
  setServerData({ language: 'nl', components: [], site: {} as never })
  const queries = new QueryClient()
  const totals = { voucher_points: points, order_limit: points }
  queries.setQueryData(cartQuery('nl').queryKey, { problems: [], totals } as never)
  queries.setQueryData(navigationQuery('nl').queryKey, { gift_points: [1] } as never)
  if (orders) queries.setQueryData(ordersQuery.queryKey, orders as never)
  const results: unknown[] = []
  function Page() {
    results.push(useSpentPoints())
    return null
  }
  renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, createElement(Page)))
  return results
}

it('waits for the orders only if the recipient has no points (HOME-5)', () => {
  expect(firstResults({ points: 8 })).toEqual([null])
  expect(firstResults({ points: 0 })).toEqual([undefined])
  expect(firstResults({ points: 0, orders: [{ state: 'placed' }] })).toEqual([{ byCard: 0 }])
})
