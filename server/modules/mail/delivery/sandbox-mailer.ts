import type { Sql } from '#server/platform/db/database.ts'
import {
  type Clock,
  type MailPort,
  type OutgoingMail,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

export type SandboxMail = OutgoingMail & { at: Date }

export type SandboxMailer = MailPort & {
  /** Sent mails, newest first, optionally only those to one address. */
  all(to?: string): Promise<SandboxMail[]>
}

export function isSandboxMailer(port: MailPort): port is SandboxMailer {
  return port.sandbox && 'all' in port
}

const MAILS_AT_ONCE = 500

/** Mails to this impossible domain are refused, so that bounces can be tried out. */
const REFUSED = '@refused.invalid'

/** Stores mails instead of sending them. Mails that open a voucher stay in this process's memory only. */
export function sandboxMailer({ sql, clock }: { sql: Sql; clock: Clock }): SandboxMailer {
  const inMemory = new Map<string, SandboxMail>()
  return {
    sandbox: true,

    async send(mail) {
      const { id, from, to, replyTo, subject, html, text, language } = mail
      if (!/^[^\s@]+@[^\s@]+$/.test(to) || to.toLowerCase().endsWith(REFUSED)) {
        throw new ServiceRefused(
          'mail',
          'address-refused',
          'The address was refused',
          null,
          `550 5.1.1 <${to}>: there is no such mailbox`,
        )
      }
      if (mail.opensVoucher) {
        inMemory.set(id, { ...mail, at: clock.now() })
        for (const oldest of [...inMemory.keys()].slice(0, -MAILS_AT_ONCE)) inMemory.delete(oldest)
        return
      }
      await sql`
        insert into sandbox_mail (
          id, sender, recipient, reply_to, subject, html, plain, language, created_at
        ) values (
          ${id}, ${from}, ${to}, ${replyTo}, ${subject}, ${html}, ${text}, ${language}, ${clock.now()}
        ) on conflict (id) do nothing`
    },

    async all(to) {
      const address = to?.toLowerCase()
      const stored = await sql<SandboxMail[]>`
        select id, sender as "from", recipient as "to", reply_to as "replyTo", subject, html,
          plain as "text", language, created_at as "at"
        from sandbox_mail
        ${to === undefined ? sql`` : sql`where lower(recipient) = lower(${to})`}
        order by created_at desc, id limit ${MAILS_AT_ONCE}`
      const others = [...inMemory.values()].filter(
        (mail) => address === undefined || mail.to.toLowerCase() === address,
      )
      return [...others, ...stored].sort((a, b) => b.at.getTime() - a.at.getTime())
    },
  }
}
