import { randomUUID } from 'node:crypto'

import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { generateCodes } from '#server/modules/vouchers/generate-codes.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import { endHolderSessions } from '#server/modules/sessions/end-sessions.ts'
import {
  type PreparedInvitation,
  writeGiftMail,
} from '#server/modules/vouchers/invitations/write-invitation.ts'
import { saveRevokedCodes, revokeCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

/** Longer than it takes to render the mails and wait for a mail server. */
const LEASE_MS = 90_000
/** A mail is not sent if less than this is left of its lease. */
const MIN_SENDING_MS = 40_000
const MAX_PARALLEL_MAILS = 8
const POLL_INTERVAL_MS = 2000
/** The delay doubles from half a minute, so these tries take more than two days. After that, staff decide. */
const MAX_TRIES = 13
const FIRST_RETRY_DELAY_MS = 30_000
/** The reason stored for codes that a later try has replaced. */
const REPLACED_BY_MAIL = 'invitation sent again'

/**
 * Sends all due mails of all batches. Returns how many were tried. Each mail takes three steps: lease a try with its own
 * code, which revokes the code of the previous try; send it without an open transaction; save the result. After a crash
 * the mail is tried again with another code.
 */
export async function sendGiftMails(
  shop: Shop,
  { stopped = () => false }: { stopped?: () => boolean } = {},
): Promise<number> {
  let tried = 0
  let found = true
  while (found && !stopped()) {
    found = false
    for (const id of await listDueBatches(shop)) {
      if (stopped()) break
      const leased = await leaseMails(shop, id)
      found ||= leased.length > 0
      tried += leased.length
      await Promise.all(leased.map((gift) => sendMail(shop, gift)))
      await endSendingIfDone(shop, id)
    }
  }
  return tried
}

async function listDueBatches({ sql, ports }: Shop): Promise<number[]> {
  const now = ports.clock.now()
  const due = await sql<{ id: number }[]>`
    select id from voucher_batch batch
    where send_at <= ${now} and send_ended_at is null and send_paused_at is null and undone_at is null
      and (exists (select from recipient where batch_id = batch.id and ${isDue(sql, now)})
        or not exists (select from recipient where batch_id = batch.id and mail_state = 'waiting'))
    order by send_at, id`
  return due.map(({ id }) => id)
}

const isDue = (sql: Queries, now: Date) => sql`
  mail_state = 'waiting' and (mail_due_at is null or mail_due_at <= ${now})
    and (mail_leaving_until is null or mail_leaving_until <= ${now})`

type DueMail = Omit<PreparedInvitation, 'code' | 'mailTry'> & {
  triedBefore: Date | null
  closed: boolean
}

/**
 * Leases a try for each due mail, as many as the sending rate allows, with codes that work from now on and that no
 * recipient has yet.
 */
async function leaseMails(shop: Shop, batchId: number): Promise<PreparedInvitation[]> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql) => {
    const [batch] = await sql<{ per_minute: number }[]>`
      select send_per_minute as per_minute from voucher_batch
      where id = ${batchId} and send_at <= ${now} and send_ended_at is null and send_paused_at is null
        and undone_at is null
      for no key update`
    if (!batch) return []
    const [lastMinute] = await sql<{ count: number }[]>`
      select count(*)::integer as count from recipient
      where batch_id = ${batchId} and mail_tried_at > ${new Date(now.getTime() - 60_000)}`
    const limit = Math.min(MAX_PARALLEL_MAILS, batch.per_minute - (lastMinute?.count ?? 0))
    if (limit <= 0) return []
    let due: DueMail[] = await lockDueMails(sql, { batchId, now, limit })
    if (due.some(({ closed }) => closed)) {
      await sql`
        update recipient set mail_state = 'none' from voucher
        where recipient.batch_id = ${batchId} and voucher.id = voucher_id and ${isDue(sql, now)} and ${isClosed(sql, now)}`
      due = await lockDueMails(sql, { batchId, now, limit })
    }
    const received = await findRecipientsWithUsedCode(sql, due)
    await markMailsReceived(sql, received)
    const toSend = due.filter(({ recipientId }) => !received.includes(recipientId))
    return createTries(sql, shop, toSend, now)
  })
}

/** Whether the recipient gets no mail: the voucher is blocked or has expired, or the address was removed. */
const isClosed = (sql: Queries, now: Date) => sql`
  (blocked_at is not null or voucher.valid_until <= ${now} or email = '')`

/**
 * Locks the first due mails in the order of the index, so that a long queue is not read each time. Skips vouchers that a
 * login has locked.
 */
