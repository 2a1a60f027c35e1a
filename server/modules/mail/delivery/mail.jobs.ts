import { RATE_WINDOW_MS } from '#domain/mail/mail-rate.ts'
import {
  leaseMails,
  findQueuedMails,
  releaseLeases,
  type SendResult,
  type MailRow,
  saveSendResults,
} from '#server/modules/mail/delivery/mail.sql.ts'
import { sendingTime } from '#server/modules/mail/delivery/sending-rate.ts'
import {
  type OutgoingMail,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { findOrdersByNumber } from '#server/modules/orders/order.sql.ts'

/** Mails that are rendered and saved together, so that they share the cost of reading an order. */
const MAILS_AT_ONCE = 16

/**
 * Longer than rendering sixteen mails and the timeout of the mail server together. Only a process that died still has a
 * lease after this time.
 */
export const LEASE_MS = 90_000
/** Longer than the mail server timeout: a process with less than this left of its lease starts no sending. */
const SENDING_MS = 40_000

export function mailJobs(shop: Shop) {
  shop.jobs.handleBatch('send-mail', MAILS_AT_ONCE, async (jobs) => {
    const failures = await sendMails(
      shop,
      jobs.map(({ id }) => id),
    )
    return jobs.map(({ id }) => failures.get(id))
  })
}

export async function sendMail(shop: Shop, id: string) {
  const failure = (await sendMails(shop, [id])).get(id)
  if (failure !== undefined) throw failure
}

/**
 * Sends queued mails that are due, in three steps: lease them, send them without an open transaction, save the results.
 * The process may die after each step: its lease ends after `LEASE_MS`, and the mails are sent again under the same
 * Message-ID, which mailboxes treat as one mail. Returns the mails to retry, each with its error.
 */
export async function sendMails(shop: Shop, ids: string[]): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>()
  // Mails to one recipient are sent one after the other, because their number decides when the next may be sent.
  for (let remaining = ids; remaining.length > 0;) {
    const now = shop.ports.clock.now()
    const until = new Date(now.getTime() + LEASE_MS)
    const rateSince = new Date(now.getTime() - RATE_WINDOW_MS)
    const leased = await leaseMails(shop.sql, remaining, { now, until, rateSince })
    if (leased.length === 0) {
      await scheduleRetry(shop, remaining, until)
      break
    }
    const due = await postponeOrReplace(shop, leased, { now, until })
    const results = await deliver(shop, due, until, failures)
    await saveSendResults(shop.sql, results, shop.ports.clock.now(), until)
    const leasedIds = new Set(leased.map(({ id }) => id))
    remaining = remaining.filter((id) => !leasedIds.has(id))
  }
  return failures
}

/** Schedules a retry for mails that another process has leased, in case it dies. */
async function scheduleRetry(
  { sql, jobs }: Pick<Shop, 'sql' | 'jobs'>,
  ids: string[],
  until: Date,
) {
  const queued = await findQueuedMails(sql, ids)
  await jobs.send(
    sql,
    queued.map((mail) => ({
      name: 'send-mail' as const,
      data: { id: mail.id },
      startAfter: mail.until !== null && mail.until < until ? mail.until : until,
    })),
  )
}

/** Returns the mails to send now. Postpones the others, or marks them as replaced by a later mail. */
async function postponeOrReplace(
  shop: Pick<Shop, 'sql' | 'jobs'>,
  mails: MailRow[],
  { now, until }: { now: Date; until: Date },
) {
  const timed = mails.map((mail) => ({ mail, time: sendingTime(mail, now) }))
  const replaced = timed.flatMap(({ mail, time }) => (time === 'replaced' ? mail.id : []))
  const later = timed.flatMap(({ mail, time }) =>
    time instanceof Date ? { id: mail.id, startAfter: time } : [],
  )
  if (replaced.length + later.length > 0) {
    await shop.sql.begin(async (sql) => {
      await releaseLeases(sql, { replaced, later: later.map(({ id }) => id), until })
      await shop.jobs.send(
        sql,
        later.map(({ id, startAfter }) => ({
          name: 'send-mail' as const,
          data: { id },
          startAfter,
        })),
      )
    })
  }
  return timed.flatMap(({ mail, time }) => (time === 'now' ? mail : []))
}

async function deliver(
  shop: Shop,
  mails: MailRow[],
  until: Date,
  failures: Map<string, unknown>,
): Promise<SendResult[]> {
  if (mails.length === 0) return []
  const failed = (mail: MailRow, error: unknown): SendResult => {
    const { id, template } = mail
    const text = error instanceof Error ? error.message : 'unknown'
    if (error instanceof ServiceRefused) {
      shop.log.error({ err: error, mail: id, template }, 'mail rejected')
      return { id, state: 'refused', error: text }
    }
    failures.set(id, error)
    return { id, state: 'queued', error: text }
  }
  // Only mails need React: loading it here keeps the start fast.
  const { writeMail } = await import('#server/modules/mail/rendering/render-mail.tsx')
  const orders = await findOrdersByNumber(
    shop.sql,
    mails.flatMap(({ about, subjectId }) => (about ? (subjectId.split(':')[0] ?? []) : [])),
  )
  return Promise.all(
    mails.map(async (mail): Promise<SendResult> => {
      try {
        await sendInTime(shop, await writeMail(shop, shop.sql, mail, orders), until)
        return { id: mail.id, state: 'sent', error: null }
      } catch (error) {
        return failed(mail, error)
      }
    }),
  )
}

/** Does not send if the lease has almost ended: another process may send the mail then. */
async function sendInTime({ ports }: Pick<Shop, 'ports'>, mail: OutgoingMail, until: Date) {
  if (until.getTime() - ports.clock.now().getTime() < SENDING_MS)
    throw new ServiceDown('mail', 'The email was not sent in time')
  await ports.mailer.send(mail)
}
