import type { Queries } from '#server/platform/db/database.ts'
import { recordDistribution } from '#server/modules/vouchers/code-export/code-approval.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'

export type MailRecipient = {
  id: number
  voucher_id: number
  email: string
  mail_state: 'none' | 'waiting' | 'sent' | 'bounced' | 'revoked'
  mail_tried_at: Date | null
  /** The mail is being sent right now. */
  leaving: boolean
  blocked: boolean
  has_code: boolean
  claimed: boolean
}

/**
 * Queues a mail with a new code. The old code stays valid until the mail is sent. Returns false, without a change, if the
 * staff member has reached the limit of distributed codes.
 */
export async function sendNewCode(
  sql: Queries,
  batch: { id: number; points: number },
  recipient: { id: number },
  { now, colleague }: { now: Date; colleague: { id: number } },
): Promise<boolean> {
  const distribution = { batchId: batch.id, staffId: colleague.id, points: batch.points, now }
  if (await recordDistribution(sql, { ...distribution, way: 'person' })) return false
  await sql`
    update recipient set mail_state = 'waiting', mail_try = null, mail_due_at = null, mail_leaving_until = null,
      mail_tries = 0, bounced_at = null, bounce = '', letter_at = null
    where id = ${recipient.id}`
  await sql`
    update voucher_batch set send_at = coalesce(least(send_at, ${now}), ${now}), send_by = coalesce(send_by, ${colleague.id}),
      send_ended_at = null
    where id = ${batch.id}`
  await updateBounceTasks(sql, batch.id, now)
  return true
}

export const clearMail = (
  sql: Queries,
  { id }: MailRecipient,
  state: 'none' | 'revoked',
  letterAt: Date | null = null,
) => sql`
  update recipient set mail_state = ${state}, mail_try = null, mail_due_at = null, mail_leaving_until = null,
    bounced_at = null, letter_at = coalesce(${letterAt}, letter_at)
  where id = ${id}`

export const saveRecipientAddress = (sql: Queries, id: number, email: string) =>
  sql`update recipient set email = ${email}, email_from = 'backoffice' where id = ${id}`

export const updateRecipientDetails = (
  sql: Queries,
  {
    id,
    name,
    department,
    language,
    words,
    wasName,
    wasDepartment,
    wasLanguage,
    wasWords,
  }: {
    id: number
    name: string
    department: string
    language: string
    words: string
    wasName: string
    wasDepartment: string
    wasLanguage: string
    wasWords: string
  },
) => sql`
  update recipient set name = ${name}, department = ${department}, language = ${language}, words = ${words}
  where id = ${id} and name = ${wasName} and department = ${wasDepartment}
    and language = ${wasLanguage} and words = ${wasWords}`

export const saveVoucherLanguage = (sql: Queries, language: string, voucherId: number) =>
  sql`update voucher set language = ${language} where id = ${voucherId} and language <> ${language}`

export const blockVoucher = (sql: Queries, now: Date, voucherId: number) =>
  sql`update voucher set blocked_at = ${now} where id = ${voucherId}`

export const unblockVoucher = (sql: Queries, voucherId: number) =>
  sql`update voucher set blocked_at = null where id = ${voucherId}`

export async function findVoucherOfRecipient(sql: Queries, batchId: number, recipient: string) {
  const [row] = await sql<{ voucher_id: number }[]>`
    select voucher_id from recipient where id = ${recipient}::bigint and batch_id = ${batchId}`
  return row
}

export const lockBalance = (sql: Queries, voucherId: number) =>
  sql`select from voucher_balance where voucher_id = ${voucherId} for update`

export const lockVoucherRow = (sql: Queries, voucherId: number) =>
  sql`select from voucher where id = ${voucherId} for update`

export async function lockRecipient(sql: Queries, now: Date, recipient: string) {
  const [row] = await sql<MailRecipient[]>`
    select recipient.id, voucher_id, email, mail_state, mail_tried_at,
      coalesce(mail_leaving_until > ${now}, false) as leaving, blocked_at is not null as blocked,
      lookup is not null as has_code, exists (select from voucher_activation where voucher_activation.voucher_id = voucher.id) as claimed
    from recipient join voucher on voucher.id = voucher_id
    where recipient.id = ${recipient}::bigint for update of recipient`
  return row
}
