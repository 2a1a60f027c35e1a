import { isUndeliverable } from '#domain/fulfilment/parcel-state.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** 'unsubmitted': nobody was asked to send the line yet. 'confirmed': the supplier has confirmed that it will. */
export const SENDERS = ['unsubmitted', 'warehouse', 'supplier', 'confirmed'] as const

/** Lines that can still be stopped, and who sends them. */
export type UnsentLines = Map<number, (typeof SENDERS)[number]>

export async function findUnsentLines(sql: Queries, order: OrderRow): Promise<UnsentLines> {
  const unsent: UnsentLines = new Map()
  for (const { line, state } of order.state === 'placed' ? order.lines : [])
    if (state !== 'cancelled') unsent.set(line, 'unsubmitted')
  const waiting = order.lines.filter((line) => isWaiting(order, line))
  if (waiting.some(({ deliveryCondition }) => deliveryCondition === 'dropship')) {
    const purchased = await sql<{ line: number; round: number; confirmed: boolean }[]>`
      select line, round, confirmed_at is not null as confirmed
      from purchase_order_line purchased join purchase_order using (number)
      where purchased.order_number = ${order.number} and state = 'open'`
    for (const { line, round } of waiting) {
      const purchase = purchased.find(
        (candidate) => candidate.line === line && candidate.round === round,
      )
      if (purchase) unsent.set(line, purchase.confirmed ? 'confirmed' : 'supplier')
    }
  }
  for (const { line, deliveryCondition } of waiting)
    if (deliveryCondition === 'monta') unsent.set(line, 'warehouse')
  return unsent
}

/**
 * Submitted, not being replaced, and with no unit in a parcel. A parcel with unknown contents may contain any line of
 * its fulfilment attempt.
 */
function isWaiting({ parcels }: OrderRow, { line, round, state, isBeingReplaced }: OrderLine) {
  if (state !== 'released' || isBeingReplaced) return false
  return !parcels.some(
    (parcel) =>
      parcel.round === round &&
      !isUndeliverable(parcel.state) &&
      (parcel.lines.length === 0 || parcel.lines.some((packed) => packed.line === line)),
  )
}
