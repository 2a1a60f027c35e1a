import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { z } from 'zod'

import type { Endpoint, Refusals } from '#contract/shared/endpoint.shop.ts'
import type { Access, CallName, paths } from '#contract/paths.shop.ts'
import { COMMON_REFUSALS, type Refusal, refuse, refused } from '#contract/shared/refusals.shop.ts'
import { REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { answerOnce } from '#server/http/endpoint/idempotency.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import {
  cannotWrite,
  isConflict,
  isDatabaseDown,
  type Queries,
} from '#server/platform/db/database.ts'
import { DatabaseAway } from '#server/http/database-timeout.ts'
import { actAs } from '#server/platform/db/impersonation-context.ts'
import { isPreview, PREVIEW_MARK } from '#server/http/endpoint/preview-holder.ts'
import { KeptAnswer, takesBrotli } from '#server/platform/cache/cached-response.ts'
import { type Audience, cacheRules, hostIsKnown } from '#server/http/cache-policy.ts'
import type { View } from '#server/modules/sessions/cache-audiences.ts'
import { refuseUnstorable } from '#server/http/storable-text.ts'
import { NotBegun } from '#server/http/shop-initialized.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** What a handler knows of who asks, besides the input. */
export type Asker = {
  request: FastifyRequest
  token: string | null
  /** Sends the view that the holder may use for further requests. */
  tellView(view: View): void
  /** The pool, or the transaction in which an answer with an Idempotency-Key is remembered. */
  sql: Queries
}
export type HolderAsker = Asker & { holder: Holder }

type AskerOf<Allowed extends Access> = Allowed extends 'holder'
  ? HolderAsker
  : Asker & { holder: Holder | null }

type MaybePromise<T> = T | Promise<T>

