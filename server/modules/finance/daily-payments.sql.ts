import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { Queries, Fragment } from '#server/platform/db/database.ts'
import { type PaymentRowsFilter, paymentRowsOf } from '#server/modules/finance/payment-rows.sql.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

type PaymentSums = {
  provider: string
  channel: string
  paid: number
  orders: number
  stray: number
  refunded: number
  charged_back: number
  difference: number
}

type PaymentDifference = {
  channel: string
  payment: string | null
  order: string | null
  paid: number | null
  ordered: number | null
}

type VatSums = {
  channel: string
  country: string
  bp: number
  cents: number
  vat_cents: number
  cents_back: number
  vat_back: number
}

export async function sumOfList(sql: Queries, list: ListQuery<'at'>) {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(value), 0)::bigint as sum from (select value from ${list.from(sql)}) listed`
  return row?.sum ?? 0
}

export const paymentRowList = (
  {
    search,
    ids,
    ...filter
  }: PaymentRowsFilter & { search?: string | undefined; ids?: string[] | undefined },
  channels: readonly string[] | null,
): ListQuery<'at'> => ({
  select: (sql) => sql`id, at, channel_id, value, provider, about, subject, name`,
  from: (sql) => sql`(${paymentRowsOf[filter.metric](sql, filter)}) figure
    where ${channels === null ? sql`true` : sql`channel_id = any(${[...channels]}::text[])`}
      ${search === undefined || search === '' ? sql`` : sql`and (subject = ${search} or name = ${search})`}
      ${ids === undefined ? sql`` : sql`and id = any(${ids}::text[])`}`,
  id: (sql) => sql`id`,
  idType: 'text',
  sorts: { at: { by: (sql) => sql`at`, type: 'timestamptz' } },
  defaultSort: defaultSorts.paymentRows,
})

export const everyChannel = (sql: Queries) => sql`true`

export const isOwnChannel = (sql: Queries, channelIds: string[]) =>
  sql`channel_id = any(${channelIds}::text[])`

export const listPaymentsOfDay = (sql: Queries, day: string, inChannels: Fragment) => sql<
  PaymentSums[]
>`
  select provider, channel_id as channel, paid, ordered as orders, stray, refunded, charged_back, difference
  from payments_of_day(${day}) where ${inChannels} order by provider, channel_id`

export const listDifferences = (sql: Queries, day: string, inChannels: Fragment) => sql<
  PaymentDifference[]
>`
  select channel_id as channel, payment_key as payment, order_number as order, paid, ordered
  from payment_differences(${day}) where ${inChannels} order by channel_id, order_number`

export const listVatOfDay = (sql: Queries, day: string, inChannels: Fragment) => sql<VatSums[]>`
  select channel_id as channel, country, bp, cents, vat_cents, cents_back, vat_back
  from vat_of_day(${day}) where ${inChannels} order by channel_id, country, bp desc`

type DaySums = Omit<PaymentSums, 'provider' | 'channel'> & {
  day: string
  vat_cents: number
  vat_back: number
}

/** Each day from `from` to `to` with its totals. A day without payments is zero. */
export const listPaymentsByDay = (
  sql: Queries,
  from: string,
  to: string,
  inChannels: Fragment,
) => sql<DaySums[]>`
  select to_char(day, 'YYYY-MM-DD') as day, coalesce(paid, 0)::bigint as paid, coalesce(orders, 0)::bigint as orders,
    coalesce(stray, 0)::bigint as stray, coalesce(refunded, 0)::bigint as refunded,
    coalesce(charged_back, 0)::bigint as charged_back, coalesce(difference, 0)::bigint as difference,
    coalesce(vat_cents, 0)::bigint as vat_cents, coalesce(vat_back, 0)::bigint as vat_back
  from generate_series(${from}::date, ${to}::date, interval '1 day') day
    cross join lateral (
      select sum(paid) as paid, sum(ordered) as orders, sum(stray) as stray, sum(refunded) as refunded,
        sum(charged_back) as charged_back, sum(difference) as difference
      from payments_of_day(day::date) where ${inChannels}) money
    cross join lateral (
      select sum(vat_cents) as vat_cents, sum(vat_back) as vat_back from vat_of_day(day::date) where ${inChannels}) vat
  order by day`
