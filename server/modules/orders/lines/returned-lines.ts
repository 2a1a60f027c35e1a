import type { OrderLine, OrderRow, Parcel } from '#server/modules/orders/order.sql.ts'
import { mayHold } from '#server/modules/orders/lines/unreported-lines.ts'

/** Nothing of it is its holder's to wait for: it was cancelled, or all of its pieces were credited. */
export function isGivenBack({ credits }: Pick<OrderRow, 'credits'>, line: OrderLine): boolean {
  const credited = credits
    .flatMap(({ lines }) => lines.filter((one) => one.line === line.line))
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return line.state === 'cancelled' || credited >= line.quantity
}

/** Of all that was in it something else was chosen, or its worth was given back; nobody waits for it. */
export function nobodyWaitsFor(order: OrderRow, parcel: Parcel): boolean {
  const inIt =
    parcel.lines.length === 0
      ? mayHold(order, parcel)
      : order.lines.filter(({ line }) => parcel.lines.some((one) => one.line === line))
  return (
    inIt.length > 0 && inIt.every((line) => line.round !== parcel.round || isGivenBack(order, line))
  )
}
