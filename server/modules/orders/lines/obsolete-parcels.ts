import type { OrderLine, OrderRow, Parcel } from '#server/modules/orders/order.sql.ts'
import { linesPossiblyInParcel } from '#server/modules/orders/lines/unreported-lines.ts'

/** The recipient expects nothing of this line: it was cancelled, or all its units were credited. */
export function isCancelledOrCredited(
  { credits }: Pick<OrderRow, 'credits'>,
  line: OrderLine,
): boolean {
  const credited = credits
    .flatMap(({ lines }) => lines.filter((one) => one.line === line.line))
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return line.state === 'cancelled' || credited >= line.quantity
}

/** Everything in the parcel was replaced or refunded. */
export function isParcelObsolete(order: OrderRow, parcel: Parcel): boolean {
  const inIt =
    parcel.lines.length === 0
      ? linesPossiblyInParcel(order, parcel)
      : order.lines.filter(({ line }) => parcel.lines.some((one) => one.line === line))
  return (
    inIt.length > 0 &&
    inIt.every((line) => line.round !== parcel.round || isCancelledOrCredited(order, line))
  )
}
