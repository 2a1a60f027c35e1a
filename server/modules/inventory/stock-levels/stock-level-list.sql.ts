import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { nameOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import { PACE_DAYS } from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { isSeen } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type StockSort = 'risk' | 'name' | 'on_hand' | 'sold' | 'difference'
export type StockLevelRow = {
  sku: string
  gift: string
  name: string
  picture: string | null
  on_hand: number
  reserved: number
  sold: number
  days_left: number | null
  warehouse: number | null
  asked_at: Date | null
  state: 'out' | 'at-risk' | 'low' | 'fine'
}
type Reader = { channels: readonly string[] | null; language: string }

/** Gone within so many days at its pace. */
const AT_RISK_DAYS = 14
const FEW = 5
const NEVER = 2_000_000_000
const PACE_MINUTES = 30

export const stockLevelList = (
  asked: AskedFilters<'stock'> & {
    search?: string | undefined
    ids?: readonly string[] | undefined
  },
  { channels, language }: Reader,
): ListQuery<StockSort> => ({
  select: (sql) => sql`shelf.sku`,
  from: (sql) => sql`(
    select * from (
      select stock.sku, stock.on_hand, coalesce(pace.sold, 0) as sold,
        ${nameOfGift(sql, language)} as name,
        coalesce(abs(warehouse.on_hand - stock.on_hand), -1) as difference,
        ${daysLeft(sql)} as days_left, ${stateOf(sql)} as state
      from stock join article using (sku) join product on product.id = article.product_id
        join brand on brand.id = product.brand_id
        left join sales_velocity pace using (sku) left join warehouse_count warehouse using (sku)
      where not article.retired and ${isSeen(sql, channels)}
        ${asked.ids === undefined ? sql`` : sql`and stock.sku = any(${asked.ids as string[]}::text[])`}
        ${
          asked.search === undefined || asked.search === ''
            ? sql``
            : sql`and strpos(lower(stock.sku || ' ' || brand.name || ' ' || ${nameOfGift(sql, language)}),
                ${asked.search.toLowerCase()}) > 0`
        }
      offset 0
    ) all_shelves where true ${filterConditions<'stock'>(sql, asked, {
      state: (state) => sql`state = any(${state}::text[])`,
      differs: () => sql`difference > 0`,
    })} offset 0
  ) shelf where true`,
  id: (sql) => sql`shelf.sku`,
  ids: 'text',
  sorts: {
    // Sold out: no days left. No sales: the maximum.
    risk: { by: (sql) => sql`coalesce(shelf.days_left, ${NEVER})`, type: 'bigint' },
    name: { by: (sql) => sql`lower(shelf.name)`, type: 'text' },
    on_hand: { by: (sql) => sql`shelf.on_hand`, type: 'bigint' },
    sold: { by: (sql) => sql`shelf.sold`, type: 'bigint' },
    difference: { by: (sql) => sql`shelf.difference`, type: 'bigint' },
  },
  usual: 'risk',
})

const daysLeft = (sql: Queries) => sql`case
  when stock.on_hand - stock.reserved <= 0 then 0
  when coalesce(pace.sold, 0) <= 0 then null
  else least((stock.on_hand - stock.reserved)::bigint * ${PACE_DAYS} / pace.sold, 100000)::integer end`

const stateOf = (sql: Queries) => sql`case
  when stock.on_hand - stock.reserved <= 0 then 'out'
  when ${daysLeft(sql)} <= ${AT_RISK_DAYS} then 'at-risk'
  when stock.on_hand - stock.reserved <= ${FEW} then 'low' else 'fine' end`

export async function readStockLevels(
  sql: Queries,
  skus: readonly string[],
  { channels, language }: Reader,
) {
  return sql<StockLevelRow[]>`
    select stock.sku, product.id as gift, ${nameOfGift(sql, language)} as name,
      coalesce(article.pictures[1], product.pictures[1]) as picture, stock.on_hand, stock.reserved,
      coalesce(pace.sold, 0) as sold, ${daysLeft(sql)} as days_left, ${stateOf(sql)} as state,
      warehouse.on_hand as warehouse, warehouse.asked_at
    from unnest(${skus as string[]}::text[]) with ordinality wanted (sku, place)
    join stock using (sku) join article using (sku) join product on product.id = article.product_id
    left join sales_velocity pace using (sku) left join warehouse_count warehouse using (sku)
    where ${isSeen(sql, channels)} order by wanted.place`
}

/** Recalculates sales velocities if they are old. One process does it, the others do not wait. */
export async function renewPace(sql: Queries, now: Date) {
  const old = new Date(now.getTime() - PACE_MINUTES * 60_000)
  const [mine] = await sql`
    insert into sales_velocity_counted as counted (at) values (${now})
    on conflict (one) do update set at = excluded.at where counted.at < ${old} or counted.at > ${now}
    returning at`
  if (!mine) return
  const since = new Date(now.getTime() - PACE_DAYS * 24 * 3_600_000)
  await sql`
    with sold as (
      select sku, -sum(quantity)::integer as sold from stock_movement
      where reason in ('order', 'cancel') and at >= ${since}
        and month >= date_trunc('month', ${since}::timestamptz at time zone 'UTC')::date
      group by sku
    ), gone as (
      delete from sales_velocity where sku not in (select sku from sold)
    )
    insert into sales_velocity as pace (sku, sold) select sku, greatest(sold, 0) from sold
    on conflict (sku) do update set sold = excluded.sold where pace.sold <> excluded.sold`
}
