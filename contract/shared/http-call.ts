import type { Challenge } from '#contract/sessions/login-challenge.ts'

/** The server failed or cannot be reached. The caller shows an apology and offers to try again. */
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

/** Why a call has no answer: no network, a proxy that cannot reach the shop, or an error of the shop itself. */
export type FaultKind = 'no-connection' | 'server-down' | 'server-error'

const GATEWAY_STATUS: readonly (number | null)[] = [502, 503, 504]

export function faultKind({ status }: Fault): FaultKind {
  if (status === null) return 'no-connection'
  return GATEWAY_STATUS.includes(status) ? 'server-down' : 'server-error'
}

export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<HttpAnswer>

export type HttpAnswer = {
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** A refusal as received over HTTP. */
export type ReceivedRefusal = {
  refused: string
  message: string | undefined
  field: string | undefined
  retryAfterSeconds: number | undefined
  problems: unknown
  challenge: Challenge | undefined
  place?: number
  conflicts?: unknown
  stands?: unknown
}

/** The HTTP request of a call. Input that the path does not name goes into the query of a GET, otherwise into the body. */
export function requestOf(
  { method, path }: { method: string; path: string },
  input: Record<string, unknown>,
  headers: Record<string, string>,
): [url: string, init: Parameters<Fetch>[1]] {
  const { url, remaining } = fillPath(path, input)
  if (method === 'GET') return [url + queryOf(remaining), { method, headers }]
  return [
    url,
    {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(remaining),
    },
  ]
}

/** Returns the answer or the refusal of a call, or throws a fault. */
export async function readOutcome(response: HttpAnswer): Promise<unknown> {
  const requestId = response.headers.get('x-request-id')
  const body = parseJson(await response.text())
  if (response.status < 400 && body !== undefined) return body

  const { error, problems, challenge, conflicts, stands } = (body ?? {}) as {
    error?: { code?: unknown; Message?: unknown; field?: unknown; place?: unknown }
    problems?: unknown
    challenge?: Challenge
    conflicts?: unknown
    stands?: unknown
  }
  if ((response.status < 500 || response.status === 503) && typeof error?.code === 'string') {
    const retryAfter = Number(response.headers.get('retry-after'))
    return {
      refused: error.code,
      message: typeof error.Message === 'string' ? error.Message : undefined,
      field: typeof error.field === 'string' ? error.field : undefined,
      retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
      problems,
      challenge,
      ...(typeof error.place === 'number' ? { place: error.place } : {}),
      ...(conflicts === undefined ? {} : { conflicts }),
      ...(stands === undefined ? {} : { stands }),
    } satisfies ReceivedRefusal
  }
  throw new Fault(`The shop answered ${response.status}`, response.status, requestId)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Puts the input that the path names into it, and returns the remaining input. */
export function fillPath(path: string, input: Record<string, unknown>) {
  const remaining = { ...input }
  const url = path.replace(/:([A-Za-z_0-9]+)/g, (_, name: string) => {
    const value = remaining[name]
    delete remaining[name]
    return encodeURIComponent(String(value))
  })
  return { url, remaining }
}

export function queryOf(input: Record<string, unknown>) {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => `${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
