import type { Queries, Transaction } from '#server/platform/db/database.ts'

/** Locks payments in the order of their keys, as everywhere. */
export const lockPayments = (sql: Transaction, keys: readonly string[]) =>
  sql`select from payment where key = any(${[...keys]}::uuid[]) order by key for update`

export const pollPaymentsNow = (sql: Queries, keys: readonly string[], now: Date) => sql`
  update payment set next_poll_at = ${now}, poll_allowed_from = '-infinity' where key = any(${[...keys]}::uuid[])`

/** Settles failed refunds whose money was returned in another way. The note says how. */
export const settleRefundsByNote = (sql: Queries, keys: readonly string[], note: string) => sql`
  update refund set settled_note = ${note}
  where key = any(${[...keys]}::uuid[]) and state in ('failed', 'canceled', 'refused')
    and settled_note is null and not exists (select from refund again where again.repeats = refund.key)`

/** Accepts the loss of open chargebacks. */
export const acceptOpenChargebacks = (
  sql: Queries,
  ids: readonly string[],
  { note, at }: { note: string; at: Date },
) => sql`
  insert into chargeback_end (chargeback_id, kind, note, at)
  select id, 'accepted', ${note}, ${at} from chargeback
  where id = any(${[...ids]}::text[])
    and not exists (select from chargeback_end where chargeback_id = chargeback.id)
  on conflict do nothing`
