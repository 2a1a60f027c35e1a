import { DifferenceCell, EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import type { SumFilter } from '#backoffice/modules/finance/SumLink.tsx'

/** Column names for received, used and refunded money. */
export const RECONCILIATION_COLUMNS = [
  'payments.paid',
  'payments.orders',
  'payments.stray',
  'payments.refunded',
  'payments.chargedBack',
  'payments.difference',
] as const

type Reconciliation = {
  paid: number
  orders: number
  stray: number
  refunded: number
  charged_back: number
  difference: number
}

export function ReconciliationCells({
  amounts,
  filter,
}: {
  amounts: Reconciliation
  filter?: SumFilter | undefined
}) {
  const { paid, orders, stray, refunded, charged_back, difference } = amounts
  return (
    <>
      <EuroCell head="payments.paid" cents={paid} metric="paid" filter={filter} />
      <EuroCell head="payments.orders" cents={orders} metric="orders" filter={filter} />
      <EuroCell head="payments.stray" cents={stray} metric="stray" filter={filter} />
      <EuroCell head="payments.refunded" cents={refunded} metric="refunded" filter={filter} />
      <EuroCell
        head="payments.chargedBack"
        cents={charged_back}
        metric="charged-back"
        filter={filter}
      />
      <DifferenceCell cents={difference} />
    </>
  )
}
