import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import {
  isBeforeFactor,
  isForTokens,
  isRemembered,
  needsRecentSignIn,
  type StaffCallName,
} from '#contract/paths.staff.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'
import type { StaffEndpoint } from '#contract/shared/endpoint.staff.ts'
import type { StaffNeed } from '#contract/shared/path.staff.ts'
import { STAFF_REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import {
  refuseStaff,
  STAFF_COMMON_REFUSALS,
  type StaffCommonRefusal,
  type StaffReason,
  type StaffRefusal,
} from '#contract/shared/refusals.staff.ts'
import { mayIn, type Permission } from '#domain/staff/permissions.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import {
  type AudienceRules,
  RefusalError,
  type RunningCall,
  serveCall,
} from '#server/http/endpoint/endpoint-server.ts'
import { isUsableKey, REUSED_KEY, UNUSABLE_KEY } from '#server/http/endpoint/idempotency.ts'
import type { RawResponse } from '#server/http/raw-response.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { keyOfRequest, runOnceForStaff } from '#server/http/staff/staff-idempotency.ts'
import type { AuditActor, AuditLine } from '#server/modules/audit/audit-entry.ts'
import { auditedWrite } from '#server/modules/audit/audited-write.ts'
import { type Colleague, isRecent } from '#server/modules/staff/sessions/staff-sessions.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** The caller of a back-office handler. */
export type StaffCaller = {
  /** The pool for reads. For writes the transaction that also contains the audit entry. */
  sql: Queries
  /** Opens that transaction, for a handler that first waits for something else. */
  write: <Result>(work: (sql: Queries) => Promise<Result>) => Promise<Result>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
  may: (permission: Permission) => boolean
  /** Whether the caller may see this channel. */
  within: (channel: string) => boolean
  /** Whether the sign-in is recent enough for a sensitive action. */
  signedInNow: boolean
  /** null: all channels. */
  channels: readonly string[] | null
  /** Each write adds one audit entry. */
  audit: (line: AuditLine, by?: AuditActor) => void
}
export type SignedIn = StaffCaller & { colleague: Colleague }
type CallerOf<Need extends StaffNeed> = Need extends 'nobody' ? StaffCaller : SignedIn

type MaybePromise<T> = T | Promise<T>

const STAFF: AudienceRules = {
  audience: 'staff',
  refusals: STAFF_COMMON_REFUSALS,
  messages: STAFF_REFUSAL_MESSAGES,
  writeHeader: 'x-backoffice',
  includesIndex: true,
  // Pages and programs name their method. Twice as many routes would double the start time.
  exposeHeadRoute: false,
}

type StaffOptions<Input> = {
  /** The handler opens the transaction itself with `write`, so that nothing is locked while it waits. */
  opensOwnTransaction?: boolean
  /** The maximum body size in bytes, where the default of a form is too small. */
  bodyLimit?: number
  /** Pages call it automatically, so it does not count as activity of the colleague. */
  unattended?: boolean
  /** The client's idempotency key: the call runs once, and every repeat gets the same response. */
  once?: (input: Input) => string
  /** A read whose input is too long for a URL: it writes nothing and adds no audit entry. */
  reads?: boolean
}

/**
 * Registers one call of the back office, with its audit entry in the transaction of its changes. Permissions are
 * checked here and nowhere else.
 */
export function serveStaff<Name extends StaffCallName, Input, Answer, Known extends Refusals>(
  app: FastifyInstance,
  backoffice: Backoffice,
  endpoint: StaffEndpoint<Name, z.ZodType<Input>, z.ZodType<Answer>, Known>,
  handler: (
    input: Input,
    caller: CallerOf<(typeof endpoint)['needs']>,
  ) => MaybePromise<
    | NoInfer<Answer>
    | RawResponse
    | StaffRefusal<Extract<(keyof Known & string) | StaffCommonRefusal, StaffReason>>
  >,
  options: StaffOptions<Input> = {},
) {
  const { shop } = backoffice
  const writes = endpoint.method !== 'GET' && !options.reads
  serveCall<Visitor, Input, unknown>(app, shop, {
    rules: STAFF,
    endpoint,
    bodyLimit: options.bodyLimit,
    onRefusal(code) {
      if (writes) shop.metrics.staffRefusals.inc({ call: endpoint.name, code })
    },
    async admit({ request }) {
      const colleague = await colleagueOf(backoffice, request, options.unattended ?? false)
      const now = shop.ports.clock.now()
      const signedInNow = colleague !== undefined && isRecent(colleague, now)
      const refusal = accessRefusal(endpoint, colleague, signedInNow)
      return refusal ? refuseStaff(refusal) : { colleague, now, signedInNow }
    },
    run(call) {
      const caller = callerOf(backoffice, endpoint.name, call, options)
      if (refused(caller)) return caller
      const answer = async (sql: Queries) =>
        handler(call.input, { ...caller, sql } as CallerOf<(typeof endpoint)['needs']>)
      return writes && !options.opensOwnTransaction ? caller.write(answer) : answer(shop.sql)
    },
  })
}

