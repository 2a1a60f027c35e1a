import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { Refusals } from '#contract/shared/endpoint.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import type { Audience as CacheAudience } from '#server/http/cache-policy.ts'
import { invalidInput, rawInput } from '#server/http/endpoint/read-input.ts'
import { sendAnswer, sendCached, sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { RawResponse } from '#server/http/raw-response.ts'
import { isCrossSite } from '#server/http/request-origin.ts'
import { refuseUnstorable } from '#server/http/storable-text.ts'
import type { CachedResponse } from '#server/platform/cache/cached-response.ts'

type MaybePromise<T> = T | Promise<T>

/** The rules that all calls of an audience share. */
export type AudienceRules = {
  audience: 'shop' | 'staff' | 'employer' | 'supplier'
  /** Refusals that every call may return, with the status. */
  refusals: Refusals
  /** Messages for developers of clients. */
  messages?: Readonly<Record<string, string>>
  /** Required for writes that are authorized by a cookie. Another site cannot send it. */
  writeHeader?: 'x-backoffice' | 'x-employer'
  /** Whether a refused input contains the index in a submitted list. */
  includesIndex?: boolean
  /** Whether the schema itself refuses texts that cannot be stored. */
  storableBySchema?: boolean
  /** Whether HEAD is answered as well. Each route costs time at the start. */
  exposeHeadRoute?: boolean
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply }
export type RunningCall<Caller, Input> = Exchange & { caller: Caller; input: Input }
/** The data that is known when a call is refused. */
export type RefusedCall<Caller> = Exchange & {
  caller?: Caller
  input?: unknown
  /** The errors of the schema. */
  error?: z.ZodError | undefined
}

export type ServedCall<Caller, Input, Answer> = {
  rules: AudienceRules
  endpoint: {
    name: string
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    path: string
    input: z.ZodType<Input>
    refusals: Refusals
  }
  bodyLimit?: number | undefined
  /** Identifies the caller. A refusal ends the call before its input is read. */
  admit: (exchange: Exchange) => MaybePromise<Caller | Refusal<string>>
  /** Runs the handler for the caller, within its limits or transaction. */
  run: (call: RunningCall<Caller, Input>) => MaybePromise<Answer | Refusal<string>>
  /** Counts a refusal. */
  onRefusal?: (code: string) => void
  /** Renders a refusal that is not JSON. */
  showRefusal?: (
    status: number,
    refusal: Refusal<string>,
    call: RefusedCall<Caller>,
  ) => Promise<FastifyReply>
}

/** Thrown to roll back a transaction with a refusal as the response. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal<string>) {
    super(`refused: ${refusal.refused}`)
  }
}

/** A cached response, with the audience that a shared cache may serve it to. */
export class CachedFor {
  constructor(
    readonly audience: CacheAudience,
    readonly answer: CachedResponse,
  ) {}
}

/**
 * Registers one call of the contract. The order is the same for each audience: origin of a write, caller, input,
 * handler, response or refusal.
 */
export function serveCall<Caller, Input, Answer>(
  app: FastifyInstance,
  shop: Pick<Shop, 'config' | 'metrics'>,
  served: ServedCall<Caller, Input, Answer>,
) {
  const { rules, endpoint, bodyLimit, admit, run } = served
  const refuseCall = refuser(served)
  const isForeignWrite = (request: FastifyRequest) =>
    endpoint.method !== 'GET' &&
    rules.writeHeader !== undefined &&
    isCrossSite(request, rules.writeHeader)

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(rules.exposeHeadRoute === undefined ? {} : { exposeHeadRoute: rules.exposeHeadRoute }),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    async handler(request, reply) {
      if (isForeignWrite(request)) return refuseCall(FOREIGN_WRITE, { request, reply })
      const caller = await admit({ request, reply })
      if (refused(caller)) return refuseCall(caller, { request, reply })
      const checked = checkInput(served, request)
      if ('refusal' in checked)
        return refuseCall(checked.refusal, { request, reply, caller, error: checked.error })
      const { input } = checked
      try {
        const answer = await run({ caller, input, request, reply })
        if (refused(answer)) return refuseCall(answer, { request, reply, caller, input })
        if (answer instanceof CachedFor)
          return sendCached(shop, request, reply, answer.answer, answer.audience)
        if (answer instanceof RawResponse)
          return reply.code(answer.status).headers(answer.headers).send(answer.body)
        return sendAnswer(reply, answer)
      } catch (error) {
        if (error instanceof RefusalError)
          return refuseCall(error.refusal, { request, reply, caller, input })
        throw error
      }
    },
  })
}

const FOREIGN_WRITE: Refusal<string> = { refused: 'foreign-write' }

/** Status and message of a refusal come from the call, or from its audience. */
function refuser<Caller, Input, Answer>({
  rules,
  endpoint,
  onRefusal,
  showRefusal,
}: ServedCall<Caller, Input, Answer>) {
  const statuses: Record<string, number> = { ...rules.refusals, ...endpoint.refusals }
  return (refusal: Refusal<string>, call: RefusedCall<Caller>) => {
    const code = refusal.refused
    const status = statuses[code] ?? 400
    onRefusal?.(code)
    if (showRefusal) return showRefusal(status, refusal, call)
    const message = refusal.message ?? rules.messages?.[code]
    return sendRefusal(call.reply, status, { ...refusal, message })
  }
}

function checkInput<Input>(
  { rules, endpoint }: Pick<ServedCall<unknown, Input, unknown>, 'rules' | 'endpoint'>,
  request: FastifyRequest,
): { input: Input } | { refusal: Refusal<string>; error?: z.ZodError } {
  const raw = rawInput(request)
  const unstorable = rules.storableBySchema ? undefined : refuseUnstorable(raw)
  if (unstorable) return { refusal: unstorable }
  const checked = endpoint.input.safeParse(raw)
  if (checked.success) return { input: checked.data }
  const { issues } = checked.error
  const index = issues[0]?.path.find((part) => typeof part === 'number')
  const refusal = invalidInput(issues)
  return {
    refusal: rules.includesIndex ? { ...refusal, place: index } : refusal,
    error: checked.error,
  }
}
