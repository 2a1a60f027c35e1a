import type { RefundState } from '#domain/payments/refund-state.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'

export type Refund = {
  key: string
  payment_key: string
  cents: number
  reason: string
  state: RefundState
  provider_id: string | null
  created_at: Date
}

export async function findRefund(sql: Queries, key: string): Promise<Refund | undefined> {
  const [refund] = await sql<Refund[]>`select * from refund where key = ${key}`
  return refund
}

/** Oldest first: the age of a refund determines its next poll. */
export async function listUnfinishedRefunds(sql: Queries, paymentKey: string): Promise<Refund[]> {
  return sql<Refund[]>`
    select * from refund where payment_key = ${paymentKey}
      and state in ('waiting', 'queued', 'pending', 'processing')
    order by created_at, key`
}

/** Saves a refund and queues the job that sends it to the provider. */
export async function queueRefund(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  {
    paymentKey,
    cents,
    reason,
    creditNumber = null,
    repeats = null,
  }: {
    paymentKey: string
    cents: number
    reason: string
    creditNumber?: string | null
    /** The failed refund that this one repeats. */
    repeats?: string | null
  },
): Promise<void> {
  const now = shop.ports.clock.now()
  const [refund] = await sql<{ key: string }[]>`
    insert into refund (payment_key, cents, reason, credit_number, created_at, repeats)
    values (${paymentKey}, ${cents}, ${reason}, ${creditNumber}, ${now}, ${repeats}) returning key`
  if (!refund) throw new Error(`insert of the refund of payment ${paymentKey} returned no row`)
  await shop.jobs.send(sql, [{ name: 'refund', data: { key: refund.key } }])
}

/** Marks failed refunds as settled, because the money was returned in another way. The note explains how. */
export const settleRefundsByNote = (sql: Queries, keys: readonly string[], note: string) => sql`
  update refund set settled_note = ${note}
  where key = any(${[...keys]}::uuid[]) and state in ('failed', 'canceled', 'refused')
    and settled_note is null and not exists (select from refund again where again.repeats = refund.key)`
