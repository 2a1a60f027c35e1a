import type { Queries } from '#server/platform/db/database.ts'

type SalesQuery = {
  gift: string
  /** The start of each week, and the end of the last one. */
  edges: readonly Date[]
  /** null: all. */
  channels: readonly string[] | null
}
type UnitsOfWeek = { week: number; units: number }

const weekEdges = (sql: Queries, { edges }: SalesQuery) =>
  sql`${edges.map((edge) => edge.toISOString())}::timestamptz[]`

const isSinceFirstWeek = (sql: Queries, period: SalesQuery, at: 'placed_at' | 'at') => sql`
  ${sql(at)} >= (${weekEdges(sql, period)})[1]
    and month >= date_trunc('month', (${weekEdges(sql, period)})[1] at time zone 'UTC')::date`

/** Ordered units of a gift per week, counted from 1. Starts from the gift's variants, because they are fewer than the orders. */
export const listSoldByWeek = (sql: Queries, period: SalesQuery) => sql<UnitsOfWeek[]>`
  select width_bucket(placed_at, ${weekEdges(sql, period)}) as week, sum(quantity)::integer as units
  from article join order_line using (sku) join orders using (month)
  where article.product_id = ${period.gift} and orders.number = order_line.order_number
    and ${isSinceFirstWeek(sql, period, 'placed_at')}
    ${period.channels === null ? sql`` : sql`and orders.channel_id = any(${[...period.channels]}::text[])`}
  group by 1`

/** Stock changes of a gift per week. Empty without a stock level. */
export const listStockMovesByWeek = (sql: Queries, period: SalesQuery) => sql<UnitsOfWeek[]>`
  select width_bucket(at, ${weekEdges(sql, period)}) as week, sum(quantity)::integer as units
  from article join stock_movement using (sku)
  where article.product_id = ${period.gift} and ${isSinceFirstWeek(sql, period, 'at')}
  group by 1`

/** Whether the stock changed before the first week. */
export async function hasMovedBefore(sql: Queries, period: SalesQuery): Promise<boolean> {
  const [row] = await sql<{ moved: boolean }[]>`
    select exists (
      select from article join stock_movement using (sku)
      where article.product_id = ${period.gift} and at < (${weekEdges(sql, period)})[1]
        and month <= date_trunc('month', (${weekEdges(sql, period)})[1] at time zone 'UTC')::date) as moved`
  return row?.moved ?? false
}

/** Units of all variants in stock now; null without a stock level. */
export async function findStockNow(sql: Queries, gift: string): Promise<number | null> {
  const [row] = await sql<{ units: number | null }[]>`
    select sum(on_hand)::integer as units from article join stock using (sku) where product_id = ${gift}`
  return row?.units ?? null
}
