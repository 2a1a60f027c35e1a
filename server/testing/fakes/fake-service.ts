import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

/** How a request fails. 'lose-answer' performs the request and closes the connection without a response. */
export type SimulatedFailure =
  | { kind: 'hang' }
  | { kind: 'drop' }
  | { kind: 'lose-answer' }
  | { kind: 'slow'; ms: number }
  | { kind: 'garbage' }
  | { kind: 'endless' }
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: unknown }

export type FakeRequest = {
  method: string
  /** Decoded segments: '/a%2Fb/c' is ['a/b', 'c']. */
  segments: string[]
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  text: string
  json: unknown
}

export type FakeAnswer = {
  status: number
  headers?: Record<string, string>
  body?: unknown
  html?: string
}

export type FakeService = {
  url: string
  requests: FakeRequest[]
  /** The next requests fail like this. */
  failNext(failure: SimulatedFailure, times?: number): void
  /** Removes the failures that are left, and the log of requests. */
  reset(): void
  close(): Promise<void>
}

export type FakeTls = { key: string; cert: string }

/** A real HTTP server on a free port of this machine, with TLS if a certificate is given. */
export async function startFakeService(
  handle: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  tls?: FakeTls,
): Promise<FakeService> {
  const requests: FakeRequest[] = []
  const failures: SimulatedFailure[] = []

  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    void serve(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 500, body: { fake: String(error) } })
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const request = await readRequest(incoming)
    requests.push(request)
    const failure = failures.shift()
    switch (failure?.kind) {
      case 'hang':
        return
      case 'drop':
        incoming.socket.destroy()
        return
      case 'lose-answer':
        await handle(request)
        incoming.socket.destroy()
        return
      case 'garbage':
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"half": ')
        return
      case 'endless':
        return writeEndlessly(response)
      case 'answer':
        return send(response, failure)
      case 'slow':
        await pause(failure.ms, undefined, { ref: false })
        return send(response, await handle(request))
      case undefined:
        return send(response, await handle(request))
    }
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake has no port')

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    requests,
    failNext(failure, times = 1) {
      for (let time = 0; time < times; time += 1) failures.push(failure)
    },
    reset() {
      failures.length = 0
      requests.length = 0
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}

/** Writes until the client disconnects. */
async function writeEndlessly(response: ServerResponse) {
  const spaces = Buffer.alloc(256 * 1024, ' ')
  response.writeHead(200, { 'content-type': 'application/json' })
  while (!response.destroyed) {
    if (!response.write(spaces)) {
      await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
  }
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  const url = new URL(incoming.url ?? '/', 'http://fake')
  return {
    method: incoming.method ?? 'GET',
    segments: url.pathname.slice(1).split('/').map(decodeURIComponent),
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    text,
    json: parseJson(text),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, { status, headers, body, html }: FakeAnswer) {
  const type = html === undefined ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
  response.writeHead(status, { ...(status === 204 ? {} : { 'content-type': type }), ...headers })
  response.end(html ?? (body === undefined ? undefined : JSON.stringify(body)))
}

/** Reads a value out of unvalidated JSON. */
export function field(json: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    json,
  )
}

export function hasBasicAuthorization(request: FakeRequest, user: string, password: string) {
  const expected = Buffer.from(`${user}:${password}`).toString('base64')
  return request.headers.authorization === `Basic ${expected}`
}
