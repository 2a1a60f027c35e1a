import { useState } from 'react'

import { useAction } from '#backoffice/kit/api/use-action.ts'
import { ActionMenu } from '#backoffice/kit/dialogs/ActionMenu.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { TABLE_ROLES } from '#backoffice/kit/list/table-roles.ts'
import { BackofficeLink, navigate } from '#backoffice/kit/router/address.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { ParcelState } from '#backoffice/modules/fulfilment/parcels/ParcelState.tsx'
import { SupplierReply } from '#backoffice/modules/fulfilment/suppliers/SupplierReply.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Suppliers.module.css'

type Purchase = StaffResponse<'staffSupplier'>['purchases'][number]

const MARK = { open: 'wait', sent: 'half', declined: 'warn', gone: 'off' } as const

type PurchaseTableProps = {
  purchases: readonly Purchase[]
  /** The supplier has a page for each purchase order. */
  hasPages: boolean
  mayWrite: boolean
}

/** The purchase orders of a supplier, with what can be done in a menu. */
export function PurchaseTable({ purchases, hasPages, mayWrite }: PurchaseTableProps) {
  const t = useTranslate()
  const [replyPurchase, setReplyPurchase] = useState<Purchase | null>(null)
  return (
    <>
      <table {...TABLE_ROLES.table} className={css.purchases}>
        <thead {...TABLE_ROLES.rowgroup}>
          <tr {...TABLE_ROLES.row}>
            <th {...TABLE_ROLES.columnheader} scope="col">
              {t('supplier.order')}
            </th>
            <th {...TABLE_ROLES.columnheader} scope="col">
              {t('gift')}
            </th>
            <th {...TABLE_ROLES.columnheader} scope="col">
              {t('state')}
            </th>
            <th {...TABLE_ROLES.columnheader} scope="col">
              {t('supplier.lastStep')}
            </th>
            {mayWrite ? (
              <th {...TABLE_ROLES.columnheader} scope="col">
                <span className="visually-hidden">{t('supplier.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.rowgroup}>
          {purchases.map((purchase) => (
            <tr key={purchase.number} {...TABLE_ROLES.row}>
              <PurchaseCells purchase={purchase} />
              {mayWrite ? (
                <td {...TABLE_ROLES.cell}>
                  <PurchaseMenu
                    purchase={purchase}
                    hasPages={hasPages}
                    onAnswer={() => setReplyPurchase(purchase)}
                  />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {replyPurchase ? (
        <ModalDialog
          title={`${t('supplier.answer')}: ${replyPurchase.number}`}
          onClose={() => setReplyPurchase(null)}
        >
          <SupplierReply purchase={replyPurchase} onClose={() => setReplyPurchase(null)} />
        </ModalDialog>
      ) : null}
    </>
  )
}

function PurchaseCells({ purchase }: { purchase: Purchase }) {
  const { number, order, lines, last_step_at } = purchase
  return (
    <>
      <th {...TABLE_ROLES.rowheader} scope="row">
        <BackofficeLink to={`/backoffice/orders/${order}`}>{number}</BackofficeLink>
      </th>
      <td {...TABLE_ROLES.cell}>
        {lines.map((line) => (
          <GiftWithPicture key={line.line} file={line.picture}>
            {line.quantity === 1 ? '' : `${line.quantity} × `}
            {[line.name, line.variant].filter(Boolean).join(' · ')}
            <span className={css.soft}> {noteOf(number, line)}</span>
          </GiftWithPicture>
        ))}
      </td>
      <td {...TABLE_ROLES.cell}>
        {lines.map((line) => (
          <p key={line.line}>
            <LineState purchase={purchase} line={line} />
          </p>
        ))}
      </td>
      <td {...TABLE_ROLES.cell}>
        <DateTime at={last_step_at} />
      </td>
    </>
  )
}

/** Why it was declined, or its tracking number, unless that repeats the number of the purchase order. */
const noteOf = (number: string, { reason, parcel }: Purchase['lines'][number]) =>
  reason || (parcel?.endsWith(number) ? '' : parcel)

type LineStateProps = { purchase: Purchase; line: Purchase['lines'][number] }

/** The latest known state of a line: from its parcel, from the supplier, or from its age. */
function LineState({ purchase: { late, confirmed_at }, line }: LineStateProps) {
  const t = useTranslate()
  const { state, parcel_state, parcel_days } = line
  if (state === 'sent' && parcel_state !== null)
    return <ParcelState state={parcel_state} days={parcel_days ?? 0} />
  if (state !== 'open' || !(late || confirmed_at !== null))
    return <StatusMark kind={MARK[state]}>{t(`supplier.state.${state}`)}</StatusMark>
  return (
    <StatusMark kind={late ? 'bad' : 'half'}>
      {t(late ? 'supplier.late' : 'supplier.confirmed')}
    </StatusMark>
  )
}

type PurchaseMenuProps = { purchase: Purchase; hasPages: boolean; onAnswer: () => void }

function PurchaseMenu({ purchase, hasPages, onAnswer }: PurchaseMenuProps) {
  const t = useTranslate()
  const resend = useAction('sendPurchaseOrder', { done: () => t('supplier.sentAgain') })
  const { number, lines, correctable } = purchase
  const isOpen = lines.some(({ state }) => state === 'open')
  const page = `/backoffice/purchase-orders/${number}`
  const items = [
    isOpen ? [{ key: 'answer', label: t('supplier.answer'), run: onAnswer }] : [],
    isOpen && hasPages
      ? [
          {
            key: 'again',
            label: t('supplier.again'),
            run: () => void resend.run({ number }),
          },
        ]
      : [],
    hasPages
      ? [
          {
            key: 'seen',
            label: t('supplier.asSeen'),
            run: () => void window.open(page, '_blank', 'noopener'),
          },
        ]
      : [],
    correctable
      ? [{ key: 'resolve', label: t('supplier.resolve'), run: () => navigate(page) }]
      : [],
  ].flat()
  if (items.length === 0) return null
  return (
    <>
      <ActionMenu label={t('supplier.actions')} about={number} items={items} end dots />
      {resend.failure ? <p role="alert">{resend.failure}</p> : null}
    </>
  )
}
