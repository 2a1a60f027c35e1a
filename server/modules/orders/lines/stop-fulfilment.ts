import { findOrder, type OrderRow, saveEvent } from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { cancelLine } from '#server/modules/orders/lines/cancel-line.ts'
import { withdrawPurchaseLines } from '#server/modules/fulfilment/suppliers/withdraw-purchase-lines.ts'
import { skusTakenFromStock } from '#server/modules/orders/cancel-order.ts'
import { lockStockLevels, returnUnits } from '#server/modules/inventory/stock.sql.ts'

/**
 * Stops credited lines in the transaction of their credit, under its locks. A supplier no longer sees them and is mailed; the
 * warehouse is asked after the commit. What the warehouse has is written off until it agrees: see restockStopped.
 */
export async function stopFulfilment(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  number: string,
  { credit, lines: stopped, at }: { credit: string; lines: number[]; at: Date },
) {
  const order = await findOrder(sql, number)
  if (!order) throw new Error(`order ${number} not found`)
  const lines = order.lines.filter(({ line }) => stopped.includes(line))
  await lockStockLevels(sql, skusTakenFromStock({ ...order, lines }))
  for (const { line, round, deliveryCondition, name } of lines) {
    const now = await findOrder(sql, number)
    if (!now) throw new Error(`order ${number} not found`)
    const bySupplier = deliveryCondition === 'dropship'
    if (bySupplier) await withdrawPurchaseLines(shop, sql, order, { line, round, at })
    await cancelLine(shop, sql, now, line, bySupplier ? 'shelf' : 'written-off')
    const sourceId = `stopped ${credit} ${line}`
    await saveEvent(sql, { number, type: 'stopped', description: name, sourceId, at })
  }
  const submitted = lines.filter(({ deliveryCondition }) => deliveryCondition === 'monta')
  for (const round of new Set(submitted.map((line) => line.round))) {
    const data = { number, round, fallen: stopName(credit, round) }
    await shop.jobs.send(sql, [{ name: 'submit-to-warehouse', data }])
  }
}

const stopName = (credit: string, round: number) => `${credit}.${round}`

/**
 * `fallen` names why the warehouse leaves lines out: `CREDIT.ROUND` for a credit that stopped them, otherwise the id of a
 * replacement that the recipient chooses, which has no dot.
 */
export const isStopOfCredit = (fallen: string) => fallen.includes('.')

/**
 * Restocks the units of a stopped line once the warehouse has removed it, or was never asked for it. Part of the
 * transaction that saves the warehouse's answer, so it happens once.
 */
export async function restockStopped(
  sql: Transaction,
  order: OrderRow,
  asking: { fallen: string; round: number; at: Date },
) {
  const { fallen, round, at } = asking
  const units = await sql<{ sku: string; quantity: number }[]>`
    select sku, sum(line.quantity)::integer as quantity
    from credit_line join order_line line using (order_number, line)
    where order_number = ${order.number} and credit_number || '.' || ${round}::integer = ${fallen}
      and line.round = ${round} and took_stock and line.state = 'cancelled' and delivery_condition = 'monta'
    group by sku`
  await returnUnits(sql, order, units, { reason: 'return', at })
}
