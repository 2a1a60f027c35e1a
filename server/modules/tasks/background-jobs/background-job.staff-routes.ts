import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  cancelWork,
  work,
  workFile,
  type WORK_STATES,
  type WorkKindName,
  workList,
} from '#contract/tasks/background-jobs.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { CsvColumns } from '#server/lists/csv-download.ts'
import { Download } from '#server/http/raw-response.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { eraseParts } from '#server/modules/staff/background-jobs/background-job-part.sql.ts'
import { workKinds } from '#server/modules/tasks/background-jobs/background-job-kinds.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type Row = {
  id: number
  kind: WorkKindName
  staff_id: number
  staff_name: string
  channel_id: string | null
  state: (typeof WORK_STATES)[number]
  done: number
  total: number | null
  asked: Record<string, unknown>
  result: Record<string, unknown>
  problem: string
  file_name: string | null
  file_bytes: number
  made_at: Date
  ended_at: Date | null
}

/** The progress of background jobs, for their requester; owners see all of them. */
export function workRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, workList, listJobs)

  serveStaff(app, backoffice, work, async ({ id }, { sql, colleague }) => {
    const row = await find(sql, id, colleague)
    return row ? workOf(row) : refuseStaff('not-found')
  })

  serveStaff(app, backoffice, cancelWork, async ({ id }, { sql, now, colleague, audit }) => {
    const found = await find(sql, id, colleague)
    if (!found) return refuseStaff('not-found')
    const kind = workKinds[found.kind]
    const begun = { id: found.id, asked: found.asked, channel: found.channel_id }
    await kind.lock?.(sql, begun)
    const ended = await sql`
      update background_job set state = 'cancelled', ended_at = ${now}
      where id = ${Number(id)} and state in ('waiting', 'working')`
    if (ended.count === 0) return refuseStaff('work-ended')
    // A partial file would look like a complete one.
    await eraseParts(sql, [Number(id)])
    const line = await kind.dropped?.(sql, begun, now)
    const row = await find(sql, id, colleague)
    if (!row) throw new Error('work went while being cancelled')
    audit(
      line ?? {
        action: 'work.cancelled',
        subjectKind: 'work',
        subjectId: id,
        channelId: row.channel_id,
        before: { state: found.state },
        after: { kind: row.kind, done: row.done, total: row.total, ...row.result },
      },
    )
    return workOf(row)
  })

  serveStaff(app, backoffice, workFile, async ({ id }, { sql, colleague, may }) => {
    const row = await find(sql, id, colleague)
    // What one may no longer see one does not take along, either.
    if (!row || row.staff_id !== colleague.id || !may(workKinds[row.kind].needs)) {
      return refuseStaff('not-found')
    }
    const file = fileOf(row)
    if (!file) return refuseStaff('not-found')
    const body = Readable.from(partsOf(sql, row.id))
    return new Download(file.name, 'application/octet-stream', body)
  })
}

async function listJobs(asked: ParsedInput<typeof workList>, asker: SignedIn) {
  return serveList(asker, asked, {
    file: 'work',
    list: listOf(asked, asker.colleague),
    columns: CSV,
    row: workOf,
  })
}

async function find(sql: Queries, id: string, colleague: Colleague): Promise<Row | undefined> {
  const { select, from } = listOf({ ids: [id] }, colleague)
  const [row] = await sql<Row[]>`select ${select(sql)} from ${from(sql)}`
  return row
}

type Asked = {
  search?: string | undefined
  state?: string[] | undefined
  kind?: WorkKindName | undefined
  ids?: string[] | undefined
}

const listOf = (
  { search, state, kind, ids }: Asked,
  { id, role, channels }: Colleague,
): ListQuery<'made_at'> => ({
  select: (sql) => sql`background_job.*, staff.name as staff_name`,
  from: (sql) => sql`
    background_job join staff on staff.id = background_job.staff_id where true
      ${role === 'owner' ? sql`` : sql`and background_job.staff_id = ${id} and background_job.channels <@ ${channels}::text[]`}
      ${search === undefined ? sql`` : sql`and strpos(lower(staff.name), ${search.toLowerCase()}) > 0`}
      ${state === undefined ? sql`` : sql`and state = any(${state})`}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      ${ids === undefined ? sql`` : sql`and background_job.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`background_job.id`,
  sorts: { made_at: { by: (sql) => sql`background_job.id`, type: 'bigint' } },
  usual: '-made_at',
})

async function* partsOf(sql: Queries, id: number) {
  for (let part = 0; ; part += 1) {
    const [row] = await sql<{ bytes: Buffer }[]>`
      select bytes from background_job_part where work_id = ${id} and part = ${part}`
    if (!row) return
    yield row.bytes
  }
}

const fileOf = ({ state, file_name: name, file_bytes: bytes }: Row) =>
  name !== null && state === 'done' && bytes > 0 ? { name, bytes } : null

const workOf = (row: Row) => ({
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

const CSV: CsvColumns<Row> = {
  kind: ({ kind }) => kind,
  staff: ({ staff_name }) => staff_name,
  channel: ({ channel_id }) => channel_id,
  state: ({ state }) => state,
  done: ({ done }) => done,
  total: ({ total }) => total,
  problem: ({ problem }) => problem,
  made_at: ({ made_at }) => made_at.toISOString(),
  ended_at: ({ ended_at }) => ended_at?.toISOString() ?? null,
}
