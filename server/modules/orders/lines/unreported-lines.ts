import { unspokenOf } from '#domain/fulfilment/packing.ts'
import type { OrderLine, OrderRow, Parcel } from '#server/modules/orders/order.sql.ts'

const isSent = ({ state }: OrderLine) => state === 'shipped' || state === 'delivered'

/** Whether all lines of a fulfilment round have left. Lines that became unavailable before are ignored. */
export function hasAllLeft({ lines }: OrderRow, round: number): boolean {
  const ours = lines.filter((line) => line.deliveryCondition === 'monta' && line.round === round)
  const kept = ours.filter(({ state, fallen }) => state !== 'cancelled' && !fallen)
  return kept.length > 0 && kept.every(isSent)
}

/** The gifts that a parcel with unknown contents may contain: those in no known parcel, if there are any. */
export function linesPossiblyInParcel(
  { lines, parcels }: OrderRow,
  { round }: Pick<Parcel, 'round'>,
) {
  const ours = lines.filter((line) => line.deliveryCondition === 'monta' && line.round === round)
  const beside = parcels.filter((parcel) => parcel.round === round)
  const open = ours.filter((line) => unspokenOf(line, beside) > 0)
  return open.length > 0 ? open : ours
}
