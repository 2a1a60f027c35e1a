import net from 'node:net'
import path from 'node:path'

type Session = net.Socket
type Frame = { type: string; bytes: Buffer }

const SSL_REQUEST = 80877103
const CANCEL_REQUEST = 80877102
const KNOWN_SETTINGS = ['user', 'database', 'client_encoding', 'application_name']

/**
 * A strict pool in transaction mode: each transaction of a client runs in another database session, so prepared
 * statements, settings, locks and LISTEN of the previous one are lost. Session settings are rejected at connect, and
 * notifications never arrive, as with PgBouncer. With `relaysPid` it reports the backend PID of the session that
 * answers next, and reuses that session while no other client asks.
 */
export async function switchingPool(
  { host, port, user, database }: { host: string; port: number; user: string; database: string },
  { sessions = 5, ignoresSettings = false, relaysPid = false } = {},
) {
  const idle: Session[] = []
  const waiting: ((session: Session) => void)[] = []
  let settings: Buffer[] = []
  const backendKeys = new Map<Session, Buffer>()
  let switches = 0

  function release(session: Session) {
    const next = waiting.shift()
    if (next) next(session)
    else if (relaysPid) idle.unshift(session)
    else idle.push(session)
  }

  /** A session that is logged in and idle. */
  function openSession() {
    return new Promise<Session>((done, fail) => {
      const session = net.connect(path.join(host, `.s.PGSQL.${port}`))
      const parameters: Buffer[] = []
      const read = frameReader(({ type, bytes }) => {
        if (type === 'S') parameters.push(bytes)
        if (type === 'K') backendKeys.set(session, bytes)
        if (type === 'E') fail(new Error(String(bytes)))
        if (type !== 'Z') return
        settings = parameters
        session.off('data', read)
        done(session)
      })
      session.on('data', read)
      session.on('error', fail)
      session.write(greeting({ user, database }))
    })
  }

  function serve(client: net.Socket) {
    let session: Session | undefined
    let isQueued = false
    let queued: Buffer[] = []
    /** A client can send several requests before the first response. */
    let pendingResponses = 0

    const fromSession = frameReader(({ type, bytes }) => {
      if (type === 'A') return
      client.write(bytes)
      if (type !== 'Z') return
      pendingResponses -= 1
      if (pendingResponses > 0 || bytes.at(-1) !== 'I'.charCodeAt(0) || !session) return
      session.off('data', fromSession)
      release(session)
      session = undefined
      isQueued = false
    })
    function attach(newSession: Session) {
      if (client.destroyed) return release(newSession)
      switches += 1
      session = newSession
      session.on('data', fromSession)
      for (const bytes of queued) session.write(bytes)
      queued = []
    }
    function forward({ type, bytes }: Frame) {
      if (type === 'X') return client.end()
      if (type === 'Q' || type === 'S') pendingResponses += 1
      if (session) return void session.write(bytes)
      queued.push(bytes)
      if (isQueued) return
      isQueued = true
      const free = idle.shift()
      if (free) attach(free)
      else waiting.push(attach)
    }
    const fromClient = frameReader(forward)

    client.once('data', function greet(bytes) {
      const code = bytes.readInt32BE(4)
      if (code === SSL_REQUEST) {
        client.write('N')
        client.once('data', greet)
        return
      }
      if (code === CANCEL_REQUEST) return void client.destroy()
      const names = String(bytes.subarray(8)).split('\0')
      const unknown = names.find(
        (name, at) => at % 2 === 0 && name && !KNOWN_SETTINGS.includes(name),
      )
      if (unknown && !ignoresSettings)
        return void client.end(refusal(`unsupported startup parameter: ${unknown}`))
      const [next] = idle
      const relayed = relaysPid && next ? backendKeys.get(next) : undefined
      const key = relayed ?? frame('K', Buffer.from([127, 0, 0, 0, 0, 0, 0, 1]))
      client.write(Buffer.concat([frame('R', Buffer.alloc(4)), ...settings, key, frame('Z', 'I')]))
      client.on('data', fromClient)
    })
    client.on('error', () => {})
    client.on('close', () => {
      // PostgreSQL rolls back an open transaction when the session ends.
      if (!session) return
      session.destroy()
      void openSession().then(release, () => {})
    })
  }

  for (let made = 0; made < sessions; made += 1) idle.push(await openSession())
  const server = net.createServer(serve)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    switches: () => switches,
    close() {
      server.close()
      for (const session of idle) session.destroy()
    },
  }
}

function frameReader(onFrame: (frame: Frame) => void) {
  let rest = Buffer.alloc(0)
  return (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    while (rest.length > 4) {
      const end = rest.readInt32BE(1) + 1
      if (rest.length < end) return
      const bytes = rest.subarray(0, end)
      rest = rest.subarray(end)
      onFrame({ type: String.fromCharCode(bytes[0] ?? 0), bytes })
    }
  }
}

function frame(type: string, content: string | Buffer) {
  const body = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function greeting(settings: Record<string, string>) {
  const words = Object.entries(settings).flat()
  const body = Buffer.from(`${words.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, body])
}

const refusal = (sentence: string) => frame('E', `SFATAL\0C08P01\0M${sentence}\0\0`)
