import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { Access, CallName, paths } from '#contract/paths.shop.ts'
import type { Endpoint, Refusals } from '#contract/shared/endpoint.shop.ts'
import { REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.shop.ts'
import { COMMON_REFUSALS, type Refusal, refuse, refused } from '#contract/shared/refusals.shop.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import {
  type AudienceRules,
  CachedFor,
  type Exchange,
  type RunningCall,
  serveCall,
} from '#server/http/endpoint/endpoint-server.ts'
import { runOnceForHolder } from '#server/http/endpoint/idempotency.ts'
import { isPreview, PREVIEW_TOKEN_PREFIX } from '#server/http/endpoint/preview-holder.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { View } from '#server/modules/sessions/cache-audiences.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { runAsStaff } from '#server/platform/db/impersonation-context.ts'

/** The caller of a handler, besides the input. */
export type ShopCaller = {
  request: FastifyRequest
  token: string | null
  /** Sends the view that the recipient may use for further requests. */
  sendView(view: View): void
  /** The pool, or the transaction that stores the response under an Idempotency-Key. */
  sql: Queries
}
export type HolderCaller = ShopCaller & { holder: Holder }

type CallerOf<Allowed extends Access> = Allowed extends 'holder'
  ? HolderCaller
  : ShopCaller & { holder: Holder | null }

type MaybePromise<T> = T | Promise<T>

/** In the shop; `staffId` is the colleague who acts for the recipient. */
type Visitor = { token: string | null; holder: Holder | null; staffId: number | null }
const ANONYMOUS: Visitor = { token: null, holder: null, staffId: null }

const SHOP: AudienceRules = {
  audience: 'shop',
  refusals: COMMON_REFUSALS,
  messages: REFUSAL_MESSAGES,
}

type ShopOptions<Input, Known extends Refusals> = {
  /** Supports an Idempotency-Key, in the handler's own transaction. */
  idempotent?: boolean
  /**
   * Answers a request with a view in place of a token. The response depends on the address alone; null means that a
   * token is needed.
   */
  respondToView?: (
    input: Input,
    view: View,
    request: FastifyRequest,
  ) => MaybePromise<CachedResponse | Refusal<keyof Known & string> | null>
}

/** Registers one call of the shop. */
export function serve<Name extends CallName, Input, Answer, Known extends Refusals>(
  app: FastifyInstance,
  shop: Shop,
  endpoint: Endpoint<Name, z.ZodType<Input>, z.ZodType<Answer>, Known>,
  handler: (
    input: Input,
    caller: CallerOf<(typeof paths)[Name]['access']>,
  ) => MaybePromise<
    NoInfer<Answer> | CachedResponse | Refusal<(keyof Known & string) | 'invalid-input'>
  >,
  options: ShopOptions<Input, Known> = {},
) {
  const { respondToView } = options
  const answer = (call: RunningCall<Visitor, Input>) =>
    answerVisitor(shop, endpoint, call, {
      handler: handler as Handler<Input>,
      idempotent: options.idempotent ?? false,
    })
  serveCall<Visitor | View, Input, unknown>(app, shop, {
    rules: SHOP,
    endpoint,
    admit(exchange) {
      if (shop.config.GIFTPOINT_TOKEN_IN_URL === 'refuse' && hasToken(exchange.request.query))
        return TOKEN_IN_URL
      const view = respondToView && shop.views.fromUrl(exchange.request.raw.url)
      return view ?? admitVisitor(shop, endpoint, exchange)
    },
    async run({ caller, ...call }) {
      if ('holder' in caller) return answer({ ...call, caller })
      const viewResponse = respondToView
        ? await answerView(shop, call, caller, respondToView)
        : null
      if (viewResponse !== null) return viewResponse
      const visitor = await admitVisitor(shop, endpoint, call)
      return refused(visitor) ? visitor : answer({ ...call, caller: visitor })
    },
  })
}

type Call = Pick<Endpoint, 'name' | 'method' | 'path' | 'access'>
type Handler<Input> = (
  input: Input,
  caller: ShopCaller & { holder: Holder | null },
) => MaybePromise<unknown>

