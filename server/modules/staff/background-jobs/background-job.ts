import type { WorkKindName } from '#contract/tasks/background-jobs.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { StaffRow } from '#server/modules/staff/sessions/staff.sql.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'

type Json = Record<string, unknown>

/** A piece of long work, as its kind is handed it for the next portion. */
export type WorkUnderWay = {
  id: number
  /** Who asked for it, as they are now; their lines of the audit are written with `by`. */
  staff: StaffRow
  by: Pick<Colleague, 'id' | 'way' | 'sessionId'>
  channel: string | null
  asked: Json
  /** Where the last portion ended; null before the first. */
  place: Json | null
  done: number
  total: number | null
  result: Json
}

export type Portion =
  | {
      /** Where the next one begins; null: that was all. */
      place: Json | null
      /** All that is done by now, of so much. */
      done: number
      total: number | null
      /** What was done by now, all together. */
      result: Json
      /** What comes next in the file that it makes. */
      part?: Buffer
    }
  /** It cannot be done, and trying again would not help: why, as a refusal is named; GIVEN_UP where a person may. */
  | { failed: string }

/** It broke as often as it may: it stands as it is among what needs a person, who has it go on or ends it. */
export const GIVEN_UP = 'broken'

/**
 * A kind of long work: what whoever asks for it has to be allowed until it ends, and one portion of it. A portion takes
 * about a second at most and writes by `sql` alone, in the transaction that notes its place: it is done once or not at
 * all, whatever dies. Between two portions it can be cancelled.
 */
export type WorkKind = {
  needs: Permission
  portion(shop: Shop, sql: Queries, work: WorkUnderWay): Promise<Portion>
  /** What it works at, locked before the work itself is noted or ended, by everybody in this order. */
  lock?(sql: Queries, work: WorkBegun): Promise<void>
  /** It was given up and goes on where it stood: what else has to be as if it had never been tried. */
  again?(sql: Queries, work: WorkBegun): Promise<void>
  /**
   * It was cancelled or failed: what becomes of the half that is done, in that transaction. Answers the line of the audit
   * that tells of it where it is about more than the work. What was given up waits as it is for somebody's decision.
   */
  dropped?(sql: Queries, work: WorkBegun, now: Date): Promise<AuditLine | undefined>
}

export type WorkBegun = Pick<WorkUnderWay, 'id' | 'asked' | 'channel'>

type Begins = {
  kind: WorkKindName
  asked: Json
  channel?: string | null
  /** Where it makes a file. */
  fileName?: string
  /** Where it is known from the beginning. */
  total?: number
}

/** Part of the caller's transaction: it begins when that is committed. */
export async function beginWork(
  { jobs }: Pick<Shop, 'jobs'>,
  { sql, now, colleague }: { sql: Queries; now: Date; colleague: Colleague },
  { kind, asked, channel = null, fileName, total }: Begins,
): Promise<{ id: string }> {
  const [row] = await sql<{ id: number }[]>`
    insert into background_job (kind, staff_id, actor, session_id, channel_id, channels, asked, file_name, total, made_at, beat_at)
    values (${kind}, ${colleague.id}, ${colleague.way === 'token' ? 'token' : 'staff'},
      ${colleague.sessionId}, ${channel}, ${colleague.role === 'owner' ? null : colleague.channels}, ${sql.json(asked as never)}, ${fileName ?? null},
      ${total ?? null}, ${now}, ${now})
    returning id`
  if (!row) throw new Error('no work was begun')
  await jobs.send(sql, [{ name: 'background-job', data: { id: row.id } }])
  return { id: String(row.id) }
}
