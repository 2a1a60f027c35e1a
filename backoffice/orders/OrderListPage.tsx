import { useMemo, useState } from 'react'

import { useAsked } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import type { Chosen, Deed } from '#backoffice/list/list-shape.ts'
import { deskOrderList } from '#backoffice/orders/desk-order-list.tsx'
import { OrderDeedDialog } from '#backoffice/orders/OrderDeedDialog.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

type Doing = { what: 'note' | 'resend'; chosen: Chosen }

export function OrderListPage({ staff }: DeskPageProps) {
  const say = useSay()
  const euros = useEuros()
  const [, change] = useAsked()
  const [doing, setDoing] = useState<Doing | null>(null)
  const mayWrite = staff.permissions.includes('order.write')
  const list = useMemo(() => {
    const deeds: Deed[] = [
      { word: 'orders.noteOf', run: (chosen) => setDoing({ what: 'note', chosen }) },
      { word: 'orders.resendOf', run: (chosen) => setDoing({ what: 'resend', chosen }) },
    ]
    return { ...deskOrderList(say, euros), ...(mayWrite ? { deeds } : {}) }
  }, [say, euros, mayWrite])
  return (
    <>
      <DeskList list={list} title="order.title" />
      {doing ? (
        <OrderDeedDialog
          what={doing.what}
          chosen={doing.chosen}
          onClose={() => setDoing(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