/** Puts one call of the contract on the server: who, what, then the handler, then its answer or refusal. */
export function serve<Name extends CallName, Input, Answer, Known extends Refusals>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: Endpoint<Name, z.ZodType<Input>, z.ZodType<Answer>, Known>,
  handler: (
    input: Input,
    asker: AskerOf<(typeof paths)[Name]['access']>,
  ) => MaybePromise<Answer | KeptAnswer | Refusal<(keyof Known & string) | 'invalid-input'>>,
  options: {
    /** Remembered by Idempotency-Key, in the handler's own transaction. */
    remembered?: boolean
    /**
     * Answers a request with a view in place of a token. The response depends on the address alone; null means that a
     * token is needed.
     */
    viewed?: (
      input: Input,
      view: View,
      request: FastifyRequest,
    ) => MaybePromise<KeptAnswer | Refusal<keyof Known & string> | null>
  } = {},
) {
  const status: Record<string, number> = { ...COMMON_REFUSALS, ...endpoint.refusals }
  // Calls to external services have their own limits and take no slot of the shop's own reads.
  const reads = endpoint.method === 'GET' && endpoint.path.startsWith('/rest/')

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      if (shop.config.GIFTPOINT_TOKEN_IN_URL === 'refuse' && holdsToken(request.query))
        return sendRefusal(reply, 400, TOKEN_IN_URL)
      if (options.viewed && (await answerView(request, reply, options.viewed))) return reply
      const token = tokenOf(request)
      const found = token === null ? NOBODY : await holderOf(shop, token)
      const { holder, staffId } = found
      if (holder && isPreview(holder)) {
        reply.header('x-preview', 'true')
        if (!isRead(endpoint)) return sendRefusal(reply, 403, refuse('preview'))
      }
      if (!holder && endpoint.access === 'holder')
        return sendRefusal(reply, 401, refuse('no-session'))

      const checked = checkedInput(endpoint.input, request)
      if ('refused' in checked) return sendRefusal(reply, 400, checked)
      const input = checked.data
      // A preview is never shared.
      const shares = shop.config.PUBLIC_CACHE_SECONDS > 0 && !(holder && isPreview(holder))
      const tellView = (view: View) => {
        if (shares) reply.header('x-shared-view', shop.views.of(view))
      }
      const answerIn = (sql: Queries) =>
        handler(input, { request, token, holder, tellView, sql } as AskerOf<
          (typeof paths)[Name]['access']
        >)
      const run = (sql: Queries) =>
        staffId === null ? answerIn(sql) : actAs(staffId, () => answerIn(sql))
      const key = request.headers['idempotency-key']
      const result =
        options.remembered && holder && typeof key === 'string'
          ? await answerOnce(
              shop.sql,
              { holder, key, call: endpoint.name, input, at: shop.ports.clock.now() },
              run,
            )
          : await (reads && holder
              ? shop.readTurns.take(holder.voucherId, () => run(shop.sql))
              : run(shop.sql))

      if (result === null) {
        return sendRefusal(reply, 429, refuse('too-many-requests', { retryAfterSeconds: 1 }))
      }
      if (refused(result)) {
        return sendRefusal(reply, status[result.refused] ?? 400, result as Refusal)
      }
      if (result instanceof KeptAnswer)
        return sendKept(shop, request, reply, result, token === null ? 'words' : 'holder')
      // The current view: if this call changed the data, the next call reads it again.
      const after = holder && shop.holders.known(holder.voucherId)
      if (after) tellView(after)
      return sendAnswer(reply, result)
    },
  })

  /** Responds to a request without a token, from the view in its address; false if it has not responded. */
  async function answerView(
    request: FastifyRequest,
    reply: FastifyReply,
    viewed: NonNullable<typeof options.viewed>,
  ) {
    const view = shop.views.inAddress(request.raw.url)
    if (!view) return false
    const checked = checkedInput(endpoint.input, request)
    if ('refused' in checked) {
      await sendRefusal(reply, 400, checked)
      return true
    }
    const result = await shop.readTurns.take(`at ${request.ip}`, async () => ({
      answer: await viewed(checked.data, view, request),
    }))
    const answer = result ? result.answer : refuse('too-many-requests', { retryAfterSeconds: 1 })
    if (answer === null) return false
    // A reply is waited for until it is sent, and then is nothing.
    if (answer instanceof KeptAnswer) await sendKept(shop, request, reply, answer, 'view')
    else await sendRefusal(reply, status[answer.refused] ?? 400, answer as Refusal)
    return true
  }
}

function checkedInput<Input>(schema: z.ZodType<Input>, request: FastifyRequest) {
  const raw = rawInput(request)
  const unstorable = refuseUnstorable(raw)
  if (unstorable) return unstorable
  const checked = schema.safeParse(raw)
  return checked.success ? { data: checked.data } : invalidInput(checked.error.issues)
}

function sendAnswer(reply: FastifyReply, answer: unknown) {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answer))
}

export async function sendKept(
  { metrics, config }: Pick<Shop, 'metrics' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
  audience: Audience,
) {
  metrics.keptAnswers.inc({ kept: answer.giveAgain() ? 'yes' : 'no' })
  const headers = request.headers
  const byHost = audience === 'words' || audience === 'page'
  const known = !byHost || hostIsKnown(request)
  reply
    .header('etag', answer.etag)
    .headers(answer.headers)
    .headers(cacheRules(known ? audience : 'nobody-knows', config))
  if (headers['if-none-match']?.includes(answer.etag)) return reply.code(304).send()
  reply.header('content-type', answer.type)
  if (takesBrotli(headers['accept-encoding'])) {
    return reply.header('content-encoding', 'br').send(await answer.brotli())
  }
  return reply.send(answer.bytes)
}

