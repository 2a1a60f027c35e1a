import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'

export type PaymentSums = {
  of_month: string
  provider: string
  channel: string
  paid: number
  orders: number
  stray: number
  refunded: number
  charged_back: number
  difference: number
}

export type VatSums = {
  of_month: string
  channel: string
  country: string
  bp: number
  cents: number
  vat_cents: number
  cents_back: number
  vat_back: number
}

type ClosedMonth = { closed_at: Date; closed_by: string; note: string }

/** After this time the last day of the month is over in every channel's time zone. */
const TIME_ZONE_MARGIN_MS = 24 * 3_600_000

export async function findUncheckedRates(sql: Queries, vat: VatSums[]) {
  const rows = await sql<{ country: string; bp: number }[]>`
    select distinct country, bp from jsonb_to_recordset(${sql.json(vat)}) as used (country text, bp integer)
    where not exists (
      select from vat_rate_review review where review.country = used.country and review.bp = used.bp)
    order by 1, 2`
  return [...rows]
}

const inChannels = (sql: Queries, channels: StaffCaller['channels']) =>
  channels === null ? sql`true` : sql`channel_id = any(${[...channels]}::text[])`

export async function findClosedMonth(
  sql: Queries,
  month: string,
): Promise<ClosedMonth | undefined> {
  const [row] = await sql<ClosedMonth[]>`
    select closed_at, name as closed_by, note from accounting_month join staff on staff.id = staff_id
    where month = ${`${month}-01`}`
  return row
}

/**
 * Why a month cannot be closed, or null. Months are closed in order, so corrections always refer to a reported month.
 */
export async function findClosingObstacle(sql: Queries, month: string, now: Date) {
  const first = `${month}-01`
  const [row] = await sql<
    { is_over: boolean; is_before_first: boolean; is_earlier_open: boolean }[]
  >`
    with first_payment as (
      select date_trunc('month', min(settled_at) at time zone ${DEFAULT_ZONE}) as month from payment where state = 'paid')
    select (${first}::date + interval '1 month') at time zone 'UTC' <= ${new Date(now.getTime() - TIME_ZONE_MARGIN_MS)} as is_over,
      coalesce(${first}::date < (select month from first_payment), true) as is_before_first,
      exists (
        select from generate_series((select month from first_payment),
          ${first}::timestamp - interval '1 month', interval '1 month') earlier
        where not exists (select from accounting_month where month = earlier::date)) as is_earlier_open`
  if (!row?.is_over) return 'not-over' as const
  if (row.is_before_first) return 'before-first' as const
  return row.is_earlier_open ? ('earlier-open' as const) : null
}

export async function listMonthRows(
  sql: Queries,
  month: string,
  isClosed: boolean,
  channels: StaffCaller['channels'],
) {
  const first = `${month}-01`
  const moneyRows = isClosed
    ? sql`accounting_payment where month = ${first} and ${inChannels(sql, channels)}`
    : sql`accounting_payment_due(${first}) where ${inChannels(sql, channels)}`
  const vatRows = isClosed
    ? sql`accounting_vat where month = ${first} and ${inChannels(sql, channels)}`
    : sql`accounting_vat_due(${first}) where ${inChannels(sql, channels)}`
  const money = await sql<PaymentSums[]>`
    select to_char(of_month, 'YYYY-MM') as of_month, provider, channel_id as channel, paid, ordered as orders, stray, refunded,
      charged_back, paid - ordered - stray as difference
    from ${moneyRows} order by of_month desc, provider, channel_id`
  const vat = await sql<VatSums[]>`
    select to_char(of_month, 'YYYY-MM') as of_month, channel_id as channel, country, bp, cents, vat_cents, cents_back, vat_back
    from ${vatRows} order by of_month desc, channel_id, country, bp desc`
  return { money: [...money], vat: [...vat] }
}

