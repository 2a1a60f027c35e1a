import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fakeSmtp } from '#server/testing/fakes/fake-smtp.ts'
import { sampleMail } from '#server/testing/fakes/sample-mail.ts'
import { sandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { smtpMailer } from '#server/modules/mail/delivery/smtp-mailer.ts'
import type { MailPort } from '#server/platform/services/service-ports.ts'
import { testDatabase } from '#server/testing/test-database.ts'

type Arrived = { id: string; subject: string; html: string; text: string; from: string }
type PostOffice = {
  mailer: MailPort
  /** The mails that arrived at this address, each once, as mail programs show them. */
  arrived(to: string): Promise<Arrived[]>
  refused: string
  close(): Promise<void>
}

async function sandbox(): Promise<PostOffice> {
  const database = await testDatabase()
  const mailer = sandboxMailer({ sql: database.sql, clock: { now: () => new Date() } })
  return {
    mailer,
    arrived: (to) => mailer.all(to),
    refused: 'nobody@refused.invalid',
    close: () => database.drop(),
  }
}

async function smtp(): Promise<PostOffice> {
  const fake = await fakeSmtp()
  const mailer = smtpMailer({ url: fake.url })
  const refused = 'nobody@holder.example'
  fake.refuse(refused)
  return {
    mailer,
    refused,
    async arrived(to) {
      const mine = fake.mails.filter(({ recipients }) => recipients.includes(to))
      const byId = new Map(mine.map(({ parsed }) => [parsed.messageId ?? '', parsed]))
      return [...byId].map(([messageId, parsed]) => ({
        id: /^<(.+)@/.exec(messageId)?.[1] ?? '',
        subject: parsed.subject ?? '',
        html: String(parsed.html).trim(),
        text: parsed.text?.trim() ?? '',
        from: parsed.from?.text.replaceAll('"', '') ?? '',
      }))
    },
    async close() {
      mailer.close()
      await fake.close()
    },
  }
}

describe.each([
  { name: 'sandbox', start: sandbox },
  { name: 'SMTP', start: smtp },
])('mail by $name', ({ start }) => {
  let post: PostOffice
  beforeAll(async () => {
    post = await start()
  })
  afterAll(() => post.close())

  it('is delivered with its subject, HTML, text and sender', async () => {
    const mail = sampleMail({ to: 'zoe@holder.example' })
    await post.mailer.send(mail)
    const { id, subject, html, text, from } = mail
    expect(await post.arrived(mail.to)).toMatchObject([{ id, subject, html, text, from }])
  })

  it('is delivered once when it is sent several times', async () => {
    const mail = sampleMail({ to: 'twice@holder.example' })
    await Promise.all([post.mailer.send(mail), post.mailer.send(mail)])
    await post.mailer.send(mail)
    expect(await post.arrived(mail.to)).toHaveLength(1)
  })

  it('is delivered only to its recipient', async () => {
    await post.mailer.send(sampleMail({ to: 'one@holder.example' }))
    expect(await post.arrived('other@holder.example')).toEqual([])
  })

  it('is refused for an invalid or rejected address', async () => {
    for (const to of [post.refused, 'nobody', '']) {
      await expect(post.mailer.send(sampleMail({ to }))).rejects.toMatchObject({
        name: 'ServiceRefused',
        service: 'mail',
        code: 'address-refused',
      })
    }
  })
})