export function sendRefusal(reply: FastifyReply, status: number, refusal: Refusal) {
  const {
    refused: code,
    message,
    field,
    retryAfterSeconds,
    problems,
    challenge,
    conflicts,
    place,
    changes,
    stands,
  } = refusal
  const wait = retryAfterSeconds ?? (status === 503 ? 2 : status === 429 ? 60 : undefined)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      JSON.stringify({
        success: false,
        error: {
          code,
          Message: message ?? REFUSAL_MESSAGES[code],
          ...(field === undefined ? {} : { field }),
          ...(place === undefined ? {} : { place }),
        },
        ...(problems ? { problems } : {}),
        ...(challenge ? { challenge } : {}),
        ...(stands === undefined ? {} : { stands }),
        ...(conflicts ? { conflicts } : {}),
        ...(changes ? { changes } : {}),
      }),
    )
}

/** The names of a wire field's parents are left out: the form knows its fields by the last name. */
export function invalidInput(issues: { path: PropertyKey[]; message: string; code?: string }[]) {
  const issue = issues[0]
  const field = issue?.path.filter((part) => typeof part === 'string').join('.') ?? ''
  const reason = issue?.message ?? 'cannot be used'
  return refuse('invalid-input', {
    message: field === '' ? `The input ${reason}.` : `${field}: ${reason}`,
    field: field === '' ? undefined : field,
  })
}

/** The shop's own reads; writes and calls to external services are refused to a preview. */
const isRead = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  method === 'GET' && path.startsWith('/rest/')

const holdsToken = (query: unknown) => typeof query === 'object' && query !== null && 'wt' in query

const TOKEN_IN_URL = refuse('invalid-input', {
  field: 'wt',
  message: 'wt: send the token in the Authorization header instead of the address.',
})

function tokenOf(request: FastifyRequest): string | null {
  const bearer = bearerToken(request.headers.authorization)
  if (bearer !== undefined) return bearer
  const asked = (request.query as Record<string, unknown>)['wt']
  if (typeof asked === 'string' && asked !== '') return asked
  const body = request.body
  if (typeof body === 'object' && body !== null && 'wt' in body) {
    return typeof body.wt === 'string' && body.wt !== '' ? body.wt : null
  }
  return null
}

/** In the shop, and by which colleague in their place. */
type Found = { holder: Holder | null; staffId: number | null }
const NOBODY: Found = { holder: null, staffId: null }

/** A blocked voucher opens nothing, even with a valid session: its orders contain personal data. */
async function holderOf(shop: Shop, token: string): Promise<Found> {
  if (token.startsWith(PREVIEW_MARK)) {
    return { holder: (await shop.previews.holderOf(token)) ?? null, staffId: null }
  }
  const session = await shop.sessions.find(token)
  const holder = session && (await shop.holders.find(session.voucherId))
  return !holder || holder.blocked ? NOBODY : { holder, staffId: session.staffId }
}

export function rawInput(request: FastifyRequest): Record<string, unknown> | undefined {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return undefined
  return { ...(request.query as object), ...body, ...(request.params as object) }
}

/** Responds to errors of the request or of a handler, without internal details. */
export function sendFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = statusOf(error)
  if (status !== undefined) {
    if (status === 413) return sendRefusal(reply, 413, refuse('too-large'))
    return sendRefusal(
      reply,
      400,
      refuse('invalid-input', { message: 'The request cannot be read.' }),
    )
  }
  if (
    error instanceof DatabaseAway ||
    isDatabaseDown(error) ||
    isConflict(error) ||
    cannotWrite(error)
  ) {
    request.log.warn({ err: error, reqId: request.id }, 'the database did not answer')
    return sendRefusal(reply, 503, refuse('unavailable'))
  }
  if (error instanceof NotBegun)
    return sendRefusal(reply, 503, refuse('unavailable', { message: error.message }))
  request.log.error({ err: error, reqId: request.id }, 'a fault')
  return reply
    .code(500)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        success: false,
        error: {
          code: 'fault',
          Message: `Something went wrong on our side. Mention ${request.id} when you contact us.`,
        },
      }),
    )
}

/** The framework's own complaints about a request: unreadable, too large, of a wrong type. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? statusCode
    : undefined
}