/** The reported figures of a closed month, or the current figures of an open one. */
function reportedOrSoFar(sql: Queries, column: string) {
  const table = column.startsWith('vat') ? 'vat' : 'money'
  return sql`coalesce(case when closed_at is null then ${sql(`open_${table}.${column}`)}
    else ${sql(`${table}.${column}`)} end, 0)::bigint as ${sql(column)}`
}

export const listMonths = (sql: Queries, until: string, channels: readonly string[] | null) => sql<
  {
    month: string
    closed_at: Date | null
    closed_by: string | null
    corrections: number
    paid: number
    orders: number
    stray: number
    refunded: number
    charged_back: number
    vat_cents: number
    vat_back: number
  }[]
>`
  with known as (
    select month from accounting_month
    union
    select generate_series(date_trunc('month', first_at at time zone ${DEFAULT_ZONE}), ${until}::date, interval '1 month')::date
    from (select min(settled_at) as first_at from payment where state = 'paid') first_payment where first_at is not null
  )
  select to_char(known.month, 'YYYY-MM') as month, closed_at, staff.name as closed_by,
    coalesce(money.corrections, 0) + coalesce(vat.corrections, 0) as corrections,
    ${reportedOrSoFar(sql, 'paid')}, ${reportedOrSoFar(sql, 'orders')}, ${reportedOrSoFar(sql, 'stray')},
    ${reportedOrSoFar(sql, 'refunded')}, ${reportedOrSoFar(sql, 'charged_back')},
    ${reportedOrSoFar(sql, 'vat_cents')}, ${reportedOrSoFar(sql, 'vat_back')}
  from known left join accounting_month on accounting_month.month = known.month left join staff on staff.id = staff_id
    left join lateral (
      select sum(paid) filter (where own) as paid, sum(ordered) filter (where own) as orders,
        sum(stray) filter (where own) as stray, sum(refunded) filter (where own) as refunded,
        sum(charged_back) filter (where own) as charged_back, count(*) filter (where not own) as corrections
      from (select *, of_month = month as own from accounting_payment
        where month = known.month and ${inChannels(sql, channels)}) rows) money on true
    left join lateral (
      select sum(vat_cents) filter (where own) as vat_cents, sum(vat_back) filter (where own) as vat_back,
        count(*) filter (where not own) as corrections
      from (select *, of_month = month as own from accounting_vat
        where month = known.month and ${inChannels(sql, channels)}) rows) vat on true
    left join lateral (
      select sum(paid) as paid, sum(ordered) as orders, sum(stray) as stray, sum(refunded) as refunded,
        sum(charged_back) as charged_back
      from payments_between(known.month, (known.month + interval '1 month')::date)
      where closed_at is null and ${inChannels(sql, channels)}) open_money on true
    left join lateral (
      select sum(vat_cents) as vat_cents, sum(vat_back) as vat_back
      from vat_between(known.month, (known.month + interval '1 month')::date)
      where closed_at is null and ${inChannels(sql, channels)}) open_vat on true
  order by known.month desc limit 120`

export const lockMonths = (sql: Queries) =>
  sql`select pg_advisory_xact_lock(hashtext('months of the books'))`

export const insertAccountingPayment = (sql: Queries, first: string) => sql`
  insert into accounting_payment (month, of_month, provider, channel_id, paid, ordered, stray, refunded, charged_back)
  select ${first}, of_month, provider, channel_id, paid, ordered, stray, refunded, charged_back
  from accounting_payment_due(${first})`

export const insertAccountingVat = (sql: Queries, first: string) => sql`
  insert into accounting_vat (month, of_month, channel_id, country, bp, cents, vat_cents, cents_back, vat_back)
  select ${first}, of_month, channel_id, country, bp, cents, vat_cents, cents_back, vat_back
  from accounting_vat_due(${first})`

export async function insertAccountingMonth(
  sql: Queries,
  { first, now, staffId, note }: { first: string; now: Date; staffId: number; note: string },
) {
  const [row] = await sql<{ seal: string }[]>`
    insert into accounting_month (month, closed_at, staff_id, note, seal)
    values (${first}, ${now}, ${staffId}, ${note}, accounting_month_seal(${first})) returning seal`
  return row
}
