import { randomUUID } from 'node:crypto'

import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { freshCodes } from '#server/modules/vouchers/generate-codes.ts'
import { settleBounced } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import { endSessionsOf } from '#server/modules/sessions/end-sessions.ts'
import {
  type PreparedInvitation,
  writeGiftMail,
} from '#server/modules/vouchers/invitations/write-invitation.ts'
import { rememberCodes, voidCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import type { Recurring } from '#server/platform/jobs/recurring.ts'

/** Longer than rendering the mails and waiting for a mail server take. */
const CLAIM_MS = 90_000
/** A process with less than this left of its lease starts no sending. */
const SENDING_MS = 40_000
const AT_ONCE = 8
const POLL_INTERVAL_MS = 2000
/** With delays that double from half a minute, these tries take more than two days. Then staff have to decide. */
const MOST_TRIES = 13
const FIRST_WAIT_MS = 30_000
/** The reason stored for codes that a later try has replaced. */
const REPLACED_BY_MAIL = 'invitation sent again'

/**
 * Sends all due mails of all batches. Each mail takes three steps, each safe to be the last: lease a try with its own
 * code, which revokes the code of the previous try; send it without an open transaction; save the result. Only this
 * process knows the code. Returns how many were tried.
 */
export async function sendGiftMails(
  shop: Shop,
  { stopped = () => false }: { stopped?: () => boolean } = {},
): Promise<number> {
  let tried = 0
  for (let found = true; found && !stopped();) {
    found = false
    for (const id of await dueBatches(shop)) {
      if (stopped()) break
      const claimed = await claimTries(shop, id)
      found ||= claimed.length > 0
      tried += claimed.length
      await Promise.all(claimed.map((gift) => sendOne(shop, gift)))
      await endOfSending(shop, id)
    }
  }
  return tried
}

async function dueBatches({ sql, ports }: Shop): Promise<number[]> {
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

type Waiting = Omit<PreparedInvitation, 'code' | 'mailTry'> & {
  triedBefore: Date | null
  closed: boolean
}

/**
 * Leases a try for each due mail, as many as the sending rate allows, with codes that work from now on and that no
 * recipient has yet.
 */
async function claimTries(shop: Shop, batchId: number): Promise<PreparedInvitation[]> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql) => {
    const [batch] = await sql<{ per_minute: number }[]>`
      select send_per_minute as per_minute from voucher_batch
      where id = ${batchId} and send_at <= ${now} and send_ended_at is null and send_paused_at is null
        and undone_at is null
      for no key update`
    if (!batch) return []
    const [lately] = await sql<{ count: number }[]>`
      select count(*)::integer as count from recipient
      where batch_id = ${batchId} and mail_tried_at > ${new Date(now.getTime() - 60_000)}`
    const room = Math.min(AT_ONCE, batch.per_minute - (lately?.count ?? 0))
    if (room <= 0) return []
    const next = () => whoseTurn(sql, { batchId, now, most: room })
    let waiting: Waiting[] = await next()
    if (waiting.some(({ closed }) => closed)) {
      await sql`
        update recipient set mail_state = 'none' from voucher
        where recipient.batch_id = ${batchId} and voucher.id = voucher_id and ${isDue(sql, now)} and ${isClosed(sql, now)}`
      waiting = await next()
    }
    const arrived = await whoCameIn(sql, waiting)
    await noteArrived(sql, arrived)
    const wanted = waiting.filter(({ recipientId }) => !arrived.includes(recipientId))
    return drawTries(sql, shop, wanted, now)
  })
}

/** Recipients for whom the shop is closed by now get no mail. */
const isClosed = (sql: Queries, now: Date) => sql`
  (blocked_at is not null or voucher.valid_until <= ${now} or email = '')`

/**
 * The first due mails in index order, so that a long queue is not read for each chunk. A login in progress locks the
 * voucher: its mail is handled later.
 */
