import { carried, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'

const subjectsOf = (cases: readonly TaskRow[]) => cases.map(({ subject }) => subject)

type UnmatchedPayment = {
  key: string
  id: string | null
  cents: number
  left: number
  under_way: boolean
  failed: string | null
}

/** The remaining amount of an unmatched payment, whether a part is on its way, and the last failed refund. */
const unmatchedPayments = (sql: Queries, cases: readonly TaskRow[]) => sql<UnmatchedPayment[]>`
  select key, id, cents, cents - money_returned(key) as left,
    exists (select from refund where payment_key = payment.key
      and state in ('waiting', 'queued', 'pending', 'processing')) as under_way,
    (select refund.key from refund where payment_key = payment.key and reason = 'no-order' and settled_note is null
      and state in ('failed', 'canceled', 'refused')
      and not exists (select from refund again where again.repeats = refund.key)
      order by created_at desc limit 1) as failed
  from payment where key = any(${subjectsOf(cases)}::uuid[]) and outcome = 'refunded' order by created_at, key`

/** Preview: the remaining amount is refunded, or the provider is asked about the refunds on their way. */
export async function rowsOfPayments(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  return (await unmatchedPayments(sql, cases)).map(({ id, key, cents, left, under_way }) => {
    const refundable = !under_way && left > 0
    return {
      what: refundable ? 'refund' : 'payment',
      subject: id ?? key,
      cents: refundable ? left : cents,
      order: null,
      before: under_way ? 'on-its-way' : 'without-order',
      after: refundable ? 'goes-back' : 'asked-now',
    }
  })
}

/** Refunds the remaining amount. As for every refund, the provider is asked first and the result is polled. */
export async function refundUnmatchedPayments(
  { shop, sql, now }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  const keys = subjectsOf(cases)
  await sql`select from payment where key = any(${keys}::uuid[]) order by key for update`
  await sql`
    update payment set next_poll_at = ${now}, ask_again_at = '-infinity' where key = any(${keys}::uuid[])`
  for (const { key, left, under_way, failed } of await unmatchedPayments(sql, cases)) {
    if (under_way || left <= 0) continue
    const [made] = await sql<{ key: string }[]>`
      insert into refund (payment_key, cents, reason, created_at, repeats)
      values (${key}, ${left}, 'no-order', ${now}, ${failed}) returning key`
    if (made) await shop.jobs.send(sql, [{ name: 'refund', data: { key: made.key } }])
  }
}

type FailedRefund = {
  key: string
  payment_key: string
  cents: number
  reason: string
  credit_number: string | null
  state: string
  order_number: string | null
}

/** Refunds that failed, were not settled in another way or repeated, and are still owed. */
const failedRefunds = (sql: Queries, cases: readonly TaskRow[]) => sql<FailedRefund[]>`
  select refund.key, payment_key, refund.cents, refund.reason, refund.credit_number, refund.state, payment.order_number
  from refund join payment on payment.key = payment_key
  where refund.key = any(${subjectsOf(cases)}::uuid[]) and refund.state in ('failed', 'canceled', 'refused')
    and settled_note is null and not exists (select from refund again where again.repeats = refund.key)
    and money_returned(payment_key) + refund.cents <= payment.cents
  order by refund.created_at, refund.key`

export async function rowsOfRefunds(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const refunds = await failedRefunds(sql, cases)
  return refunds.map(({ key, cents, state, order_number }) => ({
    what: 'refund',
    subject: order_number ?? key,
    cents,
    order: order_number,
    before: state,
    after: 'refunded-again',
  }))
}

/** Repeats failed refunds. The database allows one repeat of each, and never refunds more than was paid. */
export async function repeatRefunds(
  { shop, sql, now }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  const payments = [...new Set(cases.map((row) => carried(row, 'payment')))].sort()
  await sql`select from payment where key = any(${payments}::uuid[]) order by key for update`
  for (const { key, payment_key, cents, reason, credit_number } of await failedRefunds(
    sql,
    cases,
  )) {
    const [made] = await sql<{ key: string }[]>`
      insert into refund (payment_key, cents, reason, credit_number, created_at, repeats)
      values (${payment_key}, ${cents}, ${reason}, ${credit_number}, ${now}, ${key}) returning key`
    if (made) await shop.jobs.send(sql, [{ name: 'refund', data: { key: made.key } }])
  }
}

/** The money was returned in another way, which the note explains. */
export async function settleRefunds({ sql, note }: ResolutionContext, cases: readonly TaskRow[]) {
  await sql`
    update refund set settled_note = ${note}
    where key = any(${subjectsOf(cases)}::uuid[]) and state in ('failed', 'canceled', 'refused')
      and settled_note is null and not exists (select from refund again where again.repeats = refund.key)`
}

export async function rowsOfChargebacks(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const rows = await sql<{ id: string; cents: number; order_number: string | null }[]>`
    select chargeback.id, chargeback.cents, order_number
    from chargeback join payment on payment.key = payment_key
    where chargeback.id = any(${subjectsOf(cases)}::text[])
      and not exists (select from chargeback_end where chargeback_id = chargeback.id)
    order by at, chargeback.id`
  return rows.map(({ id, cents, order_number }) => ({
    what: 'chargeback',
    subject: order_number ?? id,
    cents,
    order: order_number,
    before: 'stands',
    after: 'accepted',
  }))
}

/** The loss is accepted; the note contains who reviewed it and why. */
export async function acceptChargebacks(
  { sql, now, note }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  await sql`
    insert into chargeback_end (chargeback_id, kind, note, at)
    select id, 'accepted', ${note}, ${now} from chargeback
    where id = any(${subjectsOf(cases)}::text[])
      and not exists (select from chargeback_end where chargeback_id = chargeback.id)
    on conflict do nothing`
}
