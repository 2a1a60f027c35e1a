import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import {
  booksMonths,
  booksOfMonth,
  closeBooks,
} from '#contract/finance/accounting-periods.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { inEuros } from '#server/lists/csv-download.ts'
import { type ServedTable, serveTable } from '#server/lists/serve-list.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  type SignedIn,
  type StaffCaller,
  serveStaff,
} from '#server/http/staff/serve-staff-endpoint.ts'

type Money = {
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
type Vat = {
  of_month: string
  channel: string
  country: string
  bp: number
  cents: number
  vat_cents: number
  cents_back: number
  vat_back: number
}
type Closed = { closed_at: Date; closed_by: string; note: string }

/** By then the last day of the month is over in every channel's time zone. */
const OVER_AFTER_MS = 24 * 3_600_000

/** Months are frozen as they were reported; what comes later for them is reported with a later one. Decision 004. */
export function booksRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, booksMonths, async (_, { sql, now, channels }) => {
    const rows = await sql<
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
        select generate_series(date_trunc('month', first_at at time zone ${DEFAULT_ZONE}), ${monthOf(now)}::date, interval '1 month')::date
        from (select min(settled_at) as first_at from payment where state = 'paid') began where first_at is not null
      )
      select to_char(known.month, 'YYYY-MM') as month, closed_at, staff.name as closed_by,
        coalesce(money.corrections, 0) + coalesce(vat.corrections, 0) as corrections,
        coalesce(paid, 0)::bigint as paid, coalesce(orders, 0)::bigint as orders, coalesce(stray, 0)::bigint as stray,
        coalesce(refunded, 0)::bigint as refunded, coalesce(charged_back, 0)::bigint as charged_back,
        coalesce(vat_cents, 0)::bigint as vat_cents, coalesce(vat_back, 0)::bigint as vat_back
      from known left join accounting_month on accounting_month.month = known.month left join staff on staff.id = staff_id
        left join lateral (
          select sum(paid) filter (where own) as paid, sum(ordered) filter (where own) as orders,
            sum(stray) filter (where own) as stray, sum(refunded) filter (where own) as refunded,
            sum(charged_back) filter (where own) as charged_back, count(*) filter (where not own) as corrections
          from (select *, of_month = month as own from accounting_payment
            where month = known.month and ${mine(sql, channels)}) rows) money on true
        left join lateral (
          select sum(vat_cents) filter (where own) as vat_cents, sum(vat_back) filter (where own) as vat_back,
            count(*) filter (where not own) as corrections
          from (select *, of_month = month as own from accounting_vat
            where month = known.month and ${mine(sql, channels)}) rows) vat on true
      order by known.month desc limit 120`
    return {
      items: rows.map(({ month, closed_at, closed_by, corrections, ...sums }) => ({
        month,
        closed_at: closed_at?.toISOString() ?? null,
        closed_by,
        sums:
          closed_at === null ? null : { ...sums, difference: sums.paid - sums.orders - sums.stray },
        corrections,
      })),
    }
  })

  serveStaff(app, backoffice, booksOfMonth, showMonth)

  serveStaff(app, backoffice, closeBooks, async ({ month, seen, note }, asker) => {
    const { sql, now, colleague, audit } = asker
    // One after the other, and each on what the one before it has reported.
    await sql`select pg_advisory_xact_lock(hashtext('months of the books'))`
    if (await findClosed(sql, month)) return refuseStaff('done-already')
    if (await waitsFor(sql, month, now)) return refuseStaff('month-waits')
    const first = `${month}-01`
    await sql`
      insert into accounting_payment (month, of_month, provider, channel_id, paid, ordered, stray, refunded, charged_back)
      select ${first}, of_month, provider, channel_id, paid, ordered, stray, refunded, charged_back
      from accounting_payment_due(${first})`
    await sql`
      insert into accounting_vat (month, of_month, channel_id, country, bp, cents, vat_cents, cents_back, vat_back)
      select ${first}, of_month, channel_id, country, bp, cents, vat_cents, cents_back, vat_back
      from accounting_vat_due(${first})`
    const { money, vat } = await rowsOf(sql, month, true, null)
    if (seenOf(money, vat) !== seen) return refuseStaff('changed-since')
    if (note === '' && money.some(({ difference }) => difference !== 0))
      return refuseStaff('needs-note')
    const [made] = await sql<{ seal: string }[]>`
      insert into accounting_month (month, closed_at, staff_id, note, seal)
      values (${first}, ${now}, ${colleague.id}, ${note}, books_seal(${first})) returning seal`
    if (!made) throw new Error(`the books of ${month} were not closed`)
    audit({
      action: 'books.closed',
      subjectKind: 'books',
      subjectId: month,
      reason: note,
      after: { seal: made.seal, rows: money.length + vat.length },
    })
    return { month, seal: made.seal }
  })
}

async function showMonth({ month, as }: ParsedInput<typeof booksOfMonth>, asker: SignedIn) {
  const { sql, now } = asker
  const closed = await findClosed(sql, month)
  const { money, vat } = await rowsOf(sql, month, closed !== undefined, asker.channels)
  return serveTable(as, 'en', booksTable(month, money, vat), async () => ({
    month,
    closed_at: closed?.closed_at.toISOString() ?? null,
    closed_by: closed?.closed_by ?? null,
    note: closed?.note ?? '',
    waits: closed ? null : await waitsFor(sql, month, now),
    seen: seenOf(money, vat),
    money,
    vat,
    unchecked: await uncheckedRates(sql, vat),
  }))
}

async function uncheckedRates(sql: Queries, vat: Vat[]) {
  const rows = await sql<{ country: string; bp: number }[]>`
    select distinct country, bp from jsonb_to_recordset(${sql.json(vat)}) as said (country text, bp integer)
    where not exists (
      select from vat_rate_review looked where looked.country = said.country and looked.bp = said.bp)
    order by 1, 2`
  return [...rows]
}

const monthOf = (at: Date) => `${dayAt(at.getTime(), DEFAULT_ZONE).slice(0, 7)}-01`
const mine = (sql: Queries, channels: StaffCaller['channels']) =>
  channels === null ? sql`true` : sql`channel_id = any(${[...channels]}::text[])`

async function findClosed(sql: Queries, month: string): Promise<Closed | undefined> {
  const [row] = await sql<Closed[]>`
    select closed_at, name as closed_by, note from accounting_month join staff on staff.id = staff_id
    where month = ${`${month}-01`}`
  return row
}

/** Months close in order, from the first with a payment on, so corrections always refer to a reported month. */
async function waitsFor(sql: Queries, month: string, now: Date) {
  const first = `${month}-01`
  const [row] = await sql<{ over: boolean; before: boolean; earlier: boolean }[]>`
    with began as (
      select date_trunc('month', min(settled_at) at time zone ${DEFAULT_ZONE}) as month from payment where state = 'paid')
    select (${first}::date + interval '1 month') at time zone 'UTC' <= ${new Date(now.getTime() - OVER_AFTER_MS)} as over,
      coalesce(${first}::date < (select month from began), true) as before,
      exists (
        select from generate_series((select month from began),
          ${first}::timestamp - interval '1 month', interval '1 month') earlier
        where not exists (select from accounting_month where month = earlier::date)) as earlier`
  if (!row?.over) return 'not-over' as const
  if (row.before) return 'before-first' as const
  return row.earlier ? ('earlier-open' as const) : null
}

async function rowsOf(
  sql: Queries,
  month: string,
  isClosed: boolean,
  channels: StaffCaller['channels'],
) {
  const first = `${month}-01`
  const moneyRows = isClosed
    ? sql`accounting_payment where month = ${first} and ${mine(sql, channels)}`
    : sql`accounting_payment_due(${first}) where ${mine(sql, channels)}`
  const vatRows = isClosed
    ? sql`accounting_vat where month = ${first} and ${mine(sql, channels)}`
    : sql`accounting_vat_due(${first}) where ${mine(sql, channels)}`
  const money = await sql<Money[]>`
    select to_char(of_month, 'YYYY-MM') as of_month, provider, channel_id as channel, paid, ordered as orders, stray, refunded,
      charged_back, paid - ordered - stray as difference
    from ${moneyRows} order by of_month desc, provider, channel_id`
  const vat = await sql<Vat[]>`
    select to_char(of_month, 'YYYY-MM') as of_month, channel_id as channel, country, bp, cents, vat_cents, cents_back, vat_back
    from ${vatRows} order by of_month desc, channel_id, country, bp desc`
  return { money: [...money], vat: [...vat] }
}

const seenOf = (money: Money[], vat: Vat[]) =>
  createHash('sha256')
    .update(JSON.stringify([money, vat]))
    .digest('hex')
    .slice(0, 32)

type Entry = {
  of_month: string
  channel: string
  provider: string
  country: string
  rate: string
  what: string
  cents: number
}

/** The same format in every language: one line per amount, euros with a decimal point. */
function booksTable(month: string, money: Money[], vat: Vat[]): ServedTable<Entry> {
  const entries: Entry[] = [
    ...money.flatMap(({ of_month, channel, provider, ...sums }) =>
      (['paid', 'orders', 'stray', 'refunded', 'charged_back'] as const).map((what) => ({
        of_month,
        channel,
        provider,
        country: '',
        rate: '',
        what,
        cents: sums[what],
      })),
    ),
    ...vat.flatMap(({ of_month, channel, country, bp, ...sums }) =>
      (['cents', 'vat_cents', 'cents_back', 'vat_back'] as const).map((what) => ({
        of_month,
        channel,
        provider: '',
        country,
        rate: (bp / 100).toFixed(2),
        what: {
          cents: 'turnover',
          vat_cents: 'vat',
          cents_back: 'turnover_back',
          vat_back: 'vat_back',
        }[what],
        cents: sums[what],
      })),
    ),
  ]
  return {
    file: `books-${month}`,
    parts: () => [entries],
    columns: {
      reported_in: () => month,
      of_month: (entry) => entry.of_month,
      kind: (entry) => (entry.of_month === month ? 'own' : 'correction'),
      channel: (entry) => entry.channel,
      provider: (entry) => entry.provider,
      country: (entry) => entry.country,
      rate: (entry) => entry.rate,
      what: (entry) => entry.what,
      euros: (entry) => inEuros(entry.cents),
    },
  }
}
