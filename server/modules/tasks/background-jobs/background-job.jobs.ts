import { performance } from 'node:perf_hooks'

import { JOB_KINDS, type JobKindName } from '#contract/tasks/background-jobs.staff.ts'
import { may } from '#domain/staff/permissions.ts'
import { openTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import {
  GIVEN_UP,
  type Chunk,
  type JobKind,
} from '#server/modules/tasks/background-jobs/background-job.ts'
import { findStaff } from '#server/modules/staff/sessions/staff.sql.ts'
import { jobKinds } from '#server/modules/tasks/background-jobs/background-job-kinds.ts'
import { deleteJobFiles } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'
import {
  appendJobPart,
  reclaimLostJobs,
  countJobFailure,
  saveJobProgress,
} from '#server/modules/tasks/background-jobs/job-progress.sql.ts'

/** After this time a job is queued again, so that other jobs can run. */
const MAX_RUN_MS = 4000
/** Failures in a row before a job fails. The delay doubles after each. */
const MAX_FAILURES = 6
const POLL_INTERVAL_MS = 5000
/** A job without progress for this long has lost its worker. */
const SILENT_MS = 15_000
const JOB_LOCK = 7_134_207

type Row = {
  id: number
  kind: string
  staff_id: number
  actor: 'staff' | 'token'
  session_id: string
  channel_id: string | null
  asked: Record<string, unknown>
  place: Record<string, unknown> | null
  done: number
  total: number | null
  result: Record<string, unknown>
}

/** The job was ended during a chunk, which is then rolled back. */
class JobEnded extends Error {}

export function handleBackgroundJobs(shop: Shop) {
  shop.jobs.handle('background-job', async ({ id }) => {
    const startedAt = performance.now()
    while (await runNextChunk(shop, id)) {
      if (performance.now() - startedAt < MAX_RUN_MS) continue
      return shop.jobs.send(shop.sql, [{ name: 'background-job', data: { id } }])
    }
  })
}

/** Returns whether there is more to do right now. */
async function runNextChunk(shop: Shop, id: number): Promise<boolean> {
  const { sql, log } = shop
  try {
    return await sql.begin(async (sql) => {
      // Prevents two processes from running the same job. A row lock would also block a cancellation.
      const [lock] = await sql<{ acquired: boolean }[]>`
        select pg_try_advisory_xact_lock(${JOB_LOCK}::integer, ${id % 2 ** 31}::integer) as acquired`
      if (!lock?.acquired) return false
      const [row] = await sql<Row[]>`
        select * from background_job where id = ${id} and state in ('waiting', 'working')`
      if (!row) return false
      return saveProgress(shop, sql, row, await runChunk(shop, sql, row))
    })
  } catch (error) {
    if (error instanceof JobEnded) return false
    log.warn({ err: error, work: id }, 'background job chunk failed')
    await scheduleRetry(shop, id, error)
    return false
  }
}

const kindOf = ({ kind }: Pick<Row, 'kind'>): JobKind | undefined =>
  JOB_KINDS.some((known) => known === kind) ? jobKinds[kind as JobKindName] : undefined

const startedJobOf = ({ id, asked, channel_id }: Row) => ({ id, asked, channel: channel_id })

async function runChunk(shop: Shop, sql: Queries, row: Row): Promise<Chunk> {
  const { id, staff_id, actor, session_id, channel_id, asked, place, done, total, result } = row
  const kind = kindOf(row)
  if (!kind) return { failed: 'not-found' }
  await kind.lock?.(sql, startedJobOf(row))
  // The job fails if its requester has lost the permission.
  const staff = await findStaff(sql, staff_id)
  if (!staff || !may(staff.role, kind.needs)) return { failed: 'not-allowed' }
  if (channel_id !== null && staff.role !== 'owner' && !staff.channels.includes(channel_id)) {
    return { failed: 'not-allowed' }
  }
  const by = {
    id: staff_id,
    way: actor === 'token' ? ('token' as const) : ('session' as const),
    sessionId: session_id,
  }
  const job = { id, staff, by, channel: channel_id, asked, place, done, total, result }
  return kind.chunk(shop, sql, job)
}

async function saveProgress(
  shop: Pick<Shop, 'ports'>,
  sql: Queries,
  row: Row,
  chunk: Chunk,
): Promise<boolean> {
  const now = shop.ports.clock.now()
  const failed = 'failed' in chunk
  const state = failed ? 'failed' : chunk.place === null ? 'done' : 'working'
  const { done, total, result, place } = failed ? { ...row, place: null } : chunk
  const part = failed ? undefined : chunk.part
  // Written before the update, so that a cancellation never leaves a part of the current chunk.
  if (part) await appendJobPart(sql, row.id, part)
  const problem = failed ? chunk.failed : ''
  const bytes = part?.length ?? 0
  const progress = { state, done, total, place, result, problem, bytes, at: now } as const
  if (!(await saveJobProgress(sql, { id: row.id, from: row.place }, progress)))
    throw new JobEnded('the job was ended during a chunk')
  if (state === 'working') return true
  if (failed && chunk.failed === GIVEN_UP) await createJobTask(sql, row, '')
  else if (failed) await discardResult(sql, now, row)
  await auditEnd(sql, now, { ...row, done, total, result }, state)
  return false
}

/** Deletes the partial result: a partial file would look like a complete one. */
async function discardResult(sql: Queries, now: Date, row: Row) {
  await deleteJobFiles(sql, [row.id])
  const auditLine = await kindOf(row)?.dropped?.(sql, startedJobOf(row), now)
  if (auditLine) await writeAudit(sql, 'shop', now, auditLine)
}

async function auditEnd(sql: Queries, now: Date, row: Row, state: 'done' | 'failed') {
  await writeAudit(sql, 'shop', now, {
    action: `job.${state}`,
    subjectKind: 'background-job',
    subjectId: String(row.id),
    channelId: row.channel_id,
    after: { kind: row.kind, done: row.done, total: row.total, ...row.result },
  })
}

/** The job stays incomplete until staff decide. */
const createJobTask = (sql: Queries, { id, kind, channel_id, done, total }: Row, reason: string) =>
  openTaskFor(sql, {
    kind: 'work-failed',
    subject: String(id),
    cause: `${kind} ${reason}`,
    reason,
    channelId: channel_id,
    detail: { kind, done, total },
  })

/** Schedules a retry. After repeated failures the job fails and a task is created. */
async function scheduleRetry(shop: Shop, id: number, error: unknown) {
  const now = shop.ports.clock.now()
  await shop.sql.begin(async (sql) => {
    const [current] = await sql<Row[]>`select * from background_job where id = ${id}`
    if (current) await kindOf(current)?.lock?.(sql, startedJobOf(current))
    const limit = { maxFailures: MAX_FAILURES, problem: GIVEN_UP, now }
    const row = await countJobFailure<Row>(sql, id, limit)
    if (!row) return
    if (row.state === 'failed') {
      await createJobTask(sql, row, error instanceof Error ? error.message.slice(0, 500) : '')
      return auditEnd(sql, now, row, 'failed')
    }
    const startAfter = new Date(now.getTime() + 2 ** row.failures * 1000)
    await shop.jobs.send(sql, [{ name: 'background-job', data: { id }, startAfter }])
  })
}

/** Resumes the jobs of lost workers; returns how many. */
export async function resumeLostJobs({ sql, ports, jobs }: Shop): Promise<number> {
  const now = ports.clock.now()
  return sql.begin(async (sql) => {
    const since = new Date(now.getTime() - SILENT_MS)
    const lost = await reclaimLostJobs(sql, { since, now })
    await jobs.send(
      sql,
      lost.map((id) => ({ name: 'background-job', data: { id } })),
    )
    return lost.length
  })
}

export const pollBackgroundJobs = (shop: Shop): RecurringJob => ({
  everyMs: POLL_INTERVAL_MS,
  failureMessage: 'background job poll failed',
  run: () => resumeLostJobs(shop),
})
