import { useMemo, useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Selection, ListAction } from '#backoffice/kit/list/list-definition.ts'
import { staffOrderList } from '#backoffice/modules/orders/order-list.tsx'
import { OrderActionDialog } from '#backoffice/modules/orders/OrderActionDialog.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

type Doing = { what: 'note' | 'resend'; selection: Selection }

export function OrderListPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const [, change] = useQueryParams()
  const [doing, setDoing] = useState<Doing | null>(null)
  const mayWrite = staff.permissions.includes('order.write')
  const list = useMemo(() => {
    const actions: ListAction[] = [
      { label: 'orders.noteOf', run: (selection) => setDoing({ what: 'note', selection }) },
      { label: 'orders.resendOf', run: (selection) => setDoing({ what: 'resend', selection }) },
    ]
    return { ...staffOrderList(t, euros), ...(mayWrite ? { actions } : {}) }
  }, [t, euros, mayWrite])
  return (
    <>
      <ListPage list={list} title="order.title" />
      {doing ? (
        <OrderActionDialog
          what={doing.what}
          selection={doing.selection}
          onClose={() => setDoing(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