type Visitor = { colleague: Colleague | undefined; now: Date; signedInNow: boolean }

function callerOf<Input>(
  { shop }: Backoffice,
  name: StaffCallName,
  { caller, input, request, reply }: RunningCall<Visitor, Input>,
  { once }: StaffOptions<Input>,
) {
  const { colleague, now, signedInNow } = caller
  const sentKey = isRemembered(name) ? request.headers['idempotency-key'] : undefined
  if (typeof sentKey === 'string' && !isUsableKey(sentKey)) return UNUSABLE_KEY
  const key =
    once?.(input) ??
    (colleague && typeof sentKey === 'string' ? keyOfRequest(colleague.id, sentKey) : undefined)
  const audited = auditedWrite<AuditActor>(name, now, colleague)
  const write: StaffCaller['write'] = (work) =>
    shop.sql.begin(async (sql) => {
      if (key === undefined || !colleague) return audited.run(sql, work)
      const keyed = { key, call: name, staffId: colleague.id, input, at: now }
      const reused = once ? refuseStaff('done-already', { field: 'key' }) : REUSED_KEY
      const result = await runOnceForStaff(sql, keyed, () => audited.run(sql, work), reused)
      if (refused(result)) throw new RefusalError(result)
      return result
    })
  return {
    write,
    now,
    request,
    reply,
    ...(colleague ? { colleague } : {}),
    may: (permission: Permission) => colleague?.permissions.includes(permission) ?? false,
    within: (channel: string) => (colleague ? mayIn(colleague, channel) : false),
    signedInNow,
    channels: colleague?.role === 'owner' ? null : (colleague?.channels ?? []),
    audit: audited.audit,
  }
}

/** The reason why the caller has no access, before the input is read. */
function accessRefusal(
  endpoint: Pick<StaffEndpoint, 'name' | 'needs'>,
  colleague: Colleague | undefined,
  signedInNow: boolean,
): StaffCommonRefusal | undefined {
  const { name, needs } = endpoint
  if (needs !== 'nobody') {
    if (!colleague) return 'no-session'
    if (colleague.needsSecondFactor && !isBeforeFactor(name)) return 'needs-second-factor'
  }
  if (!mayCall(endpoint, colleague)) return 'not-allowed'
  return needsRecentSignIn(name) && !signedInNow ? 'needs-recent-sign-in' : undefined
}

function mayCall(
  { name, needs }: Pick<StaffEndpoint, 'name' | 'needs'>,
  colleague: Colleague | undefined,
): boolean {
  if (needs === 'nobody') return true
  if (!colleague) return false
  if (colleague.way === 'token' && !isForTokens(name)) return false
  return needs === 'signed-in' || colleague.permissions.includes(needs)
}

/** By the cookie of a browser, or by an API token. A recipient's token is neither. */
export async function colleagueOf(
  { sessions, cookieName }: Backoffice,
  request: FastifyRequest,
  unattended: boolean,
): Promise<Colleague | undefined> {
  const bearer = bearerToken(request.headers.authorization)
  if (bearer !== undefined) return sessions.findByToken(bearer)
  const cookie = cookieIn(request.headers.cookie, cookieName)
  const isAttended = !unattended && request.headers['x-backoffice-unattended'] === undefined
  return cookie === undefined ? undefined : sessions.findByCookie(cookie, { isAttended })
}