export const whoseTurn = (
  sql: Queries,
  { batchId, now, most }: { batchId: number; now: Date; most: number },
) => sql<Waiting[]>`
  select recipient.id as "recipientId", voucher_id as "voucherId", email, name, mail_tries as tries,
    coalesce(nullif(recipient.language, ''), voucher.language) as language,
    coalesce(nullif(words, ''), nullif(sender_messages ->> coalesce(nullif(recipient.language, ''), nullif(voucher.language, ''),
      (select default_language from channel where id = batch.channel_id)), ''), sender_message) as words, sender_name as "senderName",
    batch.channel_id as "channelId", batch.points, nullif(voucher.valid_until, 'infinity') as until,
    case when mail_try is not null then mail_tried_at end as "triedBefore", ${isClosed(sql, now)} as closed
  from recipient join voucher on voucher.id = voucher_id join voucher_batch batch on batch.id = recipient.batch_id
  where recipient.batch_id = ${batchId} and ${isDue(sql, now)}
  order by mail_due_at nulls first, recipient.id
  limit ${most} for update of recipient, voucher skip locked`

/** Recipients with an unsaved last try who have logged in with its code: another mail must not revoke it. */
async function whoCameIn(
  sql: Queries,
  waiting: readonly { recipientId: number; triedBefore: Date | null }[],
): Promise<number[]> {
  const tried = waiting.filter(({ triedBefore }) => triedBefore !== null)
  if (tried.length === 0) return []
  const rows = await sql<{ id: number }[]>`
    select recipient.id from recipient
    where recipient.id = any(${tried.map(({ recipientId }) => recipientId)}::bigint[]) and ${cameIn(sql)}`
  return rows.map(({ id }) => id)
}

/** Logged in since the last try. The voucher is locked, so that no login is missed. */
export const cameIn = (sql: Queries) => sql`(
  exists (select from session where session.voucher_id = recipient.voucher_id and impersonation_id is null
    and session.created_at >= mail_tried_at)
  or exists (select from visit where visit.voucher_id = recipient.voucher_id and impersonation_id is null
    and visit.at >= mail_tried_at))`

export async function noteArrived(sql: Queries, ids: readonly number[]) {
  await sql`
    update recipient set mail_state = 'sent', mailed_at = mail_tried_at, mail_leaving_until = null, mail_due_at = null
    where id = any(${[...ids]}::bigint[])`
}

async function drawTries(
  sql: Transaction,
  shop: Pick<Shop, 'voucherKeys'>,
  waiting: readonly Waiting[],
  now: Date,
): Promise<PreparedInvitation[]> {
  if (waiting.length === 0) return []
  const vouchers = waiting.map(({ voucherId }) => voucherId)
  const codes = await freshCodes(sql, shop.voucherKeys, waiting.length)
  await rememberCodes(sql, vouchers, { now, staffId: null, reason: REPLACED_BY_MAIL })
  const drawn = waiting.map((gift, at) => {
    const fresh = codes[at]
    if (!fresh) throw new Error('voucher has no code')
    return { gift, fresh, mailTry: randomUUID() }
  })
  // Only lookups are stored, never the codes.
  const kept = drawn.map(({ gift, fresh, mailTry }) => ({
    recipient_id: gift.recipientId,
    voucher_id: gift.voucherId,
    mail_try: mailTry,
    lookup: fresh.lookup.toString('hex'),
    pepper_id: fresh.pepperId,
    last3: fresh.last3,
  }))
  await sql`
    update voucher set lookup = decode(row.lookup, 'hex'), pepper_id = row.pepper_id, last3 = row.last3
    from jsonb_to_recordset(${sql.json(kept)}) as row (voucher_id bigint, lookup text, pepper_id text, last3 text)
    where voucher.id = row.voucher_id`
  await sql`
    update recipient set mail_try = row.mail_try, mail_tried_at = ${now}, mail_due_at = null,
      mail_leaving_until = ${new Date(now.getTime() + CLAIM_MS)}, mail_tries = mail_tries + 1,
      mail_number = mail_number + 1
    from jsonb_to_recordset(${sql.json(kept)}) as row (recipient_id bigint, mail_try uuid)
    where recipient.id = row.recipient_id`
  await endSessionsOf(sql, vouchers)
  return drawn.map(
    ({ gift: { triedBefore: _before, closed: _closed, ...gift }, fresh, mailTry }) => ({
      ...gift,
      code: fresh.code,
      mailTry,
      tries: gift.tries + 1,
    }),
  )
}

