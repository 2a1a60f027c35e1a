import type { OrderLine, OrderRow, Parcel } from '#server/modules/orders/order.sql.ts'
import { linesPossiblyInParcel } from '#server/modules/orders/lines/unreported-lines.ts'

/** Whether the recipient no longer expects this line. */
export function isCancelledOrCredited(
  { credits }: Pick<OrderRow, 'credits'>,
  line: OrderLine,
): boolean {
  const credited = credits
    .flatMap(({ lines }) => lines.filter((creditLine) => creditLine.line === line.line))
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return line.state === 'cancelled' || credited >= line.quantity
}

/** Whether everything in the parcel was replaced or refunded. */
export function isParcelObsolete(order: OrderRow, parcel: Parcel): boolean {
  const contents =
    parcel.lines.length === 0
      ? linesPossiblyInParcel(order, parcel)
      : order.lines.filter(({ line }) => parcel.lines.some((packed) => packed.line === line))
  return (
    contents.length > 0 &&
    contents.every((line) => line.round !== parcel.round || isCancelledOrCredited(order, line))
  )
}
