import { hasFallen } from '#domain/fulfilment/parcel-state.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Lines of a released order that can still be stopped, and who sends each; 'confirmed': the supplier said that it will. */
export type Unsent = Map<number, 'warehouse' | 'supplier' | 'confirmed'>

export async function unsentOf(sql: Queries, order: OrderRow): Promise<Unsent> {
  const unsent: Unsent = new Map()
  const waiting = order.lines.filter((line) => isWaiting(order, line))
  if (waiting.some(({ deliveryCondition }) => deliveryCondition === 'dropship')) {
    const asked = await sql<{ line: number; round: number; confirmed: boolean }[]>`
      select line, round, confirmed_at is not null as confirmed
      from purchase_order_line asked join purchase_order using (number)
      where asked.order_number = ${order.number} and state = 'open'`
    for (const { line, round } of waiting) {
      const purchase = asked.find((one) => one.line === line && one.round === round)
      if (purchase) unsent.set(line, purchase.confirmed ? 'confirmed' : 'supplier')
    }
  }
  for (const { line, deliveryCondition } of waiting)
    if (deliveryCondition === 'monta') unsent.set(line, 'warehouse')
  return unsent
}

/** Released, not chosen again, and no piece of it is in a parcel. A parcel without contents may hold any line of its round. */
function isWaiting({ parcels }: OrderRow, { line, round, state, fallen }: OrderLine) {
  if (state !== 'released' || fallen) return false
  return !parcels.some(
    (parcel) =>
      parcel.round === round &&
      !hasFallen(parcel.state) &&
      (parcel.lines.length === 0 || parcel.lines.some((packed) => packed.line === line)),
  )
}
