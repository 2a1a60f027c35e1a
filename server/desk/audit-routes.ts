import type { FastifyInstance } from 'fastify'

import { audit } from '#contract/desk/audit-api.ts'
import type { Desk } from '#server/desk/desk.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'

type Row = {
  id: number
  at: Date
  actor: 'staff' | 'token' | 'command' | 'shop'
  staff_id: number | null
  staff_name: string | null
  session_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  channel_id: string | null
  reason: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export function auditRoutes(app: FastifyInstance, desk: Desk) {
  serveDesk(app, desk, audit, async (asked, { sql, colleague, may }) => {
    const { subject_kind, subject_id, channel, from, to, cursor, limit } = asked
    const staff = may('audit.read') ? asked.staff : String(colleague.id)
    const only = (condition: boolean, part: ReturnType<typeof sql>) => (condition ? part : sql``)
    const rows = await sql<Row[]>`
      select audit.*, staff.name as staff_name
      from audit left join staff on staff.id = audit.staff_id
      where true
        ${only(subject_kind !== undefined, sql`and subject_kind = ${subject_kind ?? ''}`)}
        ${only(subject_id !== undefined, sql`and subject_id = ${subject_id ?? ''}`)}
        ${only(staff !== undefined, sql`and staff_id = ${Number(staff)}`)}
        ${only(channel !== undefined, sql`and channel_id = ${channel ?? ''}`)}
        ${only(from !== undefined, sql`and at >= ${from ?? ''}`)}
        ${only(to !== undefined, sql`and at < ${to ?? ''}`)}
        ${only(cursor !== undefined, sql`and audit.id < ${Number(cursor)}`)}
      order by audit.id desc
      limit ${limit + 1}`
    const page = rows.slice(0, limit)
    return {
      items: page.map((row) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        actor: row.actor,
        staff:
          row.staff_id === null ? null : { id: String(row.staff_id), name: row.staff_name ?? '' },
        session: row.session_id,
        action: row.action,
        subject_kind: row.subject_kind,
        subject_id: row.subject_id,
        channel: row.channel_id,
        reason: row.reason,
        before: row.before,
        after: row.after,
      })),
      next: rows.length > limit ? String(page.at(-1)?.id ?? '') : null,
    }
  })
}
