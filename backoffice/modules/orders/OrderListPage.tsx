import { useMemo, useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Selection, ListAction } from '#backoffice/kit/list/list-definition.ts'
import { staffOrderList } from '#backoffice/modules/orders/order-list.tsx'
import { OrderActionDialog } from '#backoffice/modules/orders/OrderActionDialog.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

type OpenDialog = { bulkAction: 'note' | 'resend'; selection: Selection }

export function OrderListPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const [, change] = useQueryParams()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayWrite = staff.permissions.includes('order.write')
  const list = useMemo(() => {
    const actions: ListAction[] = [
      { label: 'orders.noteOf', run: (selection) => setDialog({ bulkAction: 'note', selection }) },
      {
        label: 'orders.resendOf',
        run: (selection) => setDialog({ bulkAction: 'resend', selection }),
      },
    ]
    return { ...staffOrderList(t, euros), ...(mayWrite ? { actions } : {}) }
  }, [t, euros, mayWrite])
  return (
    <>
      <ListPage list={list} title="order.title" />
      {dialog ? (
        <OrderActionDialog
          bulkAction={dialog.bulkAction}
          selection={dialog.selection}
          onClose={() => setDialog(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
