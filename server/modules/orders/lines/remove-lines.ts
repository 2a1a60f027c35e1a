import {
  findOrder,
  type OrderLine,
  type OrderRow,
  saveLineStates,
} from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { splitLine } from '#server/modules/orders/replacements/start-replacement.ts'
import { returnStock } from '#server/modules/orders/cancel-order.ts'
import { lockStockLevels } from '#server/modules/inventory/stock.sql.ts'

type LineQuantities = { line: number; quantity: number }[]

/** Each line has one state, so units to be removed become lines of their own. Returns these lines. */
export async function splitLines(sql: Transaction, order: OrderRow, units: LineQuantities) {
  const split: LineQuantities = []
  for (const { line, quantity } of units) {
    const current = (await findOrder(sql, order.number)) ?? order
    const isCompleteLine =
      current.lines.find((orderLine) => orderLine.line === line)?.quantity === quantity
    const newLine = isCompleteLine ? line : await splitLine(sql, current, line, quantity)
    split.push({ line: newLine, quantity })
  }
  return split
}

/** Cancels lines of an order that is not submitted yet and returns their stock. */
export async function removeLines(
  sql: Transaction,
  number: string,
  removed: LineQuantities,
  at: Date,
) {
  const order = await findOrder(sql, number)
  if (!order) throw new Error(`order ${number} not found`)
  const isRemoved = ({ line }: OrderLine) => removed.some((units) => units.line === line)
  const lines = order.lines.filter(isRemoved)
  const skus = lines.filter(({ tookStock }) => tookStock).map(({ sku }) => sku)
  await lockStockLevels(sql, [...new Set(skus)])
  await returnStock(sql, { ...order, lines }, at)
  const lineNumbers = lines.map(({ line }) => line)
  await saveLineStates(sql, number, lineNumbers, 'cancelled')
}
