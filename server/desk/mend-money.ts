import { carried, type CaseRow } from '#server/desk/attention-list.ts'
import type { Mending, MendRow } from '#server/desk/mending.ts'
import type { Queries } from '#server/db/database.ts'

const subjectsOf = (cases: readonly CaseRow[]) => cases.map(({ subject }) => subject)

/** Asked about at the provider now: what it says makes the order or brings the money back. */
export async function rowsOfPayments(sql: Queries, cases: readonly CaseRow[]): Promise<MendRow[]> {
  const rows = await sql<{ id: string | null; key: string; cents: number }[]>`
    select id, key, cents from payment where key = any(${subjectsOf(cases)}::uuid[]) order by created_at`
  return rows.map(({ id, key, cents }) => ({
    what: 'payment',
    subject: id ?? key,
    cents,
    order: null,
    before: 'without-order',
    after: 'asked-now',
  }))
}

export async function askAboutPayments({ sql, now }: Mending, cases: readonly CaseRow[]) {
  await sql`
    update payment set next_look_at = ${now}, ask_again_at = '-infinity'
    where key = any(${subjectsOf(cases)}::uuid[])`
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

/** Failed, not settled in another way, not made again, and still owed. */
const failedRefunds = (sql: Queries, cases: readonly CaseRow[]) => sql<FailedRefund[]>`
  select refund.key, payment_key, refund.cents, refund.reason, refund.credit_number, refund.state, payment.order_number
  from refund join payment on payment.key = payment_key
  where refund.key = any(${subjectsOf(cases)}::uuid[]) and refund.state in ('failed', 'canceled', 'refused')
    and settled_note is null and not exists (select from refund again where again.repeats = refund.key)
    and money_returned(payment_key) + refund.cents <= payment.cents
  order by refund.created_at, refund.key`

export async function rowsOfRefunds(sql: Queries, cases: readonly CaseRow[]): Promise<MendRow[]> {
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

/** Another refund that repeats the failed one; the database lets each be repeated once, and no more go back than came. */
export async function repeatRefunds({ shop, sql, now }: Mending, cases: readonly CaseRow[]) {
  const payments = [...new Set(cases.map((one) => carried(one, 'payment')))].sort()
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

/** The money went back in another way; the note says how. */
export async function settleRefunds({ sql, note }: Mending, cases: readonly CaseRow[]) {
  await sql`
    update refund set settled_note = ${note}
    where key = any(${subjectsOf(cases)}::uuid[]) and state in ('failed', 'canceled', 'refused')
      and settled_note is null and not exists (select from refund again where again.repeats = refund.key)`
}

export async function rowsOfChargebacks(
  sql: Queries,
  cases: readonly CaseRow[],
): Promise<MendRow[]> {
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

/** The loss stays; the note says who looked at it and why. */
export async function acceptChargebacks({ sql, now, note }: Mending, cases: readonly CaseRow[]) {
  await sql`
    insert into chargeback_end (chargeback_id, kind, note, at)
    select id, 'accepted', ${note}, ${now} from chargeback
    where id = any(${subjectsOf(cases)}::text[])
      and not exists (select from chargeback_end where chargeback_id = chargeback.id)
    on conflict do nothing`
}
