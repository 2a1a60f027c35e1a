import { lookup as resolve } from 'node:dns'
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestPlain,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'

import { addressOf, isLoopback, isPublicAddress } from '#server/platform/outbound/public-address.ts'
import {
  ServiceDown,
  type WebhookResponse,
  type WebhookPort,
  type WebhookRefusal,
} from '#server/platform/services/service-ports.ts'

const TIMEOUT_MS = 15_000
/** The part of a response that is stored. */
const MAX_RESPONSE_BYTES = 1024
/** Idle sockets stay open for the next event; concurrent requests are limited per webhook. */
const IDLE_SOCKETS = 8
/** Resolvers map this name to this machine. */
const LOCAL_NAME = /^(.*\.)?localhost\.?$/

type Settings = {
  /**
   * Only https and public addresses: a typed address must not reach internal services. If false, this machine is
   * allowed too, for tests, but no other private address.
   */
  publicOnly: boolean
  resolve?: typeof resolve
  timeoutMs?: number
  /** Certificates that are trusted in addition to the public authorities. */
  ca?: string
}

/**
 * Sends to an address that a user entered. The name is resolved once for this connection, and the resulting IP
 * address is checked before anything is sent, so DNS rebinding has no effect. A redirect is a response and is not
 * followed.
 */
export function webhookSender({
  publicOnly,
  resolve: lookUp = resolve,
  timeoutMs = TIMEOUT_MS,
  ca,
}: Settings): WebhookPort {
  const agentOptions = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS, timeout: 2 * timeoutMs }
  const agents = {
    plain: new HttpAgent(agentOptions),
    secure: new HttpsAgent({ ...agentOptions, ...(ca === undefined ? {} : { ca }) }),
  }

  const mayReach: AddressCheck = (address, secure) =>
    (secure && isPublicAddress(address)) || (!publicOnly && isLoopback(address))
  const lookups = {
    plain: checkedLookup(lookUp, (address) => mayReach(address, false)),
    secure: checkedLookup(lookUp, (address) => mayReach(address, true)),
  }

  /** Checks the URL itself, including names of this machine. */
  function refusalOf({ protocol, hostname, username, password }: URL): WebhookRefusal | null {
    if (username !== '' || password !== '') return 'address-with-password'
    const secure = protocol === 'https:'
    const address = LOCAL_NAME.test(hostname) ? '127.0.0.1' : addressOf(hostname)
    if (address === undefined) return secure ? null : 'not-https'
    if (mayReach(address, secure)) return null
    return !secure && (publicOnly || isPublicAddress(address)) ? 'not-https' : 'private-address'
  }

  return {
    refusalOf: (url) => refusalOf(new URL(url)),

    async post({ url, headers, body }) {
      const to = new URL(url)
      const refusal = refusalOf(to)
      if (refusal) throw new ServiceDown('webhooks', REFUSAL_TEXTS[refusal])
      const signal = AbortSignal.timeout(timeoutMs)
      const scheme = to.protocol === 'https:' ? 'secure' : 'plain'
      try {
        return await send(to, body, {
          agent: agents[scheme],
          lookup: lookups[scheme],
          signal,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Giftpoint-Webhooks/1',
            ...headers,
          },
        })
      } catch (error) {
        throw new ServiceDown('webhooks', failureReason(error, signal), null, { cause: error })
      }
    },

    close() {
      agents.plain.destroy()
      agents.secure.destroy()
    },
  }
}

type AddressCheck = (address: string, secure: boolean) => boolean

/** Resolves a name only if all of its addresses are allowed. */
const checkedLookup =
  (lookUp: typeof resolve, mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return callback(error ?? new AddressRefused(), '')
      if (!found.every(({ address }) => mayReach(address)))
        return callback(new AddressRefused(), '')
      // The type declares a single address, but with `all` the callback takes a list.
      if (options.all) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }

function send(to: URL, body: string, options: RequestOptions): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    const request = to.protocol === 'https:' ? requestSecure : requestPlain
    const outgoing = request(to, { ...options, method: 'POST' })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => void readBeginning(response).then(resolve, reject))
    outgoing.end(body)
  })
}

const REFUSAL_TEXTS: Record<WebhookRefusal, string> = {
  'not-https': 'the address is not an https address',
  'private-address': 'the address is not publicly reachable',
  'address-with-password': 'the address contains a username or password',
  'not-here': 'this shop sends no webhooks',
}

class AddressRefused extends Error {
  override message = REFUSAL_TEXTS['private-address']
}

function failureReason(error: unknown, signal: AbortSignal): string {
  if (error instanceof AddressRefused) return error.message
  if (signal.aborted) return 'no answer in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return `the connection failed${code === '' ? '' : ` (${code})`}`
}

async function readBeginning(response: IncomingMessage): Promise<WebhookResponse> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) break
  }
  const retryAfter = response.headers['retry-after'] ?? ''
  return {
    status: response.statusCode ?? 0,
    answer: Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8'),
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null,
  }
}
