import type { Transaction } from '#server/db/database.ts'
import {
  lockQueuedMail,
  type MailRow,
  saveMailFailed,
  saveMailReplaced,
  saveMailSent,
} from '#server/mail/mail-queries.ts'
import { paceOf } from '#server/mail/pace-of-mail.ts'
import { ServiceRefused } from '#server/ground/ports.ts'
import type { Shop } from '#server/door/shop.ts'

export function mailJobs(shop: Shop) {
  shop.jobs.handle('send-mail', ({ id }) => sendMail(shop, id))
}

/**
 * Sends a mail that waits, once its time has come. Its row stays locked until the mail server has answered, so that nobody sends it
 * beside us; a crash in between repeats the same Message-ID, which mailboxes take for one mail.
 */
export async function sendMail(shop: Shop, id: string) {
  const failure = await shop.sql.begin(async (sql) => {
    const mail = await lockQueuedMail(sql, id)
    if (!mail) return undefined
    const due = await paceOf(sql, mail, shop.ports.clock.now())
    if (due === 'replaced') {
      await saveMailReplaced(sql, id)
      return undefined
    }
    if (due !== 'now') {
      await shop.jobs.send(sql, [{ name: 'send-mail', data: { id }, startAfter: due }])
      return undefined
    }
    try {
      await deliver(shop, sql, mail)
      await saveMailSent(sql, id, shop.ports.clock.now())
      return undefined
    } catch (error) {
      const refused = error instanceof ServiceRefused
      const text = error instanceof Error ? error.message : 'unknown'
      await saveMailFailed(sql, id, { state: refused ? 'refused' : 'queued', error: text })
      if (!refused) return { error }
      shop.log.error({ err: error, mail: id, template: mail.template }, 'a mail was refused')
      return undefined
    }
  })
  // Thrown once the try is on record, so that the job is run again.
  if (failure) throw failure.error
}

async function deliver(shop: Shop, sql: Transaction, mail: MailRow) {
  // Only mails need React: a shop that starts need not wait for it.
  const { writeMail } = await import('#server/mail/write-mail.tsx')
  await shop.ports.mailer.send(await writeMail(shop, sql, mail))
}
