import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { STATE_MARK } from '#backoffice/modules/orders/order-list.tsx'
import { OpenForm } from '#backoffice/modules/orders/order/OpenForm.tsx'
import { OrderActions } from '#backoffice/modules/orders/order/OrderActions.tsx'
import { OrderTimeline } from '#backoffice/modules/orders/order/OrderTimeline.tsx'
import { ParcelCards } from '#backoffice/modules/orders/order/ParcelCards.tsx'
import { PaymentCard } from '#backoffice/modules/orders/order/PaymentCard.tsx'
import { PersonCard } from '#backoffice/modules/orders/order/PersonCard.tsx'
import { useCredit } from '#backoffice/modules/orders/order/use-credit.ts'
import { Replacements } from '#backoffice/modules/orders/order/Replacements.tsx'
import { StateLine } from '#backoffice/modules/orders/order/StateLine.tsx'
import { TagsCard } from '#backoffice/modules/orders/order/TagsCard.tsx'
import { Withdrawals } from '#backoffice/modules/orders/order/Withdrawals.tsx'
import { type OrderAction, orderActions } from '#backoffice/modules/orders/order/next-action.ts'
import type { Order, OrderForm } from '#backoffice/modules/orders/order/order-detail.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Permission } from '#domain/staff/permissions.ts'

/** One order: its gifts by parcel and what happened at the left, person and payment at the right. */
export function OrderDetailPage({ staff, params: { number = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('staffOrder', { number }))
  // A failure to read it again must not take away an open form.
  if (!data) {
    const parent = { to: '/backoffice/orders', label: t('order.title') }
    const title = t('order.one', { number })
    return (
      <PagePending title={title} parent={parent} error={error} onRetry={() => void refetch()} />
    )
  }
  return <OpenOrder key={number} order={data} staff={staff} />
}

function OpenOrder({ order, staff }: { order: Order; staff: StaffPageProps['staff'] }) {
  const t = useTranslate()
  const { number } = order
  const may = (permission: Permission) => staff.permissions.includes(permission)
  const forms = useOrderForms(order, staff.id)
  const { credit } = forms
  return (
    <>
      <PageHead
        title={t('order.one', { number })}
        parent={{ to: '/backoffice/orders', label: t('order.title') }}
        besideTitle={
          <StatusMark kind={STATE_MARK[order.part ?? order.state]}>
            {t(`order.state.${order.part ?? order.state}`)}
          </StatusMark>
        }
        facts={<StateLine order={order} />}
        auditSubject={`order ${number}`}
        actions={<OrderActions actions={orderActions(order, may)} onOpen={forms.open} />}
      />
      <PageColumns
        side={
          <>
            <PersonCard order={order} mayReveal={may('personal-data.request')} />
            <PaymentCard order={order} />
            <TagsCard order={order} mayWrite={may('order.write')} />
          </>
        }
      >
        {credit.failure && forms.form !== 'refund' ? (
          <Notice kind="bad">{credit.failure}</Notice>
        ) : null}
        <OpenForm order={order} forms={forms} me={staff.id} />
        <Withdrawals order={order} />
        <Replacements order={order} mayWrite={may('credit.book')} />
        <ParcelCards order={order} mayMark={may('parcel.write')} />
        <OrderTimeline
          order={order}
          mayWrite={may('order.write')}
          mayOpenPurchases={may('parcel.write')}
          me={staff.id}
        />
        {may('audit.read') ? (
          <AuditHistory
            title={t('history')}
            query={{ subject_kind: 'order', subject_id: number, limit: 20 }}
          />
        ) : null}
      </PageColumns>
    </>
  )
}

/** The form that is open, and the refund as typed. A closed form returns the focus to the button that opened it. */
function useOrderForms(order: Order, me: string) {
  // undefined until the user opens or closes a form.
  const [chosen, setForm] = useState<OrderForm | null | undefined>()
  const opener = useRef<Element>(null)
  const close = () => {
    setForm(null)
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  const credit = useCredit(order, me, close)
  const [hadInput] = useState(credit.draft.changed)
  const open = (action: OrderAction) => {
    opener.current = document.activeElement
    if (action.kind === 'withdrawal') void credit.propose({ withdrawal: action.number })
    else if (action.kind !== 'task' && action.kind !== 'track') setForm(action.kind)
  }
  // A refund that was typed before a reload is shown again.
  const form = chosen === undefined && hadInput ? 'refund' : (chosen ?? null)
  const isOver = form === 'refund' && credit.refundableLines.length === 0
  return { credit, form: isOver ? null : form, open, close }
}
