import { unitsInNoParcel } from '#domain/fulfilment/packing.ts'
import type { OrderLine, OrderRow, Parcel } from '#server/modules/orders/order.sql.ts'

const isSent = ({ state }: OrderLine) => state === 'shipped' || state === 'delivered'

/** The lines that our warehouse sends in a fulfilment attempt. */
const warehouseLines = ({ lines }: Pick<OrderRow, 'lines'>, round: number) =>
  lines.filter((line) => line.deliveryCondition === 'monta' && line.round === round)

/** Whether all lines of a fulfilment attempt have left. Cancelled and unavailable lines are ignored. */
export function hasAllLeft(order: OrderRow, round: number): boolean {
  const expected = warehouseLines(order, round).filter(
    ({ state, isBeingReplaced }) => state !== 'cancelled' && !isBeingReplaced,
  )
  return expected.length > 0 && expected.every(isSent)
}

/** The lines that a parcel with unknown contents may contain: those that no parcel lists in full, or else all. */
export function linesPossiblyInParcel(order: OrderRow, { round }: Pick<Parcel, 'round'>) {
  const lines = warehouseLines(order, round)
  const parcels = order.parcels.filter((parcel) => parcel.round === round)
  const unlisted = lines.filter((line) => unitsInNoParcel(line, parcels) > 0)
  return unlisted.length > 0 ? unlisted : lines
}
