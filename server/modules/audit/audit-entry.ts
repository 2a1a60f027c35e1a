import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'

export type AuditLine = {
  /** A subject and a past participle, for example 'session.opened'. */
  action: string
  subjectKind: string
  subjectId: string
  channelId?: string | null
  reason?: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** Fields of before and after with personal data: stored separately, so that they can be erased. */
  personal?: readonly string[]
}

export type AuditActor =
  /** A colleague. `sessionId` is null if they act for a recipient in the shop. */
  | { id: number; way: 'session' | 'token'; sessionId: string | null }
  /** A user of the employer portal. */
  | { employerUser: number; sessionId: string | null }
  | 'command'
  | 'shop'

function columnsOf(actor: AuditActor) {
  const noActor = { staff: null, employerUser: null, session: null }
  if (typeof actor === 'string') return { ...noActor, actor }
  if ('employerUser' in actor) {
    const { employerUser, sessionId: session } = actor
    return { ...noActor, actor: 'employer', employerUser, session }
  }
  const { id: staff, way, sessionId: session } = actor
  return { ...noActor, actor: way === 'token' ? 'token' : 'staff', staff, session }
}

/** Writes an entry in the transaction of the change, so that both are committed or neither is. */
export async function writeAudit(sql: Queries, actor: AuditActor, at: Date, line: AuditLine) {
  const { action, subjectKind, subjectId, channelId = null, reason = '', personal = [] } = line
  const [before, after] = [line.before ?? null, line.after ?? null]
  const by = columnsOf(actor)
  const [row] = await sql<{ id: number }[]>`
    insert into audit (at, staff_id, actor, employer_user_id, session_id, action, subject_kind, subject_id, channel_id, reason, before, after)
    values (${at}, ${by.staff}, ${by.actor}, ${by.employerUser}, ${by.session}, ${action}, ${subjectKind},
      ${subjectId}, ${channelId}, ${reason}, ${json(sql, withoutPersonal(before, personal))}, ${json(sql, withoutPersonal(after, personal))})
    returning id`
  // Open pages that show the subject are notified.
  const changed = sql`
    json_build_object('kind', ${subjectKind}::text, 'id', ${subjectId}::text,
      'channel', ${channelId}::text, 'action', ${action}::text, 'by', ${by.staff}::bigint,
      'name', (select name from staff where id = ${by.staff}))::text`
  await notify(sql, 'backoffice', changed)
  const personalBefore = onlyPersonal(before, personal)
  const personalAfter = onlyPersonal(after, personal)
  if (row && (personalBefore ?? personalAfter)) {
    await sql`
      insert into audit_personal (audit_id, before, after)
      values (${row.id}, ${json(sql, personalBefore)}, ${json(sql, personalAfter)})`
  }
}

type Values = Record<string, unknown> | null

const json = (sql: Queries, values: Values) => (values === null ? null : sql.json(values))

/** The values, with `{ changed: true }` instead of those of personal fields. */
function withoutPersonal(values: Values, personal: readonly string[]): Values {
  if (!values) return null
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      personal.includes(field) ? { changed: true } : value,
    ]),
  )
}

function onlyPersonal(values: Values, personal: readonly string[]): Values {
  const fields = Object.entries(values ?? {}).filter(([field]) => personal.includes(field))
  return fields.length === 0 ? null : Object.fromEntries(fields)
}
