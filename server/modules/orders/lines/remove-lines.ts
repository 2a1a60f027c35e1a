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

type Pieces = { line: number; quantity: number }[]

/** Each line has one state, so units to be removed are split off, unless they are the whole line. */
export async function splitLines(sql: Transaction, order: OrderRow, pieces: Pieces) {
  const parted: Pieces = []
  for (const { line, quantity } of pieces) {
    const now = (await findOrder(sql, order.number)) ?? order
    const isWholeLine = now.lines.find((one) => one.line === line)?.quantity === quantity
    parted.push({ line: isWholeLine ? line : await splitLine(sql, now, line, quantity), quantity })
  }
  return parted
}

/** Cancels lines of an order that is not submitted yet and returns their stock. */
export async function removeLines(sql: Transaction, number: string, pieces: Pieces, at: Date) {
  const order = await findOrder(sql, number)
  if (!order) throw new Error(`order ${number} not found`)
  const isOut = ({ line }: OrderLine) => pieces.some((one) => one.line === line)
  const lines = order.lines.filter(isOut)
  const skus = lines.filter(({ tookStock }) => tookStock).map(({ sku }) => sku)
  await lockStockLevels(sql, [...new Set(skus)])
  await returnStock(sql, { ...order, lines }, at)
  const out = lines.map(({ line }) => line)
  await saveLineStates(sql, number, out, 'cancelled')
}
