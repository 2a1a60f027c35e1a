import type { Queries } from '#server/platform/db/database.ts'

type Asked = {
  gift: string
  /** The start of each week, and the end of the last one. */
  edges: readonly Date[]
  /** null: all. */
  channels: readonly string[] | null
}
type InWeek = { week: number; units: number }

const edgesOf = (sql: Queries, { edges }: Asked) =>
  sql`${edges.map((edge) => edge.toISOString())}::timestamptz[]`

const since = (sql: Queries, period: Asked, at: 'placed_at' | 'at') => sql`
  ${sql(at)} >= (${edgesOf(sql, period)})[1]
    and month >= date_trunc('month', (${edgesOf(sql, period)})[1] at time zone 'UTC')::date`

/** Ordered units of a gift per week, starting with 1. Read by the gift's variants, not by the orders of the weeks. */
export const soldByWeek = (sql: Queries, period: Asked) => sql<InWeek[]>`
  select width_bucket(placed_at, ${edgesOf(sql, period)}) as week, sum(quantity)::integer as units
  from article join order_line using (sku) join orders using (month)
  where article.product_id = ${period.gift} and orders.number = order_line.order_number
    and ${since(sql, period, 'placed_at')}
    ${period.channels === null ? sql`` : sql`and orders.channel_id = any(${[...period.channels]}::text[])`}
  group by 1`

/** Stock changes of a gift per week. Empty without a stock level. */
export const stockMovesByWeek = (sql: Queries, period: Asked) => sql<InWeek[]>`
  select width_bucket(at, ${edgesOf(sql, period)}) as week, sum(quantity)::integer as units
  from article join stock_movement using (sku)
  where article.product_id = ${period.gift} and ${since(sql, period, 'at')}
  group by 1`

/** Whether the stock changed before the first week. */
export async function hasMovedBefore(sql: Queries, period: Asked): Promise<boolean> {
  const [row] = await sql<{ moved: boolean }[]>`
    select exists (
      select from article join stock_movement using (sku)
      where article.product_id = ${period.gift} and at < (${edgesOf(sql, period)})[1]
        and month <= date_trunc('month', (${edgesOf(sql, period)})[1] at time zone 'UTC')::date) as moved`
  return row?.moved ?? false
}

/** Units of all variants in stock now; null without a stock level. */
export async function stockNow(sql: Queries, gift: string): Promise<number | null> {
  const [row] = await sql<{ units: number | null }[]>`
    select sum(on_hand)::integer as units from article join stock using (sku) where product_id = ${gift}`
  return row?.units ?? null
}
