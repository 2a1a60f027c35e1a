import { PACED_OVER_MS } from '#domain/mail/mail-rate.ts'
import {
  claimMails,
  findHeldMails,
  letMailsLie,
  type MailNote,
  type MailRow,
  saveMailNotes,
} from '#server/modules/mail/delivery/mail.sql.ts'
import { paceOf } from '#server/modules/mail/delivery/sending-rate.ts'
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
 * Longer than rendering sixteen mails and waiting for a mail server take. Only a process that died keeps a lease this
 * long.
 */
export const CLAIM_MS = 90_000
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
 * Sends queued mails that are due, in three steps, each safe to be the last: lease them (one statement), send them
 * without an open transaction, save the result. If a process dies in between, its lease ends after `CLAIM_MS`. The
 * mails are then sent, perhaps twice, under the same Message-ID, which mailboxes treat as one mail. Returns the mails
 * to retry and why, after the try is saved.
 */
export async function sendMails(shop: Shop, ids: string[]): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>()
  // Mails to one recipient are sent one after the other, because the number sent decides when the next may leave.
  for (let left = ids; left.length > 0;) {
    const now = shop.ports.clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const paceSince = new Date(now.getTime() - PACED_OVER_MS)
    const claimed = await claimMails(shop.sql, left, { now, until, paceSince })
    if (claimed.length === 0) {
      await comeBackFor(shop, left, until)
      break
    }
    const due = await dueOf(shop, claimed, { now, until })
    const notes = await deliver(shop, due, until, failures)
    await saveMailNotes(shop.sql, notes, shop.ports.clock.now(), until)
    const taken = new Set(claimed.map(({ id }) => id))
    left = left.filter((id) => !taken.has(id))
  }
  return failures
}

/** Schedules a retry for mails that another process has leased, in case it dies. */
async function comeBackFor({ sql, jobs }: Pick<Shop, 'sql' | 'jobs'>, ids: string[], until: Date) {
  const held = await findHeldMails(sql, ids)
  await jobs.send(
    sql,
    held.map((mail) => ({
      name: 'send-mail' as const,
      data: { id: mail.id },
      startAfter: mail.until !== null && mail.until < until ? mail.until : until,
    })),
  )
}

/** Returns the mails that leave now. Saves for the others when they are due, or that they are replaced. */
async function dueOf(
  shop: Pick<Shop, 'sql' | 'jobs'>,
  mails: MailRow[],
  { now, until }: { now: Date; until: Date },
) {
  const paces = mails.map((mail) => ({ mail, pace: paceOf(mail, now) }))
  const replaced = paces.flatMap(({ mail, pace }) => (pace === 'replaced' ? mail.id : []))
  const later = paces.flatMap(({ mail, pace }) =>
    pace instanceof Date ? { id: mail.id, startAfter: pace } : [],
  )
  if (replaced.length + later.length > 0) {
    await shop.sql.begin(async (sql) => {
      await letMailsLie(sql, { replaced, later: later.map(({ id }) => id), until })
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
  return paces.flatMap(({ mail, pace }) => (pace === 'now' ? mail : []))
}

async function deliver(
  shop: Shop,
  mails: MailRow[],
  until: Date,
  failures: Map<string, unknown>,
): Promise<MailNote[]> {
  if (mails.length === 0) return []
  const note = (mail: MailRow, error: unknown): MailNote => {
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
    mails.map(async (mail): Promise<MailNote> => {
      try {
        await sendInTime(shop, await writeMail(shop, shop.sql, mail, orders), until)
        return { id: mail.id, state: 'sent', error: null }
      } catch (error) {
        return note(mail, error)
      }
    }),
  )
}

/** A delayed process may have lost its lease to another process that sends the mail now. */
async function sendInTime({ ports }: Pick<Shop, 'ports'>, mail: OutgoingMail, until: Date) {
  if (until.getTime() - ports.clock.now().getTime() < SENDING_MS)
    throw new ServiceDown('mail', 'The email was not sent in time')
  await ports.mailer.send(mail)
}
