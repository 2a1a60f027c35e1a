import type { z } from 'zod'

import type { NewRecipient as NewRecipientShape } from '#contract/vouchers/new-recipient.ts'
import { personKey } from '#domain/vouchers/recipient-list.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type NewRecipient = z.output<typeof NewRecipientShape>

/** Finds the recipients of a list who are already in this batch or its campaign, or who are repeated in the list. */
export async function findRecipientsWithVoucher(
  sql: Queries,
  people: readonly NewRecipient[],
  { batchId, campaignId }: { batchId: number | null; campaignId: number | null },
): Promise<NewRecipient[]> {
  const keys = people.map(personKey).filter((key) => key !== null)
  const rows =
    (batchId === null && campaignId === null) || keys.length === 0
      ? []
      : await sql<{ key: string }[]>`
          select distinct key from (
            select case when email <> '' then lower(email) else lower(name) || chr(10) || lower(department) end as key
            from recipient join voucher_batch batch on batch.id = batch_id
            where undone_at is null and mail_state <> 'revoked'
              and (batch.id = ${batchId} or batch.campaign_id = ${campaignId})
            union all
            select case when email <> '' then lower(email) else lower(name) || chr(10) || lower(department) end
            from pending_recipient join voucher_batch batch on batch.id = batch_id
            where batch.id = ${batchId} or batch.campaign_id = ${campaignId}
          ) known where key = any(${keys})`
  const seen = new Set(rows.map(({ key }) => key))
  return people.filter((person) => {
    const key = personKey(person)
    if (key === null) return false
    const isKnown = seen.has(key)
    seen.add(key)
    return isKnown
  })
}

/** Lists the departments of a batch and its campaign, in the order of their first use. */
export async function listDepartments(
  sql: Queries,
  {
    batchId,
    campaignId,
    exceptRecipient = null,
  }: { batchId: number | null; campaignId: number | null; exceptRecipient?: number | null },
): Promise<string[]> {
  if (batchId === null && campaignId === null) return []
  const rows = await sql<{ department: string }[]>`
    select department from (
      select department, batch_id, recipient.id from recipient
      where department <> '' and recipient.id is distinct from ${exceptRecipient}
      union all
      select department, batch_id, null from pending_recipient where department <> '') named
      join voucher_batch batch on batch.id = batch_id
    where batch.id = ${batchId} or batch.campaign_id = ${campaignId}
    group by department order by min(batch_id), min(named.id)`
  return rows.map(({ department }) => department)
}

/** Inserts each recipient with the voucher at the same index. */
export async function insertRecipients(
  sql: Queries,
  batchId: number,
  voucherIds: readonly number[],
  people: readonly NewRecipient[],
  { now, reason }: { now: Date; reason: string },
): Promise<number[]> {
  if (people.length === 0) return []
  const rows = people.map((person, index) => ({ ...person, voucher_id: voucherIds[index] ?? 0 }))
  const inserted = await sql<{ id: number }[]>`
    insert into recipient (voucher_id, batch_id, kind, name, department, email, language, words, added_at, added_reason)
    select voucher_id, ${batchId}, kind, name, department, email, language, words, ${now}::timestamptz, ${reason}
    from jsonb_to_recordset(${sql.json(rows)}) as row (voucher_id bigint, kind text, name text, department text,
      email text, language text, words text)
    order by voucher_id returning id`
  return inserted.map(({ id }) => id)
}
