import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { StaffEndpoint } from '#contract/shared/endpoint.staff.ts'
import type { StaffNeed } from '#contract/shared/path.staff.ts'
import {
  type StaffCallName,
  isBeforeFactor,
  isForTokens,
  isRemembered,
  needsRecentSignIn,
} from '#contract/paths.staff.ts'
import {
  STAFF_COMMON_REFUSALS,
  type StaffCommonRefusal,
  type StaffReason,
  type StaffRefusal,
  refuseStaff,
} from '#contract/shared/refusals.staff.ts'
import { STAFF_REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.staff.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { mayIn, type Permission } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type AuditActor, type AuditLine, writeAudit } from '#server/modules/audit/audit-entry.ts'
import { Download } from '#server/lists/csv-download.ts'
import { staffIdempotency } from '#server/http/staff/staff-idempotency.ts'
import { ShownPage } from '#server/http/html-page.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { EventStream } from '#server/live/event-stream.ts'
import { comesFromElsewhere } from '#server/http/request-origin.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import { type Colleague, isRecent } from '#server/modules/staff/sessions/staff-sessions.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import { invalidInput, rawInput, sendRefusal } from '#server/http/endpoint/serve-endpoint.ts'
import { refuseUnstorable } from '#server/http/storable-text.ts'

/** What a handler of the back office knows of who asks. */
export type StaffCaller = {
  /** The pool for reads; for writes the transaction that also holds the line of the audit. */
  sql: Queries
  /** That transaction, for a write that has to wait for something else first. */
  write: <Result>(work: (sql: Queries) => Promise<Result>) => Promise<Result>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
  may: (permission: Permission) => boolean
  /** Whether what lies in this channel exists for the asker. */
  within: (channel: string) => boolean
  /** Whether the sign-in is recent enough for a sensitive action. */
  signedInNow: boolean
  /** null: all of them. */
  channels: readonly string[] | null
  /** Each write adds one audit entry. */
  audit: (line: AuditLine, by?: AuditActor) => void
}
export type SignedIn = StaffCaller & { colleague: Colleague }
type AskerOf<Need extends StaffNeed> = Need extends 'nobody' ? StaffCaller : SignedIn

type MaybePromise<T> = T | Promise<T>

/** Leaves the transaction that a refusal has ended. */
class Refused extends Error {
  constructor(readonly refusal: Refusal<string>) {
    super('refused')
  }
}

/**
 * Puts one call of the back office on the server: where it comes from, who asks, what they may, whether the input is right;
 * then the handler, with the line of the audit in the transaction of what it did. Here and nowhere else it is decided
 * who may what.
 */
