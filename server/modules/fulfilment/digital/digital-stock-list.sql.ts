import type { CODE_STATES } from '#contract/fulfilment/digital-code-states.ts'
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

export type DigitalSort = 'risk' | 'name' | 'free' | 'sold' | 'waiting'
export type DigitalStockRow = {
  sku: string
  gift: string
  name: string
  variant: string
  picture: string | null
  free: number
  held: number
  waiting: number
  sold: number
  days_left: number | null
  state: (typeof CODE_STATES)[number]
}
type Reader = { channels: readonly string[] | null; language: StaffLanguage; now: Date }

/** Sorts gifts that do not sell last. */
const NEVER = 2_000_000_000

/** Articles whose codes this shop hands out or still has in stock. */
export const digitalStockList = (
  query: AskedFilters<'digitalStocks'> & {
    search?: string | undefined
    ids?: readonly string[] | undefined
  },
  { channels, language, now }: Reader,
): ListQuery<DigitalSort> => ({
  select: (sql) => sql`
    stock.sku, stock.gift, stock.name, stock.variant, stock.picture, stock.free, stock.held, stock.waiting, stock.sold, stock.days_left, stock.state`,
  from: (sql) => sql`(
    select counted.*, ${stateOf(sql)} as state from (
      select listed.*, case when free = 0 then 0 when sold = 0 then null
        else least(free::bigint * ${PACE_DAYS} / sold, 100000)::integer end as days_left
      from (
        select article.sku, product.id as gift, ${nameOfGift(sql, language)} as name,
          ${variantIn(sql, fallbackOrder(language, undefined))} as variant,
          coalesce(article.pictures[1], product.pictures[1]) as picture,
          (select count(*)::integer from digital_code code where code.sku = article.sku and state = 'free') as free,
          (select count(*)::integer from digital_code code where code.sku = article.sku and state = 'held') as held,
          (select count(*)::integer from digital_item item
            where item.sku = article.sku and state = 'waiting' and kind = 'code') as waiting,
          coalesce(pace.sold, 0) as sold
        from article join product on product.id = article.product_id
          left join (
            select sku, count(*)::integer as sold from digital_item
            where asked_at >= ${new Date(now.getTime() - PACE_DAYS * 86_400_000)} and kind = 'code' and state <> 'dropped'
            group by sku
          ) pace on pace.sku = article.sku
        where (product.delivery_condition = 'digital' and digital_kind = 'code' and not article.retired
            or exists (select from digital_code code where code.sku = article.sku and state in ('free', 'held')))
          and ${isVisibleGiftRow(sql, channels)}
          ${query.ids === undefined ? sql`` : sql`and article.sku = any(${query.ids as string[]}::text[])`}
        offset 0
      ) listed
    ) counted
    ${
      query.search === undefined || query.search === ''
        ? sql``
        : sql`where strpos(lower(sku || ' ' || name || ' ' || variant), ${query.search.toLowerCase()}) > 0`
    } offset 0
  ) stock where true ${filterConditions<'digitalStocks'>(sql, query, {
    state: (state) => sql`state = any(${state}::text[])`,
  })}`,
  id: (sql) => sql`stock.sku`,
  idType: 'text',
  sorts: {
    // Variants with waiting holders first, then sold-out ones, then those that will sell out soonest.
    risk: {
      by: (sql) =>
        sql`case when stock.waiting > 0 then -1 else coalesce(stock.days_left, ${NEVER}) end`,
      type: 'bigint',
    },
    name: { by: (sql) => sql`lower(stock.name)`, type: 'text' },
    free: { by: (sql) => sql`stock.free`, type: 'bigint' },
    sold: { by: (sql) => sql`stock.sold`, type: 'bigint' },
    waiting: { by: (sql) => sql`stock.waiting`, type: 'bigint' },
  },
  defaultSort: defaultSorts.digitalStocks,
})

const stateOf = (sql: Queries) => sql`case
  when waiting > 0 then 'waiting' when free = 0 then 'out'
  when days_left <= ${AT_RISK_DAYS} then 'at-risk'
  when free <= ${FEW_UNITS} then 'low' else 'fine' end`
