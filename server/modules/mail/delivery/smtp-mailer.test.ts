import { generateKeyPairSync } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type FakeSmtp, fakeSmtp } from '#server/testing/fakes/fake-smtp.ts'
import { sampleMail } from '#server/testing/fakes/sample-mail.ts'
import { smtpMailer } from '#server/modules/mail/delivery/smtp-mailer.ts'

type Settings = Parameters<typeof smtpMailer>[0]

let fake: FakeSmtp
let mailers: ReturnType<typeof smtpMailer>[]
beforeEach(async () => {
  fake = await fakeSmtp()
  mailers = []
})
afterEach(async () => {
  for (const mailer of mailers) mailer.close()
  await fake.close()
})

function mailerWith(settings: Partial<Settings> = {}) {
  const mailer = smtpMailer({ url: fake.url, ...settings })
  mailers.push(mailer)
  return mailer
}

const down = { name: 'ServiceDown', service: 'mail' }

describe('SMTP mail', () => {
  it('has its own message ID in the sender’s domain, and is marked as generated', async () => {
    const mail = sampleMail({ replyTo: 'help@shop.example', language: 'de' })
    await mailerWith().send(mail)

    const { parsed } = fake.mails[0] ?? {}
    expect(parsed?.messageId).toBe(`<${mail.id}@shop.example>`)
    expect(parsed?.replyTo?.text).toBe('help@shop.example')
    expect(parsed?.headers.get('content-language')).toBe('de')
    expect(parsed?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('is signed with DKIM when a key is configured', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await mailerWith({
      dkim: { domainName: 'shop.example', keySelector: 'one', privateKey: pem },
    }).send(sampleMail())
    expect(fake.mails[0]?.raw).toMatch(/^DKIM-Signature:[^]*d=shop\.example;[^]*s=one;/m)
  })

  it('cannot add a recipient or a header through its subject', async () => {
    const subject = 'Hello\r\nBcc: thief@else.example'
    await mailerWith().send(sampleMail({ subject }))
    expect(fake.mails[0]?.recipients).toEqual(['sanne@holder.example'])
    expect(fake.mails[0]?.parsed.headers.has('bcc')).toBe(false)
  })

  it('shares one connection with the following mails', async () => {
    const mailer = mailerWith()
    for (let n = 0; n < 5; n += 1) await mailer.send(sampleMail())
    expect(fake.mails).toHaveLength(5)
    expect(fake.connections()).toBe(1)
  })
})

describe('mail server', () => {
  it.each([
    ['greylists the recipient', { kind: 'answer', at: 'recipient', code: 451, times: 1 }],
    ['refuses the sender', { kind: 'answer', at: 'mail-from', code: 550, times: 1 }],
    ['refuses the text', { kind: 'answer', at: 'data', code: 554, times: 1 }],
    ['is full', { kind: 'answer', at: 'data', code: 452, times: 1 }],
    ['drops every connection', { kind: 'drop', times: 9 }],
  ] as const)('can be retried when it %s', async (_what, failure) => {
    const mailer = mailerWith()
    fake.failNext({ ...failure })
    await expect(mailer.send(sampleMail())).rejects.toMatchObject(down)
    expect(fake.mails).toHaveLength(0)
  })

  it('accepts the next mail after a failed one', async () => {
    const mailer = mailerWith()
    fake.failNext({ kind: 'answer', at: 'data', code: 452, times: 1 })
    await expect(mailer.send(sampleMail())).rejects.toMatchObject(down)
    await mailer.send(sampleMail())
    expect(fake.mails).toHaveLength(1)
  })

  it.each([501, 550, 553])(
    'refuses the address for good when it answers %i to the recipient',
    async (code) => {
      fake.refuse('sanne@holder.example', code)
      await expect(mailerWith().send(sampleMail())).rejects.toMatchObject({
        name: 'ServiceRefused',
        code: 'address-refused',
      })
    },
  )

  it('counts as down when it does not answer in time', async () => {
    const mailer = mailerWith({ timeoutMs: 80 })
    fake.failNext({ kind: 'hang', at: 'recipient', times: 1 })
    const before = performance.now()
    await expect(mailer.send(sampleMail())).rejects.toMatchObject(down)
    expect(performance.now() - before).toBeLessThan(3_000)
  })

  it('counts as down when its answer never ends', async () => {
    const talker = createServer((socket) => {
      socket.write('220 hello\r\n')
      const timer = setInterval(() => socket.write('250-and another thing\r\n'), 10)
      socket
        .on('error', () => {})
        .on('close', () => {
          clearInterval(timer)
        })
    })
    await new Promise<void>((resolve) => {
      talker.listen(0, '127.0.0.1', resolve)
    })
    const { port } = talker.address() as AddressInfo
    const mailer = mailerWith({ url: `smtp://127.0.0.1:${port}`, timeoutMs: 80 })
    const before = performance.now()
    await expect(mailer.send(sampleMail())).rejects.toMatchObject(down)
    expect(performance.now() - before).toBeLessThan(3_000)
    talker.close()
  })

  it('counts as down when it refuses the login', async () => {
    const url = `smtp://fake:wrong@127.0.0.1:${fake.port}`
    await expect(mailerWith({ url }).send(sampleMail())).rejects.toMatchObject(down)
  })

  it('counts as down when it cannot be reached', async () => {
    const gone = await fakeSmtp()
    await gone.close()
    await expect(mailerWith({ url: gone.url }).send(sampleMail())).rejects.toMatchObject(down)
  })
})
