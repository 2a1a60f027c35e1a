import type { Queries } from '#server/platform/db/database.ts'
import { lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'

/** Locks the batch before the voucher, as an export does, so that only one of them creates a code. */
export async function lockBatchOf(sql: Queries, voucherId: number, now: Date) {
  const [voucher] = await sql<{ batch: number }[]>`
    select batch_id as batch from voucher where id = ${voucherId}`
  return voucher && lockBatch(sql, voucher.batch, now)
}

/**
 * Whether the voucher lost its code when all codes of the batch were revoked, and no pending mail contains a new one.
 * Then support may create one.
 */
export async function hasLostCode(sql: Queries, voucherId: number) {
  const [row] = await sql`
    select from voucher join voucher_batch batch on batch.id = batch_id
    where voucher.id = ${voucherId} and undone_at is null
      and exists (select from previous_voucher_code where voucher_id = voucher.id)
      and not exists (select from recipient where voucher_id = voucher.id and mail_state in ('waiting', 'revoked'))`
  return row !== undefined
}

export const saveVoucherCode = (
  sql: Queries,
  { id, lookup, pepperId, last3 }: { id: number; lookup: Buffer; pepperId: string; last3: string },
) => sql`
  update voucher set lookup = ${lookup}, pepper_id = ${pepperId}, last3 = ${last3}
  where id = ${id}`
