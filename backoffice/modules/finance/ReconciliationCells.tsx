import { DifferenceCell, EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import type { SummedRow } from '#backoffice/modules/finance/SumLink.tsx'

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
  over,
}: {
  proof: Proof
  over?: SummedRow | undefined
}) {
  const { paid, orders, stray, refunded, charged_back, difference } = proof
  return (
    <>
      <EuroCell head="payments.paid" cents={paid} of="paid" over={over} />
      <EuroCell head="payments.orders" cents={orders} of="orders" over={over} />
      <EuroCell head="payments.stray" cents={stray} of="stray" over={over} />
      <EuroCell head="payments.refunded" cents={refunded} of="refunded" over={over} />
      <EuroCell head="payments.chargedBack" cents={charged_back} of="charged-back" over={over} />
      <DifferenceCell cents={difference} />
    </>
  )
}
