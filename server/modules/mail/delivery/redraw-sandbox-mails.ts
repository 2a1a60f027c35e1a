import { MAILS } from '#domain/mail/mails.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { MailRow } from '#server/modules/mail/delivery/mail.sql.ts'
import { findOrdersByNumber } from '#server/modules/orders/order.sql.ts'

type StoredMail = MailRow & { sentAt: Date }

/**
 * Renders the sandbox mails of the demo history again, so that they look like the mails that the shop sends now. Mails
 * that cannot be rendered again, for example because they contain codes, stay unchanged.
 */
export async function redrawSandboxMails(shop: Shop): Promise<void> {
  const { writeMail } = await import('#server/modules/mail/rendering/render-mail.tsx')
  const { sql, ports } = shop
  const mails = await sql<StoredMail[]>`
    select mail.id::text, template, subject_id as "subjectId", channel_id as "channelId", mail.language,
      mail.recipient, mail.created_at as "createdAt", null as about, sandbox_mail.created_at as "sentAt"
    from sandbox_mail join mail on mail.id::text = sandbox_mail.id`
  const orders = await findOrdersByNumber(sql, [
    ...new Set(mails.filter(isOrderMail).map(({ subjectId }) => subjectId.split(':')[0] ?? '')),
  ])
  for (const mail of mails) {
    // Deadlines and days of arrival are those of the day on which it was sent.
    const clock = { ...ports.clock, now: () => mail.sentAt }
    const shopAtSending = { ...shop, ports: { ...ports, clock } }
    try {
      const { subject, html, text } = await writeMail(shopAtSending, sql, mail, orders)
      await sql`update sandbox_mail set subject = ${subject}, html = ${html}, plain = ${text} where id = ${mail.id}`
    } catch (error) {
      shop.log.debug({ err: error, mail: mail.id }, 'sandbox mail not drawn again')
    }
  }
}

const isOrderMail = ({ template }: MailRow) => MAILS[template].about === 'order'
