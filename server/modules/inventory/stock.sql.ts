import type { Queries, Transaction } from '#server/platform/db/database.ts'

/** In SKU order, as everywhere, to prevent deadlocks. */
export async function lockStockLevels(sql: Transaction, skus: readonly string[]) {
  if (skus.length === 0) return
  await sql`select from stock where sku in ${sql(skus)} order by sku for update`
}

/** Columns that all child rows of an order share. */
type OrderKeys = { order_number: string; month: string; voucher_id: number }
type NoOrderKeys = { order_number: null; month: string; voucher_id: null }

export type StockMovement = {
  sku: string
  quantity: number
  reason: 'count' | 'order' | 'cancel' | 'return' | 'damaged'
  at: Date
} & (OrderKeys | NoOrderKeys)

/** Inserts all movements in one statement, so that opposite movements of one SKU leave its stock level unchanged. */
export async function moveStock(sql: Queries, movements: readonly StockMovement[]) {
  if (movements.length === 0) return
  await sql`insert into stock_movement ${sql(movements)}`
}

/** Returns units of an order to stock, in SKU order, as everywhere. */
export async function returnUnits(
  sql: Queries,
  { number, month, voucherId }: { number: string; month: string; voucherId: number },
  units: readonly { sku: string; quantity: number }[],
  { reason, at }: { reason: 'cancel' | 'return'; at: Date },
) {
  const quantities = new Map<string, number>()
  for (const { sku, quantity } of units) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
  const bySku = [...quantities].sort(([a], [b]) => (a < b ? -1 : 1))
  const order = { order_number: number, month, voucher_id: voucherId }
  await moveStock(
    sql,
    bySku.map(([sku, quantity]) => ({ sku, quantity, reason, ...order, at })),
  )
}

/** Makes gifts unlimited. Deletes their movements too; the caller has reopened the closed months among them. */
export const dropStockLevels = (sql: Queries, skus: readonly string[]) =>
  sql`delete from stock where sku = any(${[...skus]})`

/** Stores counted stock. `by` is the difference from the stock level. */
export async function countStock(
  sql: Queries,
  counts: readonly { sku: string; onHand: number; by: number }[],
) {
  const json = JSON.stringify(counts)
  await sql`
    insert into stock (sku, on_hand, counted)
    select sku, 0, "onHand" from jsonb_to_recordset(${json}::text::jsonb) as counted (sku text, "onHand" integer)
    on conflict (sku) do update set counted = excluded.counted`
  await sql`
    insert into stock_movement (sku, quantity, reason)
    select sku, by, 'count' from jsonb_to_recordset(${json}::text::jsonb) as counted (sku text, by integer)
    where by <> 0`
}

/** Sets a number that differs from the sum of its movements or reservations. The caller has locked the stock level. */
export const correctOnHand = (sql: Queries, sku: string, onHand: number) =>
  sql`update stock set on_hand = ${onHand} where sku = ${sku}`

export const correctReserved = (sql: Queries, sku: string, reserved: number) =>
  sql`update stock set reserved = ${reserved} where sku = ${sku}`

/** Statements of a catalogue change with the rows `wanted`. A stock level with movements is not deleted. */
export const CHANGE_STOCK_LEVELS = [
  `insert into stock (sku, on_hand) select id, 0 from wanted where after is not null order by id on conflict do nothing`,
  `delete from stock using wanted where stock.sku = wanted.id and wanted.after is null
   and on_hand = 0 and reserved = 0 and not exists (select from stock_movement where stock_movement.sku = stock.sku)
   and not exists (select from stock_correction where stock_correction.sku = stock.sku)`,
]
