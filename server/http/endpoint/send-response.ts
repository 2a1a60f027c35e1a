import type { FastifyReply, FastifyRequest } from 'fastify'

import { REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.shop.ts'
import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { type Audience, cacheRules, hostIsKnown } from '#server/http/cache-policy.ts'
import { DatabaseUnavailable } from '#server/http/database-timeout.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { ShopNotInitialized } from '#server/http/shop-initialized.ts'
import { type CachedResponse, takesBrotli } from '#server/platform/cache/cached-response.ts'
import { cannotWrite, isConflict, isDatabaseDown } from '#server/platform/db/database.ts'

const MESSAGES: Readonly<Record<string, string>> = REFUSAL_MESSAGES

export function sendAnswer(reply: FastifyReply, answer: unknown) {
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answer))
}

export async function sendCached(
  { metrics, config }: Pick<Shop, 'metrics' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  audience: Audience,
) {
  metrics.cachedResponses.inc({ kept: answer.markServed() ? 'yes' : 'no' })
  const headers = request.headers
  const isByHost = audience === 'content' || audience === 'page'
  const isHostTrusted = !isByHost || hostIsKnown(request)
  reply
    .header('etag', answer.etag)
    .headers(answer.headers)
    .headers(cacheRules(isHostTrusted ? audience : 'revalidate', config))
  if (headers['if-none-match']?.includes(answer.etag)) return reply.code(304).send()
  reply.header('content-type', answer.type)
  if (takesBrotli(headers['accept-encoding'])) {
    return reply.header('content-encoding', 'br').send(await answer.brotli())
  }
  return reply.send(answer.bytes)
}

export function sendRefusal(reply: FastifyReply, status: number, refusal: Refusal<string>) {
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
  const retryAfter = retryAfterSeconds ?? (status === 503 ? 2 : status === 429 ? 60 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      JSON.stringify({
        success: false,
        error: {
          code,
          Message: message ?? MESSAGES[code],
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

/** Answers an error of a request or a handler without internal details. */
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
    error instanceof DatabaseUnavailable ||
    isDatabaseDown(error) ||
    isConflict(error) ||
    cannotWrite(error)
  ) {
    request.log.warn({ err: error, reqId: request.id }, 'database timeout')
    return sendRefusal(reply, 503, refuse('unavailable'))
  }
  if (error instanceof ShopNotInitialized)
    return sendRefusal(reply, 503, refuse('unavailable', { message: error.message }))
  request.log.error({ err: error, reqId: request.id }, 'request failed')
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

/** The status of the framework's own errors: unreadable, too large or of a wrong type. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? statusCode
    : undefined
}
