import { findOrder, type OrderRow, saveEvent } from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { cancelLine } from '#server/modules/orders/lines/cancel-line.ts'
import { withdrawPurchaseLines } from '#server/modules/fulfilment/suppliers/withdraw-purchase-lines.ts'
import { skusTakenFromStock } from '#server/modules/orders/cancel-order.ts'
import { lockStockLevels, returnUnits } from '#server/modules/inventory/stock.sql.ts'

/**
 * Stops credited lines in the transaction of their credit, under its locks. Suppliers get a mail and no longer see the
 * lines. The warehouse is asked after the commit: until it confirms, its units are written off (`restockStopped`).
 */
export async function stopFulfilment(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  number: string,
  { credit, lines: lineNumbers, at }: { credit: string; lines: number[]; at: Date },
) {
  const order = await findOrder(sql, number)
  if (!order) throw new Error(`order ${number} not found`)
  const lines = order.lines.filter(({ line }) => lineNumbers.includes(line))
  await lockStockLevels(sql, skusTakenFromStock({ ...order, lines }))
  for (const { line, round, deliveryCondition, name } of lines) {
    const current = await findOrder(sql, number)
    if (!current) throw new Error(`order ${number} not found`)
    const isFromSupplier = deliveryCondition === 'dropship'
    if (isFromSupplier) await withdrawPurchaseLines(shop, sql, order, { line, round, at })
    await cancelLine(shop, sql, current, line, isFromSupplier ? 'shelf' : 'written-off')
    const sourceId = `stopped ${credit} ${line}`
    await saveEvent(sql, { number, type: 'stopped', description: name, sourceId, at })
  }
  const warehouseLines = lines.filter(({ deliveryCondition }) => deliveryCondition === 'monta')
  for (const round of new Set(warehouseLines.map((line) => line.round))) {
    const data = { number, round, fallen: stopReference(credit, round) }
    await shop.jobs.send(sql, [{ name: 'submit-to-warehouse', data }])
  }
}

const stopReference = (credit: string, round: number) => `${credit}.${round}`

/**
 * Whether a credit stopped the lines. `fallen` is the job's reference to the reason why the warehouse removes lines:
 * `CREDIT.ROUND` for a credit, otherwise the id of a replacement offer, which has no dot.
 */
export const isStopOfCredit = (fallen: string) => fallen.includes('.')

/**
 * Restocks the units of stopped lines that the warehouse has removed or was never asked to send. Runs in the
 * transaction that saves the warehouse's answer, and therefore once.
 */
export async function restockStopped(
  sql: Transaction,
  order: OrderRow,
  stop: { fallen: string; round: number; at: Date },
) {
  const { fallen, round, at } = stop
  const units = await sql<{ sku: string; quantity: number }[]>`
    select sku, sum(line.quantity)::integer as quantity
    from credit_line join order_line line using (order_number, line)
    where order_number = ${order.number} and credit_number || '.' || ${round}::integer = ${fallen}
      and line.round = ${round} and took_stock and line.state = 'cancelled' and delivery_condition = 'monta'
    group by sku`
  await returnUnits(sql, order, units, { reason: 'return', at })
}
