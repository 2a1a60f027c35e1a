import http from 'node:http'
import { buffer } from 'node:stream/consumers'

type Stored = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The request headers that the response varies by. */
  varyBy: [name: string, value: string | undefined][]
  /** Time of the request. The response is not older than that. */
  requestedAt: number
}
type CacheRequest = {
  method: string
  target: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export type SharedCache = {
  url: string
  /** The requests that reached the shop, in order. */
  forwarded: string[]
  clock: { advance(seconds: number): void }
  /** Resolves when all background revalidations have finished. */
  revalidated(): Promise<unknown>
  close(): Promise<void>
}

/** A shared cache in front of a shop: RFC 9111, strict in the parts it implements, and RFC 5861. */
export async function sharedCache(origin: string): Promise<SharedCache> {
  const store = new Map<string, Stored[]>()
  const forwarded: string[] = []
  const agent = new http.Agent({ keepAlive: true, maxSockets: 24 })
  const revalidations = new Map<Stored, Promise<unknown>>()
  let offset = 0
  const now = () => Date.now() / 1000 + offset

  async function answer(ask: CacheRequest): Promise<{ stored: Stored; result: string }> {
    const key = `${ask.headers.host} ${ask.target}`
    if (ask.method !== 'GET' && ask.method !== 'HEAD') {
      const stored = await forward(ask)
      // RFC 9111, 4.4: a successful write invalidates the stored response.
      if (stored.status < 400) store.delete(key)
      return { stored, result: 'pass' }
    }
    const stored = store
      .get(key)
      ?.find(({ varyBy }) => varyBy.every(([name, value]) => headerOf(ask, name) === value))
    if (stored) {
      const { fresh, staleFor } = freshnessOf(stored)
      const age = now() - stored.requestedAt
      if (age < fresh) return { stored, result: 'hit' }
      if (age < fresh + staleFor) {
        if (!revalidations.has(stored)) {
          revalidations.set(
            stored,
            revalidate(key, ask, stored).finally(() => revalidations.delete(stored)),
          )
        }
        return { stored, result: 'stale' }
      }
    }
    return { stored: await revalidate(key, ask, stored), result: stored ? 'renewed' : 'miss' }
  }

  async function revalidate(
    key: string,
    ask: CacheRequest,
    stored: Stored | undefined,
  ): Promise<Stored> {
    const { 'if-none-match': _, 'if-modified-since': __, ...rest } = ask.headers
    const etag = stored?.headers['etag']
    const headers = etag === undefined ? rest : { ...rest, 'if-none-match': etag }
    const fresh = await forward({ ...ask, headers })
    if (fresh.status === 304 && stored) {
      stored.headers = { ...stored.headers, ...fresh.headers }
      stored.requestedAt = fresh.requestedAt
      return stored
    }
    const others = (store.get(key) ?? []).filter((one) => one !== stored)
    store.set(key, mayStore(ask, fresh) ? [...others, fresh] : others)
    return fresh
  }

  async function forward({ method, target, headers, body }: CacheRequest): Promise<Stored> {
    const requestedAt = now()
    forwarded.push(`${method} ${target}`)
    const response = await new Promise<http.IncomingMessage>((done, fail) => {
      const request = http.request(origin + target, { method, headers, agent }, done)
      request.on('error', fail).end(body)
    })
    const responseHeaders = Object.fromEntries(
      Object.entries(response.headers)
        .filter(([name]) => !HOP_BY_HOP.has(name))
        .map(([name, value]) => [name, String(value)]),
    )
    const varyBy = (responseHeaders['vary'] ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
      .map((name): [string, string | undefined] => [name, headerOf({ headers }, name)])
    const status = response.statusCode ?? 0
    return { status, headers: responseHeaders, body: await buffer(response), varyBy, requestedAt }
  }

  const server = http.createServer((request, response) => {
    const { method = 'GET', url: target = '/', headers } = request
    void buffer(request)
      .then((body) => answer({ method, target, headers, body }))
      .then(({ stored, result }) => {
        const age = Math.max(0, Math.floor(now() - stored.requestedAt))
        const etag = stored.headers['etag']
        const isUnchanged =
          etag !== undefined && headers['if-none-match'] === etag && stored.status < 300
        response.writeHead(isUnchanged ? 304 : stored.status, {
          ...stored.headers,
          age: String(age),
          'x-cache': result,
        })
        response.end(isUnchanged ? undefined : stored.body)
      })
      .catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('cache address missing')
  return {
    url: `http://127.0.0.1:${address.port}`,
    forwarded,
    clock: { advance: (seconds) => void (offset += seconds) },
    revalidated: () => Promise.all(revalidations.values()),
    close: () =>
      new Promise((done) => {
        agent.destroy()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

const headerOf = ({ headers }: Pick<CacheRequest, 'headers'>, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function directivesOf({ headers }: Stored) {
  const parts = (headers['cache-control'] ?? '').split(',').map((part) => part.trim().split('='))
  const directives = new Map(parts.map(([name = '', value]) => [name.toLowerCase(), value]))
  const seconds = (name: string) => {
    const value = directives.get(name)
    return value === undefined ? undefined : Number(value)
  }
  return { has: (name: string) => directives.has(name), seconds }
}

/** RFC 9111, 3: whether a shared cache may store it. */
function mayStore({ method, headers }: CacheRequest, response: Stored) {
  const { has } = directivesOf(response)
  if (method !== 'GET' || response.status !== 200) return false
  if (has('no-store') || has('private') || response.headers['vary'] === '*') return false
  // 3.5: a response to a request with credentials is private unless it states otherwise.
  if (headers.authorization !== undefined) {
    return has('public') || has('s-maxage') || has('must-revalidate')
  }
  return has('public') || has('s-maxage') || has('max-age')
}

/** How long it is fresh, and how long it may be served stale during revalidation. */
function freshnessOf(stored: Stored) {
  const { has, seconds } = directivesOf(stored)
  const fresh = has('no-cache') ? 0 : (seconds('s-maxage') ?? seconds('max-age') ?? 0)
  const never = has('no-cache') || has('must-revalidate') || has('proxy-revalidate')
  return { fresh, staleFor: never ? 0 : (seconds('stale-while-revalidate') ?? 0) }
}
