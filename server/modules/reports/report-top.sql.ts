import type { Measure } from '#domain/reports/measures.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  firstCategory,
  type MetricPeriod,
  metricRowsOf,
} from '#server/modules/reports/report-rows.sql.ts'
import { translatedName } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { nameOfGift, pictureOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'

/** The number of rows in each table. */
const MAX_ROWS = 10

type TopQuery = { now: MetricPeriod; before: MetricPeriod; language: string }
type Row = { id: string | null; name: string; value: number; before: number }

/** Sums by a column in a period and in the previous one, for the current top rows. */
const compared = (
  sql: Queries,
  { now, before }: Pick<TopQuery, 'now' | 'before'>,
  sums: (period: MetricPeriod) => Fragment,
) => sql`
  (select id, value from (${sums(now)}) summed where value > 0 order by value desc, id limit ${MAX_ROWS}) top
    left join (${sums(before)}) earlier using (id)`

const values = (sql: Queries) =>
  sql`top.value::bigint, coalesce(earlier.value, 0)::bigint as before`

/** The most ordered gifts, by units. */
export const listTopGifts = (sql: Queries, query: TopQuery) => sql<
  (Row & { id: string; picture: string | null })[]
>`
  select id, ${nameOfGift(sql, query.language)} as name, ${pictureOfGift(sql)} as picture, ${values(sql)}
  from ${compared(
    sql,
    query,
    (period) => sql`
      select product_id as id, sum(value) as value from (${metricRowsOf.gifts(sql, period)}) line
      where product_id is not null group by product_id`,
  )}
    join product using (id)
  order by top.value desc, id`

/** The most ordered categories, by units. */
export const listTopCategories = (sql: Queries, query: TopQuery) => sql<Row[]>`
  select top.id, coalesce((
      select ${translatedName(sql, 'navigation_item', query.language)} from navigation_item
      where navigation_item.id = top.id and parent_id is null
      order by channel_id = ${SHARED_CHANNEL} desc, channel_id limit 1), '') as name, ${values(sql)}
  from ${comparedWithNone(
    sql,
    query,
    (period) => sql`
      select category as id, sum(gifts) as value
      from (
        select menu, product_id, sum(value) as gifts from (${metricRowsOf.gifts(sql, period)}) line
        group by menu, product_id
      ) gift left join ${firstCategory(sql, period)} first_category using (menu, product_id)
      group by category`,
  )}
  order by top.value desc, top.id`

/** Like `compared`, for ids that may be null. */
const comparedWithNone = (
  sql: Queries,
  { now, before }: TopQuery,
  sums: (period: MetricPeriod) => Fragment,
) => sql`
  (select id, value from (${sums(now)}) summed where value > 0 order by value desc, id limit ${MAX_ROWS}) top
    left join (${sums(before)}) earlier on earlier.id is not distinct from top.id`

export const listTopChannels = (sql: Queries, query: TopQuery, measure: Measure) => sql<
  (Row & { id: string })[]
>`
  select id, channel.name, ${values(sql)}
  from ${compared(
    sql,
    query,
    (period) => sql`
      select channel_id as id, sum(value) as value from (${metricRowsOf[measure](sql, period)}) counted
      group by channel_id`,
  )}
    join channel using (id)
  order by top.value desc, id`

/** The employer of a voucher is that of its campaign; null: none. */
export const listTopEmployers = (sql: Queries, query: TopQuery, measure: Measure) => sql<Row[]>`
  select top.id::text, coalesce(employer.name, '') as name, ${values(sql)}
  from ${comparedWithNone(
    sql,
    query,
    (period) => sql`
      select employer_id as id, sum(counted.value) as value
      from (
        select ${measure === 'claimed' ? sql`id` : sql`voucher_id`} as voucher_id, sum(value) as value
        from (${metricRowsOf[measure](sql, period)}) each group by 1
      ) counted join voucher on voucher.id = voucher_id join voucher_batch on voucher_batch.id = batch_id
        left join campaign on campaign.id = campaign_id
      group by employer_id`,
  )}
    left join employer on employer.id = top.id
  order by top.value desc, top.id`