export const lockDueMails = (
  sql: Queries,
  { batchId, now, limit }: { batchId: number; now: Date; limit: number },
) => sql<DueMail[]>`
  select recipient.id as "recipientId", voucher_id as "voucherId", email, name, mail_tries as tries,
    coalesce(nullif(recipient.language, ''), voucher.language) as language,
    coalesce(nullif(words, ''), nullif(sender_messages ->> coalesce(nullif(recipient.language, ''), nullif(voucher.language, ''),
      (select default_language from channel where id = batch.channel_id)), ''), sender_message) as words, sender_name as "senderName",
    batch.channel_id as "channelId", batch.points, nullif(voucher.valid_until, 'infinity') as until,
    case when mail_try is not null then mail_tried_at end as "triedBefore", ${isClosed(sql, now)} as closed
  from recipient join voucher on voucher.id = voucher_id join voucher_batch batch on batch.id = recipient.batch_id
  where recipient.batch_id = ${batchId} and ${isDue(sql, now)}
  order by mail_due_at nulls first, recipient.id
  limit ${limit} for update of recipient, voucher skip locked`

/** Recipients whose last try has no saved result and who have used its code. Another mail must not revoke it. */
async function findRecipientsWithUsedCode(
  sql: Queries,
  mails: readonly { recipientId: number; triedBefore: Date | null }[],
): Promise<number[]> {
  const tried = mails.filter(({ triedBefore }) => triedBefore !== null)
  if (tried.length === 0) return []
  const rows = await sql<{ id: number }[]>`
    select recipient.id from recipient
    where recipient.id = any(${tried.map(({ recipientId }) => recipientId)}::bigint[]) and ${isCodeUsed(sql)}`
  return rows.map(({ id }) => id)
}

/** Whether the recipient has logged in since the last try. The voucher is locked, so that no login is missed. */
export const isCodeUsed = (sql: Queries) => sql`(
  exists (select from session where session.voucher_id = recipient.voucher_id and impersonation_id is null
    and session.created_at >= mail_tried_at)
  or exists (select from visit where visit.voucher_id = recipient.voucher_id and impersonation_id is null
    and visit.at >= mail_tried_at))`

export async function markMailsReceived(sql: Queries, ids: readonly number[]) {
  await sql`
    update recipient set mail_state = 'sent', mailed_at = mail_tried_at, mail_leaving_until = null, mail_due_at = null
    where id = any(${[...ids]}::bigint[])`
}

async function createTries(
  sql: Transaction,
  shop: Pick<Shop, 'voucherKeys'>,
  mails: readonly DueMail[],
  now: Date,
): Promise<PreparedInvitation[]> {
  if (mails.length === 0) return []
  const vouchers = mails.map(({ voucherId }) => voucherId)
  const codes = await generateCodes(sql, shop.voucherKeys, mails.length)
  await saveRevokedCodes(sql, vouchers, { now, staffId: null, reason: REPLACED_BY_MAIL })
  const tries = mails.map((mail, index) => {
    const newCode = codes[index]
    if (!newCode) throw new Error('voucher has no code')
    return { mail, newCode, mailTry: randomUUID() }
  })
  // Only lookups are stored, never the codes.
  const rows = tries.map(({ mail, newCode, mailTry }) => ({
    recipient_id: mail.recipientId,
    voucher_id: mail.voucherId,
    mail_try: mailTry,
    lookup: newCode.lookup.toString('hex'),
    pepper_id: newCode.pepperId,
    last3: newCode.last3,
  }))
  await sql`
    update voucher set lookup = decode(row.lookup, 'hex'), pepper_id = row.pepper_id, last3 = row.last3
    from jsonb_to_recordset(${sql.json(rows)}) as row (voucher_id bigint, lookup text, pepper_id text, last3 text)
    where voucher.id = row.voucher_id`
  await sql`
    update recipient set mail_try = row.mail_try, mail_tried_at = ${now}, mail_due_at = null,
      mail_leaving_until = ${new Date(now.getTime() + LEASE_MS)}, mail_tries = mail_tries + 1,
      mail_number = mail_number + 1
    from jsonb_to_recordset(${sql.json(rows)}) as row (recipient_id bigint, mail_try uuid)
    where recipient.id = row.recipient_id`
  await endHolderSessions(sql, vouchers)
  return tries.map(
    ({ mail: { triedBefore: _triedBefore, closed: _closed, ...mail }, newCode, mailTry }) => ({
      ...mail,
      code: newCode.code,
      mailTry,
      tries: mail.tries + 1,
    }),
  )
}

