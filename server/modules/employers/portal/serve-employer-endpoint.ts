import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { EmployerCallName } from '#contract/paths.employer.ts'
import type { EmployerEndpoint } from '#contract/shared/endpoint.employer.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'
import {
  EMPLOYER_COMMON_REFUSALS,
  EMPLOYER_REFUSAL_MESSAGES,
  type EmployerReason,
  refuseEmployer,
} from '#contract/shared/refusals.employer.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'
import {
  type AudienceRules,
  RefusalError,
  type RunningCall,
  serveCall,
} from '#server/http/endpoint/endpoint-server.ts'
import type { RawResponse } from '#server/http/raw-response.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import { auditedWrite } from '#server/modules/audit/audited-write.ts'
import { withStatisticsRole } from '#server/modules/employers/employer-statistics-view.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import type { Visitor } from '#server/modules/employers/portal/employer-sessions.ts'
import type { Queries } from '#server/platform/db/database.ts'

type EmployerActor = { employerUser: number; sessionId: string | null }

/** The caller of an employer handler. */
export type EmployerCaller = {
  now: Date
  request: FastifyRequest
  reply: FastifyReply
  /** Runs a transaction, which is rolled back unless it records one audit entry. */
  write: <Result>(work: (sql: Queries) => Promise<Result>) => Promise<Result>
  /** Records the audit entry, exactly once in each `write`. */
  audit: (line: AuditLine, by?: EmployerActor) => void
}
export type VisitorCaller = EmployerCaller & {
  visitor: Visitor
  /** Reads the employer's own data with the restricted database role. */
  read: <Result>(work: (sql: Queries) => Promise<Result>) => Promise<Result>
}
type CallerOf<Needs> = Needs extends 'nobody' ? EmployerCaller : VisitorCaller

const EMPLOYER: AudienceRules = {
  audience: 'employer',
  refusals: EMPLOYER_COMMON_REFUSALS,
  messages: EMPLOYER_REFUSAL_MESSAGES,
  writeHeader: 'x-employer',
}

/**
 * Registers one call of the employer portal. A cookie or token of another audience grants no access, and a handler
 * reads only with the employer's database role.
 */
export function serveEmployer<Name extends EmployerCallName, Input, Answer, Known extends Refusals>(
  app: FastifyInstance,
  portal: EmployerPortalServer,
  endpoint: EmployerEndpoint<Name, z.ZodType<Input>, z.ZodType<Answer>, Known>,
  handler: (
    input: Input,
    caller: CallerOf<(typeof endpoint)['needs']>,
  ) => Promise<
    | NoInfer<Answer>
    | RawResponse
    | Refusal<Extract<keyof Known | keyof typeof EMPLOYER_COMMON_REFUSALS, EmployerReason>>
  >,
) {
  serveCall<{ visitor: Visitor | undefined }, Input, unknown>(app, portal.shop, {
    rules: EMPLOYER,
    endpoint,
    async admit({ request }) {
      const cookie = cookieIn(request.headers.cookie, portal.cookieName)
      const visitor = cookie === undefined ? undefined : await portal.sessions.findByCookie(cookie)
      return !visitor && endpoint.needs !== 'nobody' ? refuseEmployer('no-session') : { visitor }
    },
    run: ({ input, ...call }) =>
      handler(input, callerOf(portal, endpoint.name, call) as CallerOf<(typeof endpoint)['needs']>),
  })
}

function callerOf(
  { shop }: EmployerPortalServer,
  name: EmployerCallName,
  {
    caller: { visitor },
    request,
    reply,
  }: Omit<RunningCall<{ visitor: Visitor | undefined }, unknown>, 'input'>,
): EmployerCaller & Partial<VisitorCaller> {
  const now = shop.ports.clock.now()
  const audited = auditedWrite<EmployerActor>(
    name,
    now,
    visitor && { employerUser: visitor.id, sessionId: visitor.sessionId },
  )
  const write: EmployerCaller['write'] = (work) => shop.sql.begin((sql) => audited.run(sql, work))
  const read: VisitorCaller['read'] = async (work) => {
    if (!visitor) throw new Error('no reader is connected')
    const found = await withStatisticsRole(shop.sql, visitor.employerId, work)
    if (found === undefined) throw new RefusalError(refuseEmployer('unavailable'))
    return found
  }
  return { now, request, reply, write, audit: audited.audit, ...(visitor ? { visitor, read } : {}) }
}
