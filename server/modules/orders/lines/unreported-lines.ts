import { unspokenOf } from '#domain/fulfilment/packing.ts'
import type { OrderLine, OrderRow, Parcel } from '#server/modules/orders/order.sql.ts'

const isSent = ({ state }: OrderLine) => state === 'shipped' || state === 'delivered'

/** Whether nothing of an asking of the warehouse is still there. What fell away before is not waited for. */
export function hasAllLeft({ lines }: OrderRow, round: number): boolean {
  const ours = lines.filter((line) => line.deliveryCondition === 'monta' && line.round === round)
  const kept = ours.filter(({ state, fallen }) => state !== 'cancelled' && !fallen)
  return kept.length > 0 && kept.every(isSent)
}

/**
 * Of a parcel of which nobody said what is in it: the gifts that it may hold. These are those that no known one does, if there
 * are any.
 */
export function mayHold({ lines, parcels }: OrderRow, { round }: Pick<Parcel, 'round'>) {
  const ours = lines.filter((line) => line.deliveryCondition === 'monta' && line.round === round)
  const beside = parcels.filter((one) => one.round === round)
  const open = ours.filter((line) => unspokenOf(line, beside) > 0)
  return open.length > 0 ? open : ours
}