/** Sends one mail and saves the result, unless the recipient was changed meanwhile. */
async function sendMail(shop: Shop, gift: PreparedInvitation): Promise<void> {
  const { recipientId, mailTry, tries } = gift
  const leaseEnd = shop.ports.clock.now().getTime() + LEASE_MS
  try {
    const mail = await writeGiftMail(shop, gift)
    if (leaseEnd - shop.ports.clock.now().getTime() < MIN_SENDING_MS)
      throw new ServiceDown('mail', 'The email was not sent in time')
    await shop.ports.mailer.send(mail)
    await shop.sql`
      update recipient set mail_state = 'sent', mailed_at = ${shop.ports.clock.now()}, mail_leaving_until = null,
        mail_tries = 0, bounced_at = null, bounce = ''
      where id = ${recipientId} and mail_try = ${mailTry} and mail_state = 'waiting'`
  } catch (error) {
    // Only the message is logged, because a library may attach the mail with its code to the error.
    const message = error instanceof Error ? error.message : 'unknown'
    const isFinal = error instanceof ServiceRefused
    shop.log.warn({ recipient: recipientId, tries, why: message }, 'gift email not delivered')
    if (isFinal) return saveBounce(shop, gift, error.serviceMessage || message)
    if (tries >= MAX_TRIES) return saveBounce(shop, gift, message)
    const delay = FIRST_RETRY_DELAY_MS * 2 ** (tries - 1)
    await shop.sql`
      update recipient set mail_leaving_until = null, bounce = ${message},
        mail_due_at = ${new Date(shop.ports.clock.now().getTime() + delay)}
      where id = ${recipientId} and mail_try = ${mailTry} and mail_state = 'waiting'`
  }
}

/** Saves that the mail was refused: revokes its code and opens a task. */
async function saveBounce(
  shop: Pick<Shop, 'ports' | 'sql'>,
  { recipientId, mailTry }: PreparedInvitation,
  response: string,
) {
  await shop.sql.begin((sql) =>
    recordBounce(sql, { recipientId, mailTry, response, now: shop.ports.clock.now() }),
  )
}

/** Returns false if the bounce is about an older try, or if the code has been used. */
export async function recordBounce(
  sql: Queries,
  {
    recipientId,
    mailTry,
    response,
    now,
  }: { recipientId: number; mailTry: string; response: string; now: Date },
): Promise<boolean> {
  await sql`
    select from voucher where id = (select voucher_id from recipient where id = ${recipientId}) for update`
  const [bounced] = await sql<{ voucher_id: number; batch_id: number }[]>`
    update recipient set mail_state = 'bounced', bounced_at = ${now}, bounce = ${response}, mail_leaving_until = null,
      mail_due_at = null
    where id = ${recipientId} and mail_try = ${mailTry} and mail_state in ('waiting', 'sent') and not ${isCodeUsed(sql)}
    returning voucher_id, batch_id`
  if (!bounced) return false
  await revokeCodes(sql, [bounced.voucher_id], { now, staffId: null, reason: 'invitation bounced' })
  await updateBounceTasks(sql, bounced.batch_id, now)
  return true
}

/**
 * Saves the end of the sending once no mail is pending. If all vouchers have a code then, the codes count as handed over.
 * The version stays, because no field of the batch's form changed.
 */
async function endSendingIfDone({ sql, ports }: Shop, batchId: number) {
  await sql`
    update voucher_batch batch set send_ended_at = ${ports.clock.now()},
      exported_at = case when ${allHaveCodes(sql)} then ${ports.clock.now()}::timestamptz else exported_at end,
      exported_by = case when ${allHaveCodes(sql)} then send_by else exported_by end
    where id = ${batchId} and send_at is not null and send_ended_at is null
      and not exists (select from recipient where batch_id = ${batchId} and mail_state = 'waiting')`
}

const allHaveCodes = (sql: Queries) => sql`(
  not exists (select from voucher where batch_id = batch.id and lookup is null and blocked_at is null)
  and exists (select from voucher where batch_id = batch.id and lookup is not null))`

/** Runs in each process; after a crash another process repeats the try when the lease ends. */
export const pollInvitations = (shop: Shop): RecurringJob => ({
  everyMs: POLL_INTERVAL_MS,
  failureMessage: 'gift emails not sent; retrying later',
  run: (signal) => sendGiftMails(shop, { stopped: () => signal.aborted }),
})
