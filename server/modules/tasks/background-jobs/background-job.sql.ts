import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import type { JobKindName, JOB_STATES } from '#contract/tasks/background-jobs.staff.ts'

export type BackgroundJobRow = {
  id: number
  kind: JobKindName
  staff_id: number
  staff_name: string
  channel_id: string | null
  state: (typeof JOB_STATES)[number]
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

export async function findBackgroundJob(
  sql: Queries,
  id: string,
  colleague: Colleague,
): Promise<BackgroundJobRow | undefined> {
  const { select, from } = backgroundJobList({ ids: [id] }, colleague)
  const [row] = await sql<BackgroundJobRow[]>`select ${select(sql)} from ${from(sql)}`
  return row
}

type JobListQuery = AskedFilters<'backgroundJobs'> & {
  search?: string | undefined
  ids?: string[] | undefined
}

export const backgroundJobList = (
  { search, ids, ...filters }: JobListQuery,
  { id, role, channels }: Colleague,
): ListQuery<'made_at'> => ({
  select: (sql) => sql`background_job.*, staff.name as staff_name`,
  from: (sql) => sql`
    background_job join staff on staff.id = background_job.staff_id where true
      ${role === 'owner' ? sql`` : sql`and background_job.staff_id = ${id} and background_job.channels <@ ${channels}::text[]`}
      ${search === undefined ? sql`` : sql`and strpos(lower(staff.name), ${search.toLowerCase()}) > 0`}
      ${filterConditions<'backgroundJobs'>(sql, filters, {
        state: (state) => sql`state = any(${state})`,
        kind: (kind) => sql`kind = ${kind}`,
      })}
      ${ids === undefined ? sql`` : sql`and background_job.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`background_job.id`,
  sorts: { made_at: { by: (sql) => sql`background_job.id`, type: 'bigint' } },
  defaultSort: defaultSorts.backgroundJobs,
})

export async function* readFileParts(sql: Queries, id: number) {
  for (let part = 0; ; part += 1) {
    const [row] = await sql<{ bytes: Buffer }[]>`
      select bytes from background_job_part where job_id = ${id} and part = ${part}`
    if (!row) return
    yield row.bytes
  }
}
