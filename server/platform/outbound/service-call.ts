import { setTimeout as pause } from 'node:timers/promises'

import type { z } from 'zod'

import { ServiceDown } from '#server/platform/services/service-ports.ts'

export type Fetch = typeof globalThis.fetch
type Service = ServiceDown['service']

export type ServiceRequest = {
  /** For the error message. Never the URL itself, which may contain a person's street. */
  what: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export type ServiceAnswer = { status: number; body: unknown }
export type ServiceCall = (request: ServiceRequest) => Promise<ServiceAnswer>

export type CallerSettings = {
  service: Service
  baseUrl: string
  headers: Record<string, string>
  /** For all attempts together, including the body, so that no caller waits longer. */
  timeoutMs: number
  /** Network errors and 5xx are tried again; only for calls that may safely arrive twice. */
  tries: number
  fetch?: Fetch
}

/**
 * Calls a vendor's HTTP API. Returns answers with a meaning: 2xx and specific 4xx. Every temporary failure is thrown
 * as ServiceDown.
 */
export function serviceCaller(settings: CallerSettings): ServiceCall {
  return async (request) => {
    const deadline = AbortSignal.timeout(settings.timeoutMs)
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tryOnce(settings, request, deadline)
      if (!(outcome instanceof Failure)) return outcome
      if (!outcome.isTemporary || attempt >= settings.tries) throw outcome.error
      await pause(50 * attempt, undefined, { signal: deadline }).catch(() => {
        throw outcome.error
      })
    }
  }
}

class Failure {
  readonly error: ServiceDown
  /** Whether another try may succeed at once. */
  readonly isTemporary: boolean
  constructor(error: ServiceDown, isTemporary: boolean) {
    this.error = error
    this.isTemporary = isTemporary
  }
}

async function tryOnce(
  { service, baseUrl, headers, fetch = globalThis.fetch }: CallerSettings,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<ServiceAnswer | Failure> {
  const fail = (
    reason: string,
    isTemporary: boolean,
    seconds: number | null = null,
    cause?: unknown,
  ) =>
    new Failure(
      new ServiceDown(service, `${request.what}: ${reason}`, seconds, { cause }),
      isTemporary,
    )

  let response: Response
  let text: string
  try {
    response = await fetch(`${baseUrl}${request.path}`, {
      method: request.method,
      headers: {
        ...headers,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      // A redirect would send the credentials to another address.
      redirect: 'error',
      signal,
    })
    text = await boundedText(response)
  } catch (error) {
    if (error instanceof ResponseTooLong) return fail(error.message, false)
    if (signal.aborted) return fail('no answer in time', false, null, error)
    return fail('the connection failed', true, null, error)
  }

  const { status } = response
  if (status === 429) return fail('too many requests', false, secondsToWait(response.headers))
  if (status >= 500) return fail(`answered ${status}`, true, secondsToWait(response.headers))
  // Wrong credentials must be corrected by the operator. For recipients the service is down.
  if (status === 401 || status === 403) return fail(`our credentials got ${status}`, false)

  const body = parseJson(text)
  if (body === undefined && status < 300 && text !== '') return fail('answered no JSON', false)
  return { status, body: body ?? text }
}

/** Many times the largest vendor response. Counted after decompression, whatever the headers claim. */
const MAX_BYTES = 4 * 1024 * 1024

class ResponseTooLong extends Error {
  override message = `answered more than ${MAX_BYTES} bytes`
}

async function boundedText(response: Response) {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new ResponseTooLong()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Retry-After in seconds or as a date. One vendor has its own header for it. */
export function secondsToWait(headers: Headers) {
  const header = (headers.get('retry-after') ?? headers.get('ratelimit-resetsin') ?? '').trim()
  if (/^\d{1,9}(\.\d+)?$/.test(header)) return Math.ceil(Number(header))
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

/** The response in the expected format. Otherwise ServiceDown, because a partly understood response is unusable. */
export function parseResponse<T extends z.ZodType>(
  service: Service,
  what: string,
  schema: T,
  body: unknown,
): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.map(String).join('.') ?? ''
  throw new ServiceDown(service, `${what}: the answer makes no sense at '${field}'`, null, {
    cause: result.error,
  })
}

export const isSuccess = ({ status }: ServiceAnswer) => status >= 200 && status < 300

export function basicAuthorization(user: string, password: string) {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