/** Sends one mail and saves the result; a change made to the recipient meanwhile takes precedence. */
async function sendOne(shop: Shop, gift: PreparedInvitation): Promise<void> {
  const { recipientId, mailTry, tries } = gift
  const until = shop.ports.clock.now().getTime() + CLAIM_MS
  try {
    const mail = await writeGiftMail(shop, gift)
    if (until - shop.ports.clock.now().getTime() < SENDING_MS)
      throw new ServiceDown('mail', 'The email was not sent in time')
    await shop.ports.mailer.send(mail)
    await shop.sql`
      update recipient set mail_state = 'sent', mailed_at = ${shop.ports.clock.now()}, mail_leaving_until = null,
        mail_tries = 0, bounced_at = null, bounce = ''
      where id = ${recipientId} and mail_try = ${mailTry} and mail_state = 'waiting'`
  } catch (error) {
    // Only the message: a library may attach other data to an error, and this one was close to a code.
    const text = error instanceof Error ? error.message : 'unknown'
    const final = error instanceof ServiceRefused
    shop.log.warn({ recipient: recipientId, tries, why: text }, 'gift email not delivered')
    if (final) return bounce(shop, gift, error.serviceMessage || text)
    if (tries >= MOST_TRIES) return bounce(shop, gift, text)
    const wait = FIRST_WAIT_MS * 2 ** (tries - 1)
    await shop.sql`
      update recipient set mail_leaving_until = null, bounce = ${text},
        mail_due_at = ${new Date(shop.ports.clock.now().getTime() + wait)}
      where id = ${recipientId} and mail_try = ${mailTry} and mail_state = 'waiting'`
  }
}

/** The mail was refused: its code is revoked, and a task is created. */
async function bounce(
  shop: Pick<Shop, 'ports' | 'sql'>,
  { recipientId, mailTry }: PreparedInvitation,
  said: string,
) {
  await shop.sql.begin((sql) =>
    noteBounce(sql, { recipientId, mailTry, said, now: shop.ports.clock.now() }),
  )
}

/** False if the bounce is for an older try, or if the code has been used. */
export async function noteBounce(
  sql: Queries,
  {
    recipientId,
    mailTry,
    said,
    now,
  }: { recipientId: number; mailTry: string; said: string; now: Date },
): Promise<boolean> {
  await sql`
    select from voucher where id = (select voucher_id from recipient where id = ${recipientId}) for update`
  const [bounced] = await sql<{ voucher_id: number; batch_id: number }[]>`
    update recipient set mail_state = 'bounced', bounced_at = ${now}, bounce = ${said}, mail_leaving_until = null,
      mail_due_at = null
    where id = ${recipientId} and mail_try = ${mailTry} and mail_state in ('waiting', 'sent') and not ${cameIn(sql)}
    returning voucher_id, batch_id`
  if (!bounced) return false
  await voidCodes(sql, [bounced.voucher_id], { now, staffId: null, reason: 'invitation bounced' })
  await settleBounced(sql, bounced.batch_id, now)
  return true
}

/**
 * Once no mail is pending, a batch whose codes were all mailed counts as issued. Its version stays, because no field
 * of its form changed.
 */
async function endOfSending({ sql, ports }: Shop, batchId: number) {
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
export const pollInvitations = (shop: Shop): Recurring => ({
  everyMs: POLL_INTERVAL_MS,
  failed: 'gift emails not sent; retrying later',
  look: (signal) => sendGiftMails(shop, { stopped: () => signal.aborted }),
})
