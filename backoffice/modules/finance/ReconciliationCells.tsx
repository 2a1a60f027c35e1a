import { DifferenceCell, EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import type { SumFilter } from '#backoffice/modules/finance/SumLink.tsx'

/** Column names for received, used and refunded money. */
export const PROOF_HEAD = [
  'payments.paid',
  'payments.orders',
  'payments.stray',
  'payments.refunded',
  'payments.chargedBack',
  'payments.difference',
] as const

type Proof = {
  paid: number
  orders: number
  stray: number
  refunded: number
  charged_back: number
  difference: number
}

export function ReconciliationCells({
  proof,
  filter,
}: {
  proof: Proof
  filter?: SumFilter | undefined
}) {
  const { paid, orders, stray, refunded, charged_back, difference } = proof
  return (
    <>
      <EuroCell head="payments.paid" cents={paid} of="paid" filter={filter} />
      <EuroCell head="payments.orders" cents={orders} of="orders" filter={filter} />
      <EuroCell head="payments.stray" cents={stray} of="stray" filter={filter} />
      <EuroCell head="payments.refunded" cents={refunded} of="refunded" filter={filter} />
      <EuroCell
        head="payments.chargedBack"
        cents={charged_back}
        of="charged-back"
        filter={filter}
      />
      <DifferenceCell cents={difference} />
    </>
  )
}
