import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { CorrectParcel } from '#backoffice/modules/fulfilment/suppliers/CorrectParcel.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { staffAddress } from '#contract/client.staff.ts'

import css from './Suppliers.module.css'

/** A purchase order as its supplier sees it, in a frame. Staff can correct the parcels that are in transit. */
export function PurchaseOrderPage({ staff, params: { number = '' } }: StaffPageProps) {
  const t = useTranslate()
  // The number starts with the order number.
  const [order = ''] = number.split('-')
  const { data, error, refetch } = useQuery(staffQuery('staffOrder', { number: order }))
  const title = t('supplier.purchase', { number })
  const parent = { to: `/backoffice/orders/${order}`, label: t('order.one', { number: order }) }
  if (!data) {
    return (
      <PagePending title={title} parent={parent} error={error} onRetry={() => void refetch()} />
    )
  }
  const parcels = data.parcels.filter(({ purchase }) => purchase === number)
  const sentParcels = parcels.filter(({ state }) => state === 'sent')
  return (
    <>
      <PageHead title={title} parent={parent} />
      {sentParcels.length === 0 ? null : (
        <section className={css.body} aria-label={t('order.parcels')}>
          <ul className={css.list}>
            {sentParcels.map((parcel) => (
              <CorrectParcel key={parcel.code} number={number} parcel={parcel} me={staff.id} />
            ))}
          </ul>
        </section>
      )}
      <iframe
        // Reloads the frame when the parcels change.
        key={JSON.stringify(parcels)}
        className={css.seen}
        src={staffAddress('purchaseOrderSupplierView', { number })}
        // The framed page has no scripts and cannot send messages.
        sandbox="allow-same-origin"
        title={t('supplier.asSeen')}
      />
    </>
  )
}
