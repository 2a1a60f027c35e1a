import { useMemo } from 'react'

import { DeskList } from '#backoffice/list/DeskList.tsx'
import { deskOrderList } from '#backoffice/orders/desk-order-list.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function OrderListPage() {
  const say = useSay()
  const euros = useEuros()
  const list = useMemo(() => deskOrderList(say, euros), [say, euros])
  return <DeskList list={list} title="order.title" />
}
