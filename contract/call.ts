import type { Endpoints } from '#contract/endpoints.ts'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import { type CallName, paths } from '#contract/paths.ts'
import type { ReasonOf, Refusal } from '#contract/refusal.ts'

export type Answer<Name extends CallName> = AnswerOf<Endpoints[Name]>
export type Outcome<Name extends CallName> = Answer<Name> | Refusal<ReasonOf<Name>>

/** The server broke, or cannot be reached: the caller apologises and offers to try again. */
export class Fault extends Error {
  override name = 'Fault'
  constructor(
    message: string,
    readonly status: number | null,
    readonly requestId: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}>

export type Client = {
  call<Name extends CallName>(
    name: Name,
    input: InputOf<Endpoints[Name]>,
    options?: { idempotencyKey?: string; headers?: Record<string, string> },
  ): Promise<Outcome<Name>>
}

/** The API's client, for browsers and tests alike. Holds nothing but where the shop is and who asks. */
export function makeClient(options: {
  base: string
  fetch: Fetch
  token: () => string | null
}): Client {
  return {
    async call(name, input, { idempotencyKey, headers = {} } = {}) {
      const { method, path } = paths[name]
      const { url, rest } = fillPath(path, input)
      const token = options.token()
      const request: Parameters<Fetch>[1] = {
        method,
        headers: {
          accept: 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
          ...headers,
        },
      }
      let query = ''
      if (method === 'GET') query = queryOf(rest)
      else {
        request.headers['content-type'] = 'application/json'
        request.body = JSON.stringify(rest)
      }
      const response = await options.fetch(options.base + url + query, request)
      return outcomeOf(response)
    },
  }
}

async function outcomeOf<Name extends CallName>(
  response: Awaited<ReturnType<Fetch>>,
): Promise<Outcome<Name>> {
  const requestId = response.headers.get('x-request-id')
  const body = parsed(await response.text())
  if (response.status < 400 && body !== undefined) return body as Answer<Name>

  // Whatever its words are: whoever asked is not known any more.
  if (response.status === 401) return { refused: 'no-session' as ReasonOf<Name> }

  const error = (body as { error?: { code?: unknown; Message?: unknown; field?: unknown } })?.error
  if (response.status < 500 || response.status === 503) {
    if (typeof error?.code === 'string') {
      const retryAfter = Number(response.headers.get('retry-after'))
      return {
        refused: error.code as ReasonOf<Name>,
        message: typeof error.Message === 'string' ? error.Message : undefined,
        field: typeof error.field === 'string' ? error.field : undefined,
        retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
        problems: (body as { problems?: Refusal['problems'] }).problems,
        challenge: (body as { challenge?: Refusal['challenge'] }).challenge,
      }
    }
  }
  throw new Fault(`The shop answered ${response.status}`, response.status, requestId)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fillPath(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const url = path.replace(/:([A-Za-z_0-9]+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}

function queryOf(input: Record<string, unknown>) {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
