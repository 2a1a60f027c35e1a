import { PACED_OVER_MS } from '#domain/mail-pace.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  lockQueuedMails,
  type MailNote,
  type MailRow,
  saveMailNotes,
  saveMailsReplaced,
} from '#server/mail/mail-queries.ts'
import { paceOf } from '#server/mail/pace-of-mail.ts'
import { ServiceRefused } from '#server/ground/ports.ts'
import type { Shop } from '#server/door/shop.ts'
import { ordersByNumber } from '#server/books/order-queries.ts'

/** So many are written and noted together: what an order costs to read is shared by all. */
const MAILS_AT_ONCE = 16

export function mailJobs(shop: Shop) {
  shop.jobs.handleTogether('send-mail', MAILS_AT_ONCE, async (jobs) => {
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
 * Sends mails that wait, those whose time has come. Their rows stay locked until the mail server has answered, so that nobody sends
 * one beside us; a crash in between repeats the same Message-ID, which mailboxes take for one mail. Answers why some
 * have to be tried again, once the try is on record.
 */
export async function sendMails(shop: Shop, ids: string[]): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>()
  await shop.sql.begin(async (sql) => {
    const now = shop.ports.clock.now()
    const paceSince = new Date(now.getTime() - PACED_OVER_MS)
    // Of one holder one after the other: how many he was sent decides when the next may leave.
    for (let left = ids; left.length > 0;) {
      const locked = await lockQueuedMails(sql, left, paceSince)
      const { first, others } = firstOfEachHolder(locked)
      left = others.map(({ id }) => id)
      const due = await dueOf(shop, sql, first, now)
      const notes = await deliver(shop, sql, due, failures)
      await saveMailNotes(sql, notes, shop.ports.clock.now())
    }
  })
  return failures
}

function firstOfEachHolder(mails: MailRow[]) {
  const seen = new Set<number>()
  const first: MailRow[] = []
  const others: MailRow[] = []
  for (const mail of mails) {
    const holder = mail.about?.voucherId
    if (holder !== undefined && seen.has(holder)) others.push(mail)
    else first.push(mail)
    if (holder !== undefined) seen.add(holder)
  }
  return { first, others }
}

/** Those that leave now; of the others it is noted when they will, or that they never do. */
async function dueOf(shop: Shop, sql: Transaction, mails: MailRow[], now: Date) {
  const paces = mails.map((mail) => ({ mail, pace: paceOf(mail, now) }))
  await saveMailsReplaced(
    sql,
    paces.flatMap(({ mail, pace }) => (pace === 'replaced' ? mail.id : [])),
  )
  await shop.jobs.send(
    sql,
    paces.flatMap(({ mail, pace }) =>
      pace instanceof Date
        ? { name: 'send-mail' as const, data: { id: mail.id }, startAfter: pace }
        : [],
    ),
  )
  return paces.flatMap(({ mail, pace }) => (pace === 'now' ? mail : []))
}

async function deliver(
  shop: Shop,
  sql: Transaction,
  mails: MailRow[],
  failures: Map<string, unknown>,
): Promise<MailNote[]> {
  if (mails.length === 0) return []
  // Only mails need React: a shop that starts need not wait for it.
  const { writeMail } = await import('#server/mail/write-mail.tsx')
  const orders = await ordersByNumber(
    sql,
    mails.flatMap(({ about, subjectId }) => (about ? (subjectId.split(':')[0] ?? []) : [])),
  )
  const note = (mail: MailRow, error: unknown): MailNote => {
    const { id, template } = mail
    const text = error instanceof Error ? error.message : 'unknown'
    if (error instanceof ServiceRefused) {
      shop.log.error({ err: error, mail: id, template }, 'a mail was refused')
      return { id, state: 'refused', error: text }
    }
    failures.set(id, error)
    return { id, state: 'queued', error: text }
  }
  // All are written before the first one leaves: what breaks the transaction breaks nothing then that was sent.
  const written = await Promise.allSettled(mails.map((mail) => writeMail(shop, sql, mail, orders)))
  if (written.some(({ status }) => status === 'rejected')) await sql`select`
  return Promise.all(
    mails.map(async (mail, place): Promise<MailNote> => {
      const one = written[place]
      if (one?.status !== 'fulfilled') return note(mail, one?.reason)
      try {
        await shop.ports.mailer.send(one.value)
        return { id: mail.id, state: 'sent', error: null }
      } catch (error) {
        return note(mail, error)
      }
    }),
  )
}
