import type { Queries } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'

const REPEAT_AFTER_MS = 3_600_000

/**
 * Records that personal data was shown in full. An open page reads it repeatedly, so one entry per hour and session
 * is enough.
 */
export async function recordPersonalDataAccess(
  sql: Queries,
  { kind, id, channelId }: { kind: string; id: string; channelId: string },
  colleague: Colleague,
  now: Date,
) {
  const [existing] = await sql`
    select from audit
    where subject_kind = ${kind} and subject_id = ${id} and action = 'personal-data.viewed'
      and session_id = ${colleague.sessionId} and at > ${new Date(now.getTime() - REPEAT_AFTER_MS)} limit 1`
  if (existing) return
  await writeAudit(sql, colleague, now, {
    action: 'personal-data.viewed',
    subjectKind: kind,
    subjectId: id,
    channelId,
  })
}
