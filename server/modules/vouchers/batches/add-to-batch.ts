import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { unifyDepartments } from '#domain/vouchers/recipient-list.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { BatchRow } from '#server/modules/vouchers/batches/batch.sql.ts'
import { checkBudget } from '#server/modules/vouchers/batches/create-batch.ts'
import {
  listDepartments,
  insertRecipients,
  type NewRecipient,
  findRecipientsWithVoucher,
} from '#server/modules/vouchers/batches/recipient.sql.ts'
import { insertVouchersWithoutCode } from '#server/modules/vouchers/insert-batch-vouchers.sql.ts'

type AddOptions = { now: Date; reason: string; allowSecond: boolean }

/** Adds a person with a new voucher to a locked batch. Returns the recipient's id. */
export async function addToBatch(
  sql: Queries,
  batch: BatchRow,
  person: NewRecipient,
  { now, reason, allowSecond }: AddOptions,
) {
  if (batch.undone_at) return refuseStaff('batch-undone')
  if (batch.to_make > 0) return refuseStaff('being-made')
  // The approver must see all vouchers that they approve.
  if (batch.held_at) return refuseStaff('waits-for-second')
  if (batch.is_exporting) return refuseStaff('codes-under-way')
  if (batch.valid_until && batch.valid_until <= now) return refuseStaff('batch-over')
  const { campaign_id: campaignId, points } = batch
  if (
    !allowSecond &&
    (await findRecipientsWithVoucher(sql, [person], { batchId: batch.id, campaignId })).length > 0
  )
    return refuseStaff('has-one-already', { field: 'name' })
  if (campaignId !== null) {
    const refusal = await checkBudget(sql, campaignId, points)
    if (refusal) return refusal
  }
  const vouchers = await insertVouchersWithoutCode(sql, batch.id, [person.language], now)
  const departments = await listDepartments(sql, { batchId: batch.id, campaignId })
  const people = unifyDepartments([person], departments)
  const [recipient] = await insertRecipients(sql, batch.id, vouchers, people, { now, reason })
  if (recipient === undefined) throw new Error('insert of the recipient returned no row')
  await sql`update voucher_batch set version = version + 1 where id = ${batch.id}`
  return { recipient }
}
