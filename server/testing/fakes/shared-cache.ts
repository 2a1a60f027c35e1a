import http from 'node:http'
import { buffer } from 'node:stream/consumers'

type Stored = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The request headers that the response varies by. */
  by: [name: string, value: string | undefined][]
  /** Time of the request. The response is not older than that. */
  since: number
}
type Ask = { method: string; target: string; headers: http.IncomingHttpHeaders; body: Buffer }

export type SharedCache = {
  url: string
  /** The requests that reached the shop, in order. */
  asked: string[]
  clock: { advance(seconds: number): void }
  /** Resolves when all background revalidations have finished. */
  settled(): Promise<unknown>
  close(): Promise<void>
}

/** A shared cache in front of a shop: RFC 9111, strict in the parts it implements, and RFC 5861. */
export async function sharedCache(origin: string): Promise<SharedCache> {
  const store = new Map<string, Stored[]>()
  const asked: string[] = []
  const ways = new http.Agent({ keepAlive: true, maxSockets: 24 })
  const renewing = new Map<Stored, Promise<unknown>>()
  let ahead = 0
  const now = () => Date.now() / 1000 + ahead

  async function answer(ask: Ask): Promise<{ stored: Stored; how: string }> {
    const key = `${ask.headers.host} ${ask.target}`
    if (ask.method !== 'GET' && ask.method !== 'HEAD') {
      const stored = await forward(ask)
      // RFC 9111, 4.4: a successful write invalidates the stored response.
      if (stored.status < 400) store.delete(key)
      return { stored, how: 'pass' }
    }
    const kept = store
      .get(key)
      ?.find(({ by }) => by.every(([name, is]) => textOf(ask, name) === is))
    if (kept) {
      const { fresh, staleFor } = lifeOf(kept)
      const age = now() - kept.since
      if (age < fresh) return { stored: kept, how: 'hit' }
      if (age < fresh + staleFor) {
        if (!renewing.has(kept)) {
          renewing.set(
            kept,
            renew(key, ask, kept).finally(() => renewing.delete(kept)),
          )
        }
        return { stored: kept, how: 'stale' }
      }
    }
    return { stored: await renew(key, ask, kept), how: kept ? 'renewed' : 'miss' }
  }

  async function renew(key: string, ask: Ask, kept: Stored | undefined): Promise<Stored> {
    const { 'if-none-match': _, 'if-modified-since': __, ...rest } = ask.headers
    const etag = kept?.headers['etag']
    const headers = etag === undefined ? rest : { ...rest, 'if-none-match': etag }
    const came = await forward({ ...ask, headers })
    if (came.status === 304 && kept) {
      kept.headers = { ...kept.headers, ...came.headers }
      kept.since = came.since
      return kept
    }
    const others = (store.get(key) ?? []).filter((one) => one !== kept)
    store.set(key, mayStore(ask, came) ? [...others, came] : others)
    return came
  }

  async function forward({ method, target, headers, body }: Ask): Promise<Stored> {
    const since = now()
    asked.push(`${method} ${target}`)
    const response = await new Promise<http.IncomingMessage>((done, fail) => {
      const request = http.request(origin + target, { method, headers, agent: ways }, done)
      request.on('error', fail).end(body)
    })
    const came = Object.fromEntries(
      Object.entries(response.headers)
        .filter(([name]) => !HOP_BY_HOP.has(name))
        .map(([name, value]) => [name, String(value)]),
    )
    const by = (came['vary'] ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
      .map((name): [string, string | undefined] => [name, textOf({ headers }, name)])
    const status = response.statusCode ?? 0
    return { status, headers: came, body: await buffer(response), by, since }
  }

  const server = http.createServer((request, response) => {
    const { method = 'GET', url: target = '/', headers } = request
    void buffer(request)
      .then((body) => answer({ method, target, headers, body }))
      .then(({ stored, how }) => {
        const age = Math.max(0, Math.floor(now() - stored.since))
        const etag = stored.headers['etag']
        const same = etag !== undefined && headers['if-none-match'] === etag && stored.status < 300
        response.writeHead(same ? 304 : stored.status, {
          ...stored.headers,
          age: String(age),
          'x-cache': how,
        })
        response.end(same ? undefined : stored.body)
      })
      .catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('cache address missing')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    clock: { advance: (seconds) => void (ahead += seconds) },
    settled: () => Promise.all(renewing.values()),
    close: () =>
      new Promise((done) => {
        ways.destroy()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

const textOf = ({ headers }: Pick<Ask, 'headers'>, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function directivesOf({ headers }: Stored) {
  const parts = (headers['cache-control'] ?? '').split(',').map((part) => part.trim().split('='))
  const given = new Map(parts.map(([name = '', value]) => [name.toLowerCase(), value]))
  const seconds = (name: string) => {
    const value = given.get(name)
    return value === undefined ? undefined : Number(value)
  }
  return { has: (name: string) => given.has(name), seconds }
}

/** RFC 9111, 3: whether a shared cache may store it. */
function mayStore({ method, headers }: Ask, came: Stored) {
  const { has } = directivesOf(came)
  if (method !== 'GET' || came.status !== 200) return false
  if (has('no-store') || has('private') || came.headers['vary'] === '*') return false
  // 3.5: a response to a request with credentials is private unless it states otherwise.
  if (headers.authorization !== undefined) {
    return has('public') || has('s-maxage') || has('must-revalidate')
  }
  return has('public') || has('s-maxage') || has('max-age')
}

/** How long it is fresh, and how long it may be served stale during revalidation. */
function lifeOf(stored: Stored) {
  const { has, seconds } = directivesOf(stored)
  const fresh = has('no-cache') ? 0 : (seconds('s-maxage') ?? seconds('max-age') ?? 0)
  const never = has('no-cache') || has('must-revalidate') || has('proxy-revalidate')
  return { fresh, staleFor: never ? 0 : (seconds('stale-while-revalidate') ?? 0) }
}
