import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  cancelJob,
  backgroundJob,
  backgroundJobFile,
  backgroundJobs,
} from '#contract/tasks/background-jobs.staff.ts'
import { Download } from '#server/http/raw-response.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { deleteJobFiles } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import { jobKinds } from '#server/modules/tasks/background-jobs/background-job-kinds.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  type BackgroundJobRow,
  findBackgroundJob,
  backgroundJobList,
  readFileParts,
} from '#server/modules/tasks/background-jobs/background-job.sql.ts'
import { cancelBackgroundJob } from '#server/modules/tasks/background-jobs/cancel-background-job.sql.ts'

/** The progress of background jobs. Owners see all jobs, other staff their own. */
export function backgroundJobRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, backgroundJobs, listJobs)

  serveStaff(app, backoffice, backgroundJob, handleBackgroundJob)

  serveStaff(app, backoffice, cancelJob, handleCancelJob)

  serveStaff(app, backoffice, backgroundJobFile, handleBackgroundJobFile)
}

async function handleBackgroundJob(
  { id }: ParsedInput<typeof backgroundJob>,
  { sql, colleague }: SignedIn,
) {
  const row = await findBackgroundJob(sql, id, colleague)
  return row ? jobAnswer(row) : refuseStaff('not-found')
}

async function handleCancelJob(
  { id }: ParsedInput<typeof cancelJob>,
  { sql, now, colleague, audit }: SignedIn,
) {
  const found = await findBackgroundJob(sql, id, colleague)
  if (!found) return refuseStaff('not-found')
  const kind = jobKinds[found.kind]
  const startedJob = { id: found.id, asked: found.asked, channel: found.channel_id }
  await kind.lock?.(sql, startedJob)
  const cancelled = await cancelBackgroundJob(sql, Number(id), now)
  if (cancelled.count === 0) return refuseStaff('work-ended')
  // A partial file would look like a complete one.
  await deleteJobFiles(sql, [Number(id)])
  const auditLine = await kind.dropped?.(sql, startedJob, now)
  const row = await findBackgroundJob(sql, id, colleague)
  if (!row) throw new Error('background job not found during the cancellation')
  audit(
    auditLine ?? {
      action: 'job.cancelled',
      subjectKind: 'background-job',
      subjectId: id,
      channelId: row.channel_id,
      before: { state: found.state },
      after: { kind: row.kind, done: row.done, total: row.total, ...row.result },
    },
  )
  return jobAnswer(row)
}

async function handleBackgroundJobFile(
  { id }: ParsedInput<typeof backgroundJobFile>,
  { sql, colleague, may }: SignedIn,
) {
  const row = await findBackgroundJob(sql, id, colleague)
  // Only a requester who still has the permission gets the file.
  if (!row || row.staff_id !== colleague.id || !may(jobKinds[row.kind].needs)) {
    return refuseStaff('not-found')
  }
  const file = fileOf(row)
  if (!file) return refuseStaff('not-found')
  const body = Readable.from(readFileParts(sql, row.id))
  return new Download(file.name, 'application/octet-stream', body)
}

async function listJobs(query: ParsedInput<typeof backgroundJobs>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'work',
    list: backgroundJobList(query, caller.colleague),
    columns: COLUMNS,
    row: jobAnswer,
  })
}

const fileOf = ({ state, file_name: name, file_bytes: bytes }: BackgroundJobRow) =>
  name !== null && state === 'done' && bytes > 0 ? { name, bytes } : null

const jobAnswer = (row: BackgroundJobRow) => ({
  id: String(row.id),
  kind: row.kind,
  staff: { id: String(row.staff_id), name: row.staff_name },
  channel: row.channel_id,
  state: row.state,
  done: row.done,
  total: row.total,
  result: row.result,
  problem: row.problem,
  file: fileOf(row),
  made_at: row.made_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})

const COLUMNS: ListFile<'backgroundJobs', BackgroundJobRow> = {
  kind: ({ kind }) => kind,
  staff: ({ staff_name }) => staff_name,
  channel: ({ channel_id }) => channel_id,
  state: ({ state }) => state,
  done: ({ done }) => done,
  total: ({ total }) => total,
  problem: ({ problem }) => problem,
  made_at: ({ made_at }) => made_at.toISOString(),
  ended_at: ({ ended_at }) => ended_at?.toISOString() ?? null,
  ...notInFile('id', 'result', 'file'),
}
