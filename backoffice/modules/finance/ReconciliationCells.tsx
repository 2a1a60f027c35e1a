import { DifferenceCell, EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import type { SummedRow } from '#backoffice/modules/finance/SumLink.tsx'

/** Column names for received, used and refunded money. */
export const PROOF_HEAD = [
  'money.paid',
  'money.orders',
  'money.stray',
  'money.refunded',
  'money.chargedBack',
  'money.difference',
] as const

type Proof = {
  paid: number
  orders: number
  stray: number
  refunded: number
  charged_back: number
  difference: number
}

export function ProofCells({ proof, over }: { proof: Proof; over?: SummedRow | undefined }) {
  const { paid, orders, stray, refunded, charged_back, difference } = proof
  return (
    <>
      <EuroCell head="money.paid" cents={paid} of="paid" over={over} />
      <EuroCell head="money.orders" cents={orders} of="orders" over={over} />
      <EuroCell head="money.stray" cents={stray} of="stray" over={over} />
      <EuroCell head="money.refunded" cents={refunded} of="refunded" over={over} />
      <EuroCell head="money.chargedBack" cents={charged_back} of="charged-back" over={over} />
      <DifferenceCell cents={difference} />
    </>
  )
}