export function serveStaff<Name extends StaffCallName, Input, Answer, Known extends Refusals>(
  app: FastifyInstance,
  backoffice: Backoffice,
  endpoint: StaffEndpoint<Name, z.ZodType<Input>, z.ZodType<Answer>, Known>,
  handler: (
    input: Input,
    asker: AskerOf<(typeof endpoint)['needs']>,
  ) => MaybePromise<
    | Answer
    | Download
    | EventStream
    | ShownPage
    | StaffRefusal<Extract<(keyof Known & string) | StaffCommonRefusal, StaffReason>>
  >,
  options: {
    /** The handler opens the transaction itself, by `write`: nothing is held while it waits before. */
    waitsFirst?: boolean
    /** The maximum body size in bytes, where the default of a form is too small. */
    bodyLimit?: number
    /** Pages call it automatically, so it does not count as activity of the colleague. */
    unattended?: boolean
    /** The client's idempotency key: the call runs once, and every repeat gets the same response. */
    once?: (input: Input) => string
    /** A read whose input is too long for an address: it writes nothing and adds no audit entry. */
    reads?: boolean
  } = {},
) {
  const { shop } = backoffice
  const status: Record<string, number> = { ...STAFF_COMMON_REFUSALS, ...endpoint.refusals }
  const writes = endpoint.method !== 'GET' && !options.reads
  const refuse = (reply: FastifyReply, refusal: Refusal<string>) => {
    if (writes) shop.metrics.staffRefusals.inc({ call: endpoint.name, code: refusal.refused })
    const code = refusal.refused as StaffReason
    return sendRefusal(reply, status[code] ?? 400, {
      ...refusal,
      message: refusal.message ?? STAFF_REFUSAL_MESSAGES[code],
    } as Refusal)
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Asked by pages and programs that name their method; twice as many routes would be twice the time to start.
    exposeHeadRoute: false,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    async handler(request, reply) {
      if (endpoint.method !== 'GET' && comesFromElsewhere(request, 'x-backoffice'))
        return refuse(reply, refuseStaff('foreign-write'))

      const colleague = await colleagueOf(backoffice, request, options.unattended ?? false)
      const now = shop.ports.clock.now()
      const signedInNow = colleague !== undefined && isRecent(colleague, now)
      const missing = whatIsMissing(endpoint, colleague, signedInNow)
      if (missing) return refuse(reply, refuseStaff(missing))

      const raw = rawInput(request)
      const unstorable = refuseUnstorable(raw)
      if (unstorable) return refuse(reply, unstorable)
      const checked = endpoint.input.safeParse(raw)
      if (!checked.success) {
        const place = checked.error.issues[0]?.path.find((part) => typeof part === 'number')
        return refuse(reply, { ...invalidInput(checked.error.issues), place })
      }

      const sentKey = isRemembered(endpoint.name) ? request.headers['idempotency-key'] : undefined
      if (typeof sentKey === 'string' && (sentKey === '' || sentKey.length > 255))
        return refuse(reply, refuseStaff('invalid-input', { field: 'Idempotency-Key' }))

      const lines: { line: AuditLine; by: AuditActor | undefined }[] = []
      const write: StaffCaller['write'] = (work) =>
        shop.sql.begin(async (sql) => {
          const action = async () => {
            const result = await work(sql)
            if (refused(result)) throw new Refused(result)
            const [told, ...more] = lines
            if (!told?.by || more.length > 0) {
              throw new Error(`${endpoint.name} has to tell the audit once what it did`)
            }
            await writeAudit(sql, told.by, now, told.line)
            return result
          }
          const { data: input } = checked
          const key =
            options.once?.(input) ??
            (colleague && typeof sentKey === 'string'
              ? keyOfRequest(colleague.id, sentKey)
              : undefined)
          if (key === undefined || !colleague) return action()
          const told = { key, call: endpoint.name, staffId: colleague.id }
          const result = await staffIdempotency(sql, { ...told, input, at: now }, action)
          if (refused(result)) {
            const anotherByIt = !options.once && result.refused === 'done-already'
            throw new Refused(anotherByIt ? USED_KEY : result)
          }
          return result
        }) as ReturnType<typeof work>
      const askerWith = (sql: Queries) =>
        ({
          sql,
          write,
          now,
          request,
          reply,
          ...(colleague ? { colleague } : {}),
          may: (permission: Permission) => colleague?.permissions.includes(permission) ?? false,
          within: (channel: string) => (colleague ? mayIn(colleague, channel) : false),
          signedInNow,
          channels: colleague?.role === 'owner' ? null : (colleague?.channels ?? []),
          audit: (line: AuditLine, by: AuditActor | undefined = colleague) =>
            void lines.push({ line, by }),
        }) as AskerOf<(typeof endpoint)['needs']>

      const run = async (sql: Queries) => handler(checked.data, askerWith(sql))
      try {
        const answer = await (writes && !options.waitsFirst ? write(run) : run(shop.sql))
        if (refused(answer)) return refuse(reply, answer)
        if (answer instanceof Download) {
          return reply
            .header('content-type', answer.type)
            .header('content-disposition', `attachment; filename="${answer.fileName}"`)
            .header('cache-control', 'no-store')
            .send(answer.body)
        }
        if (answer instanceof EventStream) {
          return (
            reply
              .header('content-type', 'text/event-stream')
              .header('cache-control', 'no-store')
              // A proxy that gathers what it passes on would keep it for itself.
              .header('x-accel-buffering', 'no')
              .send(answer.body)
          )
        }
        if (answer instanceof ShownPage) return reply.headers(answer.headers).send(answer.html)
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(JSON.stringify(answer))
      } catch (error) {
        if (error instanceof Refused) return refuse(reply, error.refusal)
        throw error
      }
    },
  })
}

const USED_KEY = refuseStaff('invalid-input', {
  field: 'Idempotency-Key',
  message: 'This Idempotency-Key was used for another request.',
})

/** The same key of another colleague is another key. */
function keyOfRequest(staffId: number, sent: string): string {
  const hash = createHash('sha256').update(`${staffId} ${sent}`).digest('hex')
  return hash.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The reason why the caller has no access, before the input is read. */
function whatIsMissing(
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

/** By the cookie in a browser, by a token of their own for programs; a holder's token is neither. */
export async function colleagueOf(
  { sessions, cookieName }: Backoffice,
  request: FastifyRequest,
  unattended: boolean,
): Promise<Colleague | undefined> {
  const bearer = bearerToken(request.headers.authorization)
  if (bearer !== undefined) return sessions.ofToken(bearer)
  const cookie = cookieIn(request.headers.cookie, cookieName)
  const attended = !unattended && request.headers['x-backoffice-unattended'] === undefined
  return cookie === undefined ? undefined : sessions.ofCookie(cookie, { attended })
}
