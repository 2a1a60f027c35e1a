import type { Queries, Sql, Transaction } from '#server/platform/db/database.ts'
import { ORDER_OPEN_DAYS } from '#domain/refunds/withdrawal.ts'
import { monthSums } from '#server/modules/finance/periods/month-sums.sql.ts'
import {
  listClosedMonths,
  readMonthContents,
} from '#server/modules/finance/periods/closed-months.ts'

/** `obstacles`: why the month cannot be closed yet; empty if it can. */
export type MonthState =
  | { month: string; orders: number; state: 'closed'; version: number }
  | { month: string; orders: number; state: 'open'; obstacles: string[] }

/** The 62 days of the triggers in platform/db/schema/31-months.sql, plus two for other time zones. */
const MIN_AGE_DAYS = 64
const MONTH_LOCK = 7_134_205

/** Every month with orders or ledger entries, oldest first. */
export async function listMonthStates(sql: Queries): Promise<MonthState[]> {
  const months = await sql<{ month: string; orders: number }[]>`
    select coalesce(orders.month, booked.month)::text as month, coalesce(orders.count, 0)::integer as orders
    from (select month, count(*) from orders group by month) orders
      full join (select distinct month from ledger) booked on booked.month = orders.month
    order by 1`
  const closedMonths = await listClosedMonths(sql)
  const states: MonthState[] = []
  for (const { month, orders } of months) {
    const closed = closedMonths.find((candidate) => candidate.month === month)
    states.push(
      closed
        ? { month, orders, state: 'closed', version: closed.version }
        : { month, orders, state: 'open', obstacles: await findObstacles(sql, month) },
    )
  }
  return states
}

/**
 * Closes a month, or returns what prevents it. It runs in one transaction, under a lock that all writers of the month
 * take: their rows are part of the hash, or their write is refused.
 */
export async function closeMonth(sql: Sql, month: string): Promise<string[]> {
  const obstacles = await findObstacles(sql, month)
  if (obstacles.length > 0) return obstacles
  return sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`set local idle_in_transaction_session_timeout = 0`
    await sql`set local work_mem = '128MB'`
    await sql`select pg_advisory_xact_lock(${MONTH_LOCK}, ${month}::date - date '2000-01-01')`
    const current = await findObstacles(sql, month)
    if (current.length > 0) return current
    const contents = await readMonthContents(sql, month)
    const sums = await monthSums(sql, `month = '${month}'`)
    await sql`
      insert into closed_month_hash (month, version, contents, sums)
      select ${month}, count(*) + 1, ${sql.json(contents)}, ${sql.json(sums)}
      from closed_month_reopening where month = ${month}`
    return []
  })
}

/** Why the month cannot be closed, as texts for the operator. */
async function findObstacles(sql: Queries, month: string): Promise<string[]> {
  const [row] = await sql<Record<string, number>[]>`
    select
      (select count(*)::integer from closed_month_hash where month = ${month}) as closed,
      (${month}::date >= current_date - ${MIN_AGE_DAYS}::integer)::integer as young,
      (select count(*)::integer from orders
        where month = ${month} and state not in ('delivered', 'cancelled')) as orders,
      (select count(*)::integer from order_event
        where month = ${month} and at > now() - make_interval(days => ${ORDER_OPEN_DAYS})) as events,
      (select count(*)::integer from mail where month = ${month} and state = 'queued') as mails,
      (select count(*)::integer from ledger reserve where month = ${month} and kind = 'reserve'
        and not exists (
          select from ledger ending where ending.ends_id = reserve.id and ending.kind in ('capture', 'release')))
        as reservations,
      (select count(*)::integer from refund join orders on orders.payment_key = refund.payment_key
        where refund.done_at is null and orders.month = ${month}) as refunds,
      (select count(*)::integer from job join orders on number = data ->> 'number'
        where failed_at is null and month = ${month}) as jobs`
  const reasons: [string, string][] = [
    ['closed', 'it is already closed'],
    ['young', 'it must have been over for a month'],
    ['orders', 'orders in progress'],
    ['events', 'changes to its orders within the last month'],
    ['mails', 'emails not sent yet'],
    ['reservations', 'open reservations of points'],
    ['refunds', 'refunds in progress'],
    ['jobs', 'jobs not run yet'],
  ]
  return reasons.flatMap(([name, text]) => {
    const count = row?.[name] ?? 0
    if (count === 0) return []
    return [name === 'closed' || name === 'young' ? text : `${text} (${count})`]
  })
}

/** Reopens the month; false if it was not closed. Later rows become part of its next hash and of a new backup file. */
export async function openMonth(sql: Sql | Transaction, month: string, why: string) {
  const [row] = await sql<{ opened: boolean }[]>`select open_month(${month}, ${why}) as opened`
  return row?.opened === true
}
