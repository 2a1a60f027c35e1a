import type { Readable } from 'node:stream'

import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type FakeSmtp = Awaited<ReturnType<typeof fakeSmtp>>
export type ReceivedMail = { recipients: string[]; raw: string; parsed: ParsedMail }

/** A failure, and the SMTP step at which it happens. */
export type SmtpFailure =
  | { kind: 'answer'; at: 'mail-from' | 'recipient' | 'data'; code: number; times: number }
  | { kind: 'hang'; at: 'mail-from' | 'recipient' | 'data'; times: number }
  | { kind: 'drop'; times: number }

type Done = (error?: Error | null) => void

/** A mail server on this machine that stores the mails it receives. */
export async function fakeSmtp({ user = 'fake', password = 'secret' } = {}) {
  const mails: ReceivedMail[] = []
  const refused = new Map<string, number>()
  const failures: SmtpFailure[] = []
  let connections = 0

  /** Returns whether a simulated failure handled the step. */
  function failsAt(at: 'mail-from' | 'recipient' | 'data', done: Done) {
    // A failure of kind 'drop' applies at every step, also to clients that were connected before.
    const failure = failures.find((one) => one.kind === 'drop' || one.at === at)
    if (!failure) return false
    useFailure(failure)
    if (failure.kind !== 'hang') done(withCode(failure.kind === 'drop' ? 421 : failure.code))
    return true
  }

  function useFailure(failure: SmtpFailure) {
    failure.times -= 1
    if (failure.times <= 0) failures.splice(failures.indexOf(failure), 1)
  }

  async function receiveMail(stream: Readable, session: SMTPServerSession, done: Done) {
    // Decided at the start: the failure that was set then applies, however late the rest of the mail arrives.
    let reply: () => void = () => {}
    const hasFailed = failsAt('data', (error) => {
      reply = () => done(error)
    })
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk))
    if (hasFailed) {
      reply()
      return
    }
    const raw = Buffer.concat(chunks).toString('utf8')
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    mails.push({ recipients, raw, parsed: await simpleParser(raw) })
    done()
  }

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    // Closing must not wait for a client that was left hanging.
    closeTimeout: 50,
    onConnect(_session, done) {
      connections += 1
      const failure = failures.find(({ kind }) => kind === 'drop')
      if (failure) useFailure(failure)
      done(failure ? withCode(421) : undefined)
    },
    onAuth(auth, _session, done) {
      if (auth.username === user && auth.password === password) done(null, { user })
      else done(withCode(535))
    },
    onMailFrom(_address, _session, done) {
      if (!failsAt('mail-from', done)) done()
    },
    onRcptTo({ address }, _session, done) {
      if (failsAt('recipient', done)) return
      const code = refused.get(address)
      done(code === undefined ? undefined : withCode(code))
    },
    onData(stream, session, done) {
      // A client that disconnects midway gets no answer.
      receiveMail(stream, session, done).catch(() => {})
    },
  })
  server.on('error', () => {})

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake has no port')

  return {
    url: `smtp://${user}:${password}@127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    connections: () => connections,
    refuse(recipient: string, code = 550) {
      refused.set(recipient, code)
    },
    failNext(failure: SmtpFailure) {
      failures.push(failure)
    },
    /** Removes the failures that are left. */
    reset() {
      failures.length = 0
    },
    close() {
      return new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}

function withCode(responseCode: number) {
  return Object.assign(new Error(`Fake ${responseCode}`), { responseCode })
}
