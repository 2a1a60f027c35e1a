import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { AT_RISK_DAYS, FEW_UNITS } from '#domain/inventory/gift-stock.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { variantIn } from '#server/modules/catalog/variant-label.sql.ts'
import { fallbackOrder, type StaffLanguage } from '#domain/language.ts'
import { nameOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import { PACE_DAYS } from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { isVisibleGiftRow } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type StockSort = 'risk' | 'name' | 'on_hand' | 'sold' | 'difference'
export type StockLevelRow = {
  sku: string
  gift: string
  name: string
  variant: string
  picture: string | null
  on_hand: number
  reserved: number
  sold: number
  days_left: number | null
  warehouse: number | null
  asked_at: Date | null
  state: 'out' | 'at-risk' | 'low' | 'fine'
}
type Reader = { channels: readonly string[] | null; language: StaffLanguage }
type StockQuery = AskedFilters<'stock'> & {
  search?: string | undefined
  ids?: readonly string[] | undefined
  gifts?: readonly string[] | undefined
}

const WEEK_DAYS = 7
/** Sorts stock that does not sell last. */
const NEVER = 2_000_000_000
/** Sorts sold-out stock after all stock that still sells, and before stock that does not sell. */
const SOLD_OUT = 1_000_000_000
const VELOCITY_MINUTES = 30

/** One row per stock level that the reader may see, with the columns for filters and sorting. */
const stockLevels = (sql: Queries, { channels, language }: Reader) => sql`
  select stock.sku, product.id as gift, stock.on_hand, coalesce(pace.sold, 0) as sold,
    ${nameOfGift(sql, language)} as name, brand.name as brand,
    coalesce(abs(warehouse.on_hand - stock.on_hand), -1) as difference,
    ${daysLeft(sql)} as days_left, ${stateOf(sql)} as state
  from stock join article using (sku) join product on product.id = article.product_id
    join brand on brand.id = product.brand_id
    left join sales_velocity pace using (sku) left join warehouse_count warehouse using (sku)
  where not article.retired and ${isVisibleGiftRow(sql, channels)} offset 0`

const matchesQuery = (sql: Queries, { search, ids, gifts, ...filters }: StockQuery) => sql`true
  ${ids === undefined ? sql`` : sql`and sku = any(${ids as string[]}::text[])`}
  ${gifts === undefined ? sql`` : sql`and gift = any(${gifts as string[]}::text[])`}
  ${
    search === undefined || search === ''
      ? sql``
      : sql`and strpos(lower(sku || ' ' || brand || ' ' || name), ${search.toLowerCase()}) > 0`
  }
  ${filterConditions<'stock'>(sql, filters, {
    state: (state) => sql`state = any(${state}::text[])`,
    ends: () => endsInWeek(sql),
    differs: () => sql`difference > 0`,
  })}`

const endsInWeek = (sql: Queries) => sql`days_left between 1 and ${WEEK_DAYS}`

/** Stock that will sell out soonest can still be reordered in time, so it comes before stock that is sold out. */
const risk = (sql: Queries) => sql`case
  when days_left is null then ${NEVER}
  when days_left = 0 then ${SOLD_OUT} - sold else days_left end`

const stockSorts = {
  risk: { by: (sql) => sql`listed.risk`, type: 'bigint' },
  name: { by: (sql) => sql`lower(listed.name)`, type: 'text' },
  on_hand: { by: (sql) => sql`listed.on_hand`, type: 'bigint' },
  sold: { by: (sql) => sql`listed.sold`, type: 'bigint' },
  difference: { by: (sql) => sql`listed.difference`, type: 'bigint' },
} as const satisfies ListQuery<StockSort>['sorts']

export const stockLevelList = (query: StockQuery, reader: Reader): ListQuery<StockSort> => ({
  select: (sql) => sql`listed.sku`,
  from: (sql) => sql`(
    select *, ${risk(sql)} as risk from (${stockLevels(sql, reader)}) levels
    where ${matchesQuery(sql, query)} offset 0
  ) listed where true`,
  id: (sql) => sql`listed.sku`,
  idType: 'text',
  sorts: stockSorts,
  defaultSort: defaultSorts.stock,
})

/** Gifts of which at least one variant matches, with the sums of all their variants. */
export const stockGiftList = (query: StockQuery, reader: Reader): ListQuery<StockSort> => ({
  select: (sql) => sql`listed.gift`,
  from: (sql) => sql`(
    select gift, min(name) as name, sum(on_hand) as on_hand, sum(sold) as sold, max(difference) as difference,
      min(${risk(sql)}) as risk
    from (${stockLevels(sql, reader)}) levels
    group by gift having bool_or(${matchesQuery(sql, query)}) offset 0
  ) listed where true`,
  id: (sql) => sql`listed.gift`,
  idType: 'text',
  sorts: stockSorts,
  defaultSort: defaultSorts.stock,
})

/**
 * The number of gifts with a variant that is sold out, that sells out within a week, or that the warehouse counts
 * differently.
 */
export async function countStockGifts(sql: Queries, reader: Reader) {
  const [row] = await sql<{ out: number; week: number; differ: number }[]>`
    select count(*) filter (where out)::integer as out, count(*) filter (where week)::integer as week,
      count(*) filter (where differ)::integer as differ
    from (
      select bool_or(state = 'out') as out, bool_or(coalesce(${endsInWeek(sql)}, false)) as week,
        bool_or(difference > 0) as differ
      from (${stockLevels(sql, reader)}) levels group by gift) gifts`
  return row ?? { out: 0, week: 0, differ: 0 }
}

/** Stock for less than a day counts as one day: 0 is sold out. */
const daysLeft = (sql: Queries) => sql`case
  when stock.on_hand - stock.reserved <= 0 then 0
  when coalesce(pace.sold, 0) <= 0 then null
  else greatest(1, least((stock.on_hand - stock.reserved)::bigint * ${PACE_DAYS} / pace.sold, 100000))::integer end`

const stateOf = (sql: Queries) => sql`case
  when stock.on_hand - stock.reserved <= 0 then 'out'
  when ${daysLeft(sql)} <= ${AT_RISK_DAYS} then 'at-risk'
  when stock.on_hand - stock.reserved <= ${FEW_UNITS} then 'low' else 'fine' end`

/** The levels of these variants, in the order of the list. */
export const readStockLevels = (sql: Queries, skus: readonly string[], reader: Reader) =>
  sql<StockLevelRow[]>`
    ${levelColumns(sql, reader)}
    from unnest(${skus as string[]}::text[]) with ordinality wanted (sku, place)
    join stock using (sku) join article using (sku) ${levelJoins(sql)}
    where ${isVisibleGiftRow(sql, reader.channels)} order by wanted.place`

/** The levels of all variants of these gifts, in the order of the list. */
export const readGiftLevels = (sql: Queries, gifts: readonly string[], reader: Reader) =>
  sql<StockLevelRow[]>`
    ${levelColumns(sql, reader)}
    from unnest(${gifts as string[]}::text[]) with ordinality wanted (gift, place)
    join article on article.product_id = wanted.gift join stock on stock.sku = article.sku ${levelJoins(sql)}
    where not article.retired and ${isVisibleGiftRow(sql, reader.channels)}
    order by wanted.place, article.position, article.sku`

const levelColumns = (sql: Queries, { language }: Reader) => sql`
  select stock.sku, product.id as gift, ${nameOfGift(sql, language)} as name,
    ${variantIn(sql, fallbackOrder(language, undefined))} as variant,
    coalesce(article.pictures[1], product.pictures[1]) as picture, stock.on_hand, stock.reserved,
    coalesce(pace.sold, 0) as sold, ${daysLeft(sql)} as days_left, ${stateOf(sql)} as state,
    warehouse.on_hand as warehouse, warehouse.asked_at`

const levelJoins = (sql: Queries) => sql`
  join product on product.id = article.product_id left join sales_velocity pace on pace.sku = stock.sku
  left join warehouse_count warehouse on warehouse.sku = stock.sku`

/** Recalculates the sales velocities if they are outdated. Only one process does it; the others do not wait. */
export async function refreshSalesVelocity(sql: Queries, now: Date) {
  const outdatedBefore = new Date(now.getTime() - VELOCITY_MINUTES * 60_000)
  const [acquired] = await sql`
    insert into sales_velocity_counted as counted (at) values (${now})
    on conflict (one) do update set at = excluded.at where counted.at < ${outdatedBefore} or counted.at > ${now}
    returning at`
  if (!acquired) return
  const since = new Date(now.getTime() - PACE_DAYS * 24 * 3_600_000)
  await sql`
    with sold as (
      select sku, -sum(quantity)::integer as sold from stock_movement
      where reason in ('order', 'cancel') and at >= ${since}
        and month >= date_trunc('month', ${since}::timestamptz at time zone 'UTC')::date
      group by sku
    ), deleted as (
      delete from sales_velocity where sku not in (select sku from sold)
    )
    insert into sales_velocity as pace (sku, sold) select sku, greatest(sold, 0) from sold
    on conflict (sku) do update set sold = excluded.sold where pace.sold <> excluded.sold`
}
