import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type VoucherRefusal = 'voucher-expired' | 'voucher-blocked'

/** A session may outlive its voucher, but no order may start after the voucher has ended. */
export async function voucherRefusal(
  sql: Queries,
  voucherId: number,
  now: Date,
): Promise<Refusal<VoucherRefusal> | undefined> {
  const [row] = await sql<{ blocked: boolean; ended: boolean }[]>`
    select blocked_at is not null as blocked, valid_until <= ${now} as ended
    from voucher where id = ${voucherId}`
  if (!row || row.blocked) return refuse('voucher-blocked')
  return row.ended ? refuse('voucher-expired') : undefined
}
