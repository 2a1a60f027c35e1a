import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** Recipients and gifts of orders that another page names, by order number. Empty without permission to see orders. */
export function useListedOrders(numbers: readonly string[], permissions: readonly Permission[]) {
  const { data } = useQuery({
    ...staffQuery('staffOrders', { ids: numbers.join(',') }),
    enabled: numbers.length > 0 && permissions.includes('order.read'),
  })
  return new Map(data?.items.map((order) => [order.number, order]))
}
