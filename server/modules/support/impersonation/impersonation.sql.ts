import type { Queries } from '#server/platform/db/database.ts'

export const lockBatchForShare = (sql: Queries, batchId: number) =>
  sql`select from voucher_batch where id = ${batchId} for share`

export const lockVoucherRow = (sql: Queries, id: number) =>
  sql`select from voucher where id = ${id} for no key update`

export async function findRecentImpersonation(
  sql: Queries,
  { id, staffId, reason, at }: { id: number; staffId: number; reason: string; at: Date },
) {
  const [row] = await sql<{ id: number; ends_at: Date }[]>`
    select id, ends_at from impersonation
    where voucher_id = ${id} and staff_id = ${staffId} and reason = ${reason}
      and at > ${at}
    order by id desc limit 1`
  return row
}

export async function insertImpersonation(
  sql: Queries,
  {
    voucher,
    staffId,
    reason,
    now,
    endsAt,
  }: { voucher: number; staffId: number; reason: string; now: Date; endsAt: Date },
) {
  const [row] = await sql<{ id: number; ends_at: Date }[]>`
    insert into impersonation (voucher_id, staff_id, reason, at, ends_at)
    values (${voucher}, ${staffId}, ${reason}, ${now}, ${endsAt})
    returning id, ends_at`
  return row
}
