import { useMemo } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { staffOrderList } from '#backoffice/modules/orders/order-list.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'

type Listed = StaffResponse<'staffOrders'>['items'][number]

/** Orders of which a recipient returns gifts, the newest first. */
export function ReturnsPage() {
  const t = useTranslate()
  const euros = useEuros()
  const list = useMemo(() => returnList(t, euros), [t, euros])
  return <ListPage list={list} title="returns.title" />
}

const RETURNED = { returned: 'yes' } as const

/** Each of these orders has it. */
const withoutReturnFlag = (order: Listed): Listed => ({
  ...order,
  flags: order.flags.filter((flag) => flag !== 'withdrawn'),
})

const returnList = (t: Translate, euros: (cents: number) => string): ListDefinition<Listed> => ({
  ...staffOrderList(t, euros),
  name: 'returns',
  fetchPage: async (query) => {
    const page = await fetchBackoffice('staffOrders', { ...query, ...RETURNED })
    return { ...page, items: page.items.map(withoutReturnFlag) }
  },
  csvHref: (query) => staffAddress('staffOrders', { ...query, ...RETURNED, as: 'csv' }),
  emptyText: t('returns.empty'),
  emptyLink: { to: '/backoffice/orders', label: 'toOrders' },
})
