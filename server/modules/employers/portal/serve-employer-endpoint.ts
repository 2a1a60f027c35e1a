import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { EmployerEndpoint } from '#contract/shared/endpoint.employer.ts'
import type { EmployerCallName } from '#contract/paths.employer.ts'
import {
  EMPLOYER_COMMON_REFUSALS,
  EMPLOYER_REFUSAL_MESSAGES,
  type EmployerReason,
  refuseEmployer,
} from '#contract/shared/refusals.employer.ts'
import type { Refusals } from '#contract/shared/endpoint.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { behindTheWall } from '#server/modules/employers/employer-statistics-view.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type AuditLine, writeAudit } from '#server/modules/audit/audit-entry.ts'
import { Download } from '#server/lists/csv-download.ts'
import { comesFromElsewhere } from '#server/http/request-origin.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import { invalidInput, rawInput, sendRefusal } from '#server/http/endpoint/serve-endpoint.ts'
import { refuseUnstorable } from '#server/http/storable-text.ts'
import type { EmployerDoor } from '#server/modules/employers/portal/employer-portal.ts'
import type { Visitor } from '#server/modules/employers/portal/employer-sessions.ts'

type By = { employerUser: number; sessionId: string | null }

/** What a handler knows of who asks. */
export type EmployerAsker = {
  now: Date
  request: FastifyRequest
  reply: FastifyReply
  /** A transaction that ends with its line of the audit, or is undone. */
  write: <Result>(work: (sql: Queries) => Promise<Result>) => Promise<Result>
  /** Once in each write: what was done. */
  audit: (line: AuditLine, by?: By) => void
}
export type VisitorAsker = EmployerAsker & {
  who: Visitor
  /** Reads the employer's own data with its database role; a handler has no other access. */
  read: <Result>(work: (sql: Queries) => Promise<Result>) => Promise<Result>
}
type AskerOf<Need> = Need extends 'nobody' ? EmployerAsker : VisitorAsker

/** Leaves the transaction that a refusal has ended. */
class Refused extends Error {
  constructor(readonly refusal: Refusal<string>) {
    super('refused')
  }
}

/**
 * Registers a call of the employer portal: checks its origin, the user and the input, then runs the handler. Cookies
 * and tokens of the shop or the back office are not accepted, and a handler can read only with the employer's
 * database role.
 */
export function serveEmployer<Name extends EmployerCallName, Input, Answer, Known extends Refusals>(
  app: FastifyInstance,
  door: EmployerDoor,
  endpoint: EmployerEndpoint<Name, z.ZodType<Input>, z.ZodType<Answer>, Known>,
  handler: (
    input: Input,
    asker: AskerOf<(typeof endpoint)['needs']>,
  ) => Promise<
    | Answer
    | Download
    | Refusal<Extract<keyof Known | keyof typeof EMPLOYER_COMMON_REFUSALS, EmployerReason>>
  >,
) {
  const status: Record<string, number> = { ...EMPLOYER_COMMON_REFUSALS, ...endpoint.refusals }
  const refuse = (reply: FastifyReply, refusal: Refusal<string>) => {
    const code = refusal.refused as EmployerReason
    const message = refusal.message ?? EMPLOYER_REFUSAL_MESSAGES[code]
    return sendRefusal(reply, status[code] ?? 400, { ...refusal, message } as Refusal)
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      if (endpoint.method !== 'GET' && comesFromElsewhere(request, 'x-employer'))
        return refuse(reply, refuseEmployer('foreign-write'))
      const cookie = cookieIn(request.headers.cookie, door.cookieName)
      const who = cookie === undefined ? undefined : await door.sessions.ofCookie(cookie)
      if (!who && endpoint.needs !== 'nobody') return refuse(reply, refuseEmployer('no-session'))

      const raw = rawInput(request)
      const unstorable = refuseUnstorable(raw)
      if (unstorable) return refuse(reply, unstorable)
      const checked = endpoint.input.safeParse(raw)
      if (!checked.success) return refuse(reply, invalidInput(checked.error.issues))

      try {
        const asker = askerOf(door, who, { request, reply })
        const answer = await handler(checked.data, asker as AskerOf<(typeof endpoint)['needs']>)
        if (refused(answer)) return refuse(reply, answer)
        reply.header('cache-control', 'no-store')
        if (answer instanceof Download) {
          return reply
            .header('content-type', answer.type)
            .header('content-disposition', `attachment; filename="${answer.fileName}"`)
            .send(answer.body)
        }
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .send(JSON.stringify(answer))
      } catch (error) {
        if (error instanceof Refused) return refuse(reply, error.refusal)
        throw error
      }
    },
  })

  function askerOf(
    { shop }: EmployerDoor,
    who: Visitor | undefined,
    { request, reply }: Pick<EmployerAsker, 'request' | 'reply'>,
  ) {
    const now = shop.ports.clock.now()
    const lines: { line: AuditLine; by: By | undefined }[] = []
    const own = who && { employerUser: who.id, sessionId: who.sessionId }
    const write: EmployerAsker['write'] = (work) =>
      shop.sql.begin(async (sql) => {
        const result = await work(sql)
        if (refused(result)) throw new Refused(result)
        const [told, ...more] = lines
        if (!told?.by || more.length > 0)
          throw new Error(`${endpoint.name} has to tell the audit once what it did`)
        await writeAudit(sql, told.by, now, told.line)
        return result
      }) as ReturnType<typeof work>
    const read: VisitorAsker['read'] = async (work) => {
      if (!who) throw new Error('nobody reads')
      const found = await behindTheWall(shop.sql, who.employerId, work)
      if (found === undefined) throw new Refused(refuseEmployer('unavailable'))
      return found
    }
    const audit: EmployerAsker['audit'] = (line, by = own) => void lines.push({ line, by })
    return { now, request, reply, write, audit, ...(who ? { who, read } : {}) }
  }
}
