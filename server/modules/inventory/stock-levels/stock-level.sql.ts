import { isVisibleGiftRow } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

const MAX_MOVEMENTS = 50

export async function isSeenArticle(sql: Queries, sku: string, channels: readonly string[] | null) {
  const [row] = await sql`
    select from article join product on product.id = product_id
    where sku = ${sku} and ${isVisibleGiftRow(sql, channels)}`
  return row !== undefined
}

export const listStockMovements = (
  sql: Queries,
  channels: readonly string[] | null,
  sku: string,
) => sql<
  {
    id: number
    at: Date
    quantity: number
    reason: 'order' | 'cancel' | 'count' | 'damaged' | 'return' | 'adjust'
    order: string | null
    by: string | null
    note: string | null
  }[]
>`
  select movement.id, movement.at, movement.quantity, coalesce(correction.reason, movement.reason) as reason,
    ${
      channels === null
        ? sql`movement.order_number`
        : sql`(
      select number from orders
      where number = movement.order_number and channel_id = any(${channels as string[]}::text[]))`
    } as order, staff.name as by, correction.note
  from stock_movement movement
  left join stock_correction correction
    on correction.sku = movement.sku and correction.at = movement.at and movement.reason = 'count'
  left join credit
    on credit.order_number = movement.order_number and credit.at = movement.at and movement.reason = 'return'
  left join staff on staff.id = coalesce(correction.staff_id, credit.staff_id)
  where movement.sku = ${sku} order by movement.at desc, movement.id desc limit ${MAX_MOVEMENTS}`

export async function findSeenArticle(
  sql: Queries,
  sku: string,
  channels: readonly string[] | null,
) {
  const [row] = await sql<{ product_id: string }[]>`
    select product_id from article join product on product.id = product_id
    where sku = ${sku} and not retired and ${isVisibleGiftRow(sql, channels)}`
  return row
}

export const listWarehouseSkus = (sql: Queries) => sql<{ sku: string }[]>`
  select sku from stock join article using (sku) join product on product.id = product_id
  where not retired and delivery_condition = 'monta' order by sku`

export const insertWarehouseCounts = (sql: Queries, now: Date, rows: string) => sql`
  insert into warehouse_count (sku, on_hand, asked_at)
  select reported.sku, reported."onHand", ${now}
  from jsonb_to_recordset(${rows}::text::jsonb) as reported (sku text, "onHand" integer)
  join stock using (sku) where reported."onHand" >= 0
  on conflict (sku) do update set on_hand = excluded.on_hand, asked_at = excluded.asked_at`

export async function countDifferences(sql: Queries) {
  const [row] = await sql<{ differ: number }[]>`
    select count(*)::integer as differ from warehouse_count join stock using (sku)
    where warehouse_count.on_hand <> stock.on_hand`
  return row
}
