import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { JOB_STATES } from '#contract/tasks/background-jobs.staff.ts'
import { SimulationReport } from '#contract/reports/simulation-report.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

type SimulationInput = {
  holders: number
  points: number
  first_day: string
  days: number
  seed: number
}

export type SimulationRow = {
  id: number
  channel_id: string
  channel_name: string
  staff_id: number
  staff_name: string
  asked: SimulationInput
  state: (typeof JOB_STATES)[number]
  job_id: number | null
  made_at: Date
  played_at: Date | null
  report: SimulationReport | null
  problem: string
}

type SimulationQuery = AskedFilters<'simulations'> & {
  search?: string | undefined
  ids?: string[] | undefined
}

export const simulationList = (
  { search, ids, ...filters }: SimulationQuery,
  channels: readonly string[] | null,
): ListQuery<'made_at'> => ({
  select: (sql) => sql`
    simulation.*, channel.name as channel_name, staff.name as staff_name,
    case when report is not null then 'done' else coalesce(background_job.state, 'failed') end as state`,
  from: (sql) => sql`
    simulation join channel on channel.id = simulation.channel_id join staff on staff.id = simulation.staff_id
      left join background_job on background_job.id = job_id
    where true
      ${channels === null ? sql`` : sql`and simulation.channel_id = any(${channels as string[]}::text[])`}
      ${filterConditions<'simulations'>(sql, filters, {
        channel: (channel) => sql`simulation.channel_id = ${channel}`,
      })}
      ${search === undefined ? sql`` : sql`and strpos(lower(channel.name || ' ' || simulation.channel_id || ' ' || staff.name), ${search.toLowerCase()}) > 0`}
      ${ids === undefined ? sql`` : sql`and simulation.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`simulation.id`,
  sorts: { made_at: { by: (sql) => sql`simulation.id`, type: 'bigint' } },
  defaultSort: defaultSorts.simulations,
})

export async function findTimeZone(sql: Queries, channel: string) {
  const [row] = await sql<{ zone: string }[]>`
    select time_zone as zone from channel where id = ${channel}`
  return row
}

export const lockSimulations = (sql: Queries) =>
  sql`select pg_advisory_xact_lock(hashtext('simulation'))`

export async function isSimulationRunning(sql: Queries) {
  const [row] = await sql`
    select from background_job where kind = 'simulation' and state in ('waiting', 'working') limit 1`
  return row !== undefined
}

export async function insertSimulation(
  sql: Queries,
  {
    id,
    channel,
    staffId,
    asked,
    now,
  }: {
    id: string
    channel: string
    staffId: number
    asked: SimulationInput
    now: Date
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into simulation (job_id, channel_id, staff_id, asked, made_at)
    values (${Number(id)}, ${channel}, ${staffId}, ${sql.json(asked)}, ${now}) returning id`
  return row
}

export async function findSimulation(
  sql: Queries,
  { select, from }: Pick<ListQuery<string>, 'select' | 'from'>,
) {
  const [row] = await sql<SimulationRow[]>`select ${select(sql)} from ${from(sql)}`
  return row
}
