import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type MetricName, ORDER_FIGURES } from '#contract/reports/reports.staff.ts'
import {
  type MetricPeriod,
  type MetricFilter,
  metricRowsOf,
  filterRows,
  TEXT_KEYS,
} from '#server/modules/reports/report-rows.sql.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export async function findSum(sql: Queries, list: ListQuery<'at'>) {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(value), 0)::bigint as sum from (select value from ${list.from(sql)}) listed`
  return row?.sum ?? 0
}

/** The name of a row; for a gift in the reader's language, if available. */
const shownName = (sql: Queries, figure: MetricName, language: string) =>
  figure === 'gifts' ? soldGiftName(sql, language) : sql`name`

const soldGiftName = (sql: Queries, language: string) => sql`coalesce((
  select texts.name from product_text texts
  where texts.product_id = figure.product_id and texts.language = ${language} and texts.name is not null
    and texts.channel_id in (figure.channel_id, ${SHARED_CHANNEL})
  order by (texts.channel_id = ${SHARED_CHANNEL}) limit 1), name)`

export const rowList = (
  language: string,
  figure: MetricName,
  period: MetricPeriod,
  {
    ids,
    search,
    ...filter
  }: MetricFilter & { ids?: string[] | undefined; search?: string | undefined },
): ListQuery<'at'> => ({
  select: (sql) =>
    sql`id, at, channel_id, value, about, subject, ${shownName(sql, figure, language)} as name
      ${
        ORDER_FIGURES.includes(figure)
          ? sql`, points_paid, cents_paid, (select person from orders where number = subject) as person`
          : sql``
      }`,
  from: (sql) => sql`(${metricRowsOf[figure](sql, period)}) figure
    where ${filterRows(sql, figure, filter)}
      ${search === undefined || search === '' ? sql`` : sql`and (subject = ${search} or strpos(lower(${shownName(sql, figure, language)}), ${search.toLowerCase()}) > 0)`}
      ${ids === undefined ? sql`` : sql`and id::text = any(${ids}::text[])`}`,
  id: (sql) => sql`id`,
  idType: TEXT_KEYS.includes(figure) ? 'text' : 'number',
  sorts: { at: { by: (sql) => sql`at`, type: 'timestamptz' } },
  defaultSort: defaultSorts.metricRows,
})