async function admitVisitor(
  shop: Pick<Shop, 'holders' | 'sessions' | 'previews'>,
  endpoint: Call,
  { request, reply }: Exchange,
): Promise<Visitor | Refusal<string>> {
  const token = tokenOf(request)
  const visitor = token === null ? ANONYMOUS : await visitorOf(shop, token)
  if (visitor.holder && isPreview(visitor.holder)) {
    reply.header('x-preview', 'true')
    if (!isRead(endpoint)) return refuse('preview')
  }
  return !visitor.holder && endpoint.access === 'holder' ? refuse('no-session') : visitor
}

/** Null: the view has no response without a token. */
async function answerView<Input, Known extends Refusals>(
  shop: Pick<Shop, 'readSlots'>,
  { request, input }: Exchange & { input: Input },
  view: View,
  respondToView: NonNullable<ShopOptions<Input, Known>['respondToView']>,
) {
  const result = await shop.readSlots.take(`at ${request.ip}`, async () => ({
    answer: await respondToView(input, view, request),
  }))
  if (!result) return TOO_MANY
  return result.answer instanceof CachedResponse
    ? new CachedFor('view', result.answer)
    : result.answer
}

async function answerVisitor<Input>(
  shop: Shop,
  endpoint: Call,
  { caller, input, request, reply }: RunningCall<Visitor, Input>,
  { handler, idempotent }: { handler: Handler<Input>; idempotent: boolean },
) {
  const { token, holder, staffId } = caller
  // The response of a preview is never shared.
  const shares = shop.config.PUBLIC_CACHE_SECONDS > 0 && !(holder && isPreview(holder))
  const sendView = (view: View) => {
    if (shares) reply.header('x-shared-view', shop.views.sign(view))
  }
  const answerIn = async (sql: Queries) => handler(input, { request, token, holder, sendView, sql })
  const run = (sql: Queries) =>
    staffId === null ? answerIn(sql) : runAsStaff(staffId, () => answerIn(sql))
  const key = request.headers['idempotency-key']
  const isIdempotent = idempotent && holder && typeof key === 'string'
  const result = isIdempotent
    ? await runOnceForHolder(
        shop.sql,
        { holder, key, call: endpoint.name, input, at: shop.ports.clock.now() },
        run,
      )
    : // Calls to external services have their own limits and take no slot of the shop's own reads.
      await (isRead(endpoint) && holder
        ? shop.readSlots.take(holder.voucherId, () => run(shop.sql))
        : run(shop.sql))

  if (result === null) return TOO_MANY
  if (refused(result)) return result
  if (result instanceof CachedResponse)
    return new CachedFor(token === null ? 'content' : 'holder', result)
  // The current view: if this call changed the data, the next call reads it again.
  const currentHolder = holder && shop.holders.known(holder.voucherId)
  if (currentHolder) sendView(currentHolder)
  return result
}

/** Reads within the shop. A preview may neither write nor call external services. */
const isRead = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  method === 'GET' && path.startsWith('/rest/')

const TOO_MANY = refuse('too-many-requests', { retryAfterSeconds: 1 })

const hasToken = (query: unknown) => typeof query === 'object' && query !== null && 'wt' in query

const TOKEN_IN_URL = refuse('invalid-input', {
  field: 'wt',
  message: 'wt: send the token in the Authorization header instead of the address.',
})

function tokenOf(request: FastifyRequest): string | null {
  const bearer = bearerToken(request.headers.authorization)
  if (bearer !== undefined) return bearer
  const queryToken = (request.query as Record<string, unknown>)['wt']
  if (typeof queryToken === 'string' && queryToken !== '') return queryToken
  const body = request.body
  if (typeof body === 'object' && body !== null && 'wt' in body) {
    return typeof body.wt === 'string' && body.wt !== '' ? body.wt : null
  }
  return null
}

/** A blocked voucher has no access, even with a valid session, because its orders contain personal data. */
async function visitorOf(
  shop: Pick<Shop, 'holders' | 'sessions' | 'previews'>,
  token: string,
): Promise<Visitor> {
  const anonymous = { ...ANONYMOUS, token }
  if (token.startsWith(PREVIEW_TOKEN_PREFIX)) {
    return { ...anonymous, holder: (await shop.previews.holderOf(token)) ?? null }
  }
  const session = await shop.sessions.find(token)
  const holder = session && (await shop.holders.find(session.voucherId))
  return !holder || holder.blocked ? anonymous : { token, holder, staffId: session.staffId }
}
