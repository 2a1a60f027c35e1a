import type { JobKindName } from '#contract/tasks/background-jobs.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { StaffRow } from '#server/modules/staff/sessions/staff.sql.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'

type Json = Record<string, unknown>

/** A background job, as its kind receives it for the next chunk. */
export type RunningJob = {
  id: number
  /** The requester, with their current rights; audit entries are written with `by`. */
  staff: StaffRow
  by: Pick<Colleague, 'id' | 'way' | 'sessionId'>
  channel: string | null
  asked: Json
  /** The position after the last chunk; null before the first. */
  place: Json | null
  done: number
  total: number | null
  result: Json
}

export type Chunk =
  | {
      /** Where the next chunk starts; null: the job is complete. */
      place: Json | null
      /** Progress, out of `total`. */
      done: number
      total: number | null
      /** The result so far. */
      result: Json
      /** The next part of the file that the job creates. */
      part?: Buffer
    }
  /**
   * The job cannot succeed, and retrying would not help: the code of the refusal, or GIVEN_UP if staff may continue
   * it.
   */
  | { failed: string }

/** The job failed too often. A task lets staff continue it where it stopped, or end it. */
export const GIVEN_UP = 'broken'

/**
 * A kind of background job: the permission that its requester needs until the end, and one chunk. A chunk takes about
 * a second at most and writes only with `sql`, in the transaction that saves its position: it is applied completely
 * or not at all, even after a crash. The job can be cancelled between two chunks.
 */
export type JobKind = {
  needs: Permission
  chunk(shop: Shop, sql: Queries, job: RunningJob): Promise<Chunk>
  /** Locks the job's subject before the job is updated or ended, always in this order. */
  lock?(sql: Queries, job: JobStarted): Promise<void>
  /** Prepares a failed job to continue where it stopped. */
  again?(sql: Queries, job: JobStarted): Promise<void>
  /**
   * Cleans up a cancelled or failed job, in that transaction. Returns an audit entry if it concerns more than the
   * job. A job that is waiting for a decision stays as it is.
   */
  dropped?(sql: Queries, job: JobStarted, now: Date): Promise<AuditLine | undefined>
}

export type JobStarted = Pick<RunningJob, 'id' | 'asked' | 'channel'>

type NewJob = {
  kind: JobKindName
  asked: Json
  channel?: string | null
  /** The name of the file that the job creates, if any. */
  fileName?: string
  /** The number of items, if known from the start. */
  total?: number
}

/** Part of the caller's transaction: the job starts after its commit. */
export async function startJob(
  { jobs }: Pick<Shop, 'jobs'>,
  { sql, now, colleague }: { sql: Queries; now: Date; colleague: Colleague },
  { kind, asked, channel = null, fileName, total }: NewJob,
): Promise<{ id: string }> {
  const [row] = await sql<{ id: number }[]>`
    insert into background_job (kind, staff_id, actor, session_id, channel_id, channels, asked, file_name, total, made_at, heartbeat_at)
    values (${kind}, ${colleague.id}, ${colleague.way === 'token' ? 'token' : 'staff'},
      ${colleague.sessionId}, ${channel}, ${colleague.role === 'owner' ? null : colleague.channels}, ${sql.json(asked)}, ${fileName ?? null},
      ${total ?? null}, ${now}, ${now})
    returning id`
  if (!row) throw new Error('insert of the background job returned no row')
  await jobs.send(sql, [{ name: 'background-job', data: { id: row.id } }])
  return { id: String(row.id) }
}
