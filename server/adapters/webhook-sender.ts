import { lookup as resolve } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as askPlainly } from 'node:http'
import { Agent as HttpsAgent, request as askSecurely } from 'node:https'
import type { LookupFunction } from 'node:net'

import { addressOf, isPublicAddress } from '#server/adapters/public-address.ts'
import { ServiceDown, type WebhookAnswer, type WebhookPort } from '#server/ground/ports.ts'

const TIMEOUT_MS = 15_000
/** Of an answer so much is kept. */
const MOST_BYTES = 1024
const MOST_SOCKETS = 8

type Settings = {
  /** https and the open net alone: whoever types an address must not reach our neighbours by it. */
  publicOnly: boolean
  resolve?: typeof resolve
  timeoutMs?: number
  /** Whom to trust beside everybody's authorities. */
  ca?: string
}

/**
 * Sends to whatever address somebody typed. The name is looked up once, for this connection, and what it leads to is looked at
 * before anything is sent: a name that leads elsewhere a moment later leads nowhere. A redirect is an answer, and not followed.
 */
export function webhookSender({
  publicOnly,
  resolve: look = resolve,
  timeoutMs = TIMEOUT_MS,
  ca,
}: Settings): WebhookPort {
  const kept = { keepAlive: true, maxSockets: MOST_SOCKETS, timeout: 2 * timeoutMs }
  const agents = {
    plain: new HttpAgent(kept),
    secure: new HttpsAgent({ ...kept, ...(ca === undefined ? {} : { ca }) }),
  }

  const lookup: LookupFunction = (hostname, options, callback) => {
    look(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return callback(error ?? new NotPublic(), '')
      if (publicOnly && !found.every(({ address }) => isPublicAddress(address)))
        return callback(new NotPublic(), '')
      // The declaration knows one address alone; where several were asked for, they are the answer.
      if (options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }

  return {
    mayAsk: (url) => refusalOf(new URL(url), publicOnly),

    async post({ url, headers, body }) {
      const to = new URL(url)
      const wrong = refusalOf(to, publicOnly)
      if (wrong) throw new ServiceDown('webhooks', wrong)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await new Promise<WebhookAnswer>((done, failed) => {
          const secure = to.protocol === 'https:'
          const asking = (secure ? askSecurely : askPlainly)(to, {
            method: 'POST',
            agent: secure ? agents.secure : agents.plain,
            lookup,
            signal,
            headers: {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              'user-agent': 'Giftpoint-Webhooks/1',
              ...headers,
            },
          })
          asking.on('error', failed)
          asking.on('response', (response) => void readBeginning(response).then(done, failed))
          asking.end(body)
        })
      } catch (error) {
        throw new ServiceDown('webhooks', whyNot(error, signal), null, { cause: error })
      }
    },

    close() {
      agents.plain.destroy()
      agents.secure.destroy()
    },
  }
}

class NotPublic extends Error {
  override message = 'the address is not one of the open net'
}

function refusalOf({ protocol, hostname }: URL, publicOnly: boolean): string | null {
  if (!publicOnly) return null
  if (protocol !== 'https:') return 'the address is not an https address'
  const address = addressOf(hostname)
  return address === undefined || isPublicAddress(address) ? null : new NotPublic().message
}

function whyNot(error: unknown, signal: AbortSignal): string {
  if (error instanceof NotPublic) return error.message
  if (signal.aborted) return 'no answer in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return `the connection failed${code === '' ? '' : ` (${code})`}`
}

async function readBeginning(response: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop hangs up.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MOST_BYTES) break
  }
  const wait = response.headers['retry-after'] ?? ''
  return {
    status: response.statusCode ?? 0,
    answer: Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8'),
    retryAfterSeconds: /^\d{1,6}$/.test(wait) ? Number(wait) : null,
  }
}
