import type { FastifyInstance } from 'fastify'

import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { startSimulation, simulation, simulations } from '#contract/reports/simulations.staff.ts'
import { SimulationReport, wentWell } from '#contract/reports/simulation-report.ts'
import type { WORK_STATES } from '#contract/tasks/background-jobs.staff.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { CsvColumns } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { serveList, serveTable } from '#server/lists/serve-list.ts'
import { startJob } from '#server/modules/staff/background-jobs/background-job.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'

type Asked = { holders: number; points: number; first_day: string; days: number; seed: number }
type Row = {
  id: number
  channel_id: string
  channel_name: string
  staff_id: number
  staff_name: string
  asked: Asked
  state: (typeof WORK_STATES)[number]
  work_id: number | null
  made_at: Date
  played_at: Date | null
  report: SimulationReport | null
  problem: string
}

/** Simulations of future seasons: started here, run by a process beside the shop, with a report. */
export function simulationRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, simulations, listSimulations)

  serveStaff(app, backoffice, simulation, showSimulation)

  serveStaff(app, backoffice, startSimulation, async ({ channel, ...asked }, asker) => {
    const { sql, now, colleague, within, audit } = asker
    const [known] = await sql<{ zone: string }[]>`
      select time_zone as zone from channel where id = ${channel}`
    if (!known || !within(channel)) return refuseStaff('not-found')
    // Vouchers expired by now would be expired in the simulation: there would be no orders.
    if (asked.first_day < dayAt(now.getTime(), known.zone)) {
      return refuseStaff('invalid-input', { message: 'This day has passed.', field: 'first_day' })
    }
    // A simulation uses as much of a machine as a shop, so only one runs at a time.
    await sql`select pg_advisory_xact_lock(hashtext('simulation'))`
    const [other] = await sql`
      select from background_job where kind = 'simulation' and state in ('waiting', 'working') limit 1`
    if (other) return refuseStaff('simulation-under-way')
    const work = await startJob(
      backoffice.shop,
      { sql, now, colleague },
      { kind: 'simulation', asked, channel },
    )
    const [made] = await sql<{ id: number }[]>`
      insert into simulation (work_id, channel_id, staff_id, asked, made_at)
      values (${Number(work.id)}, ${channel}, ${colleague.id}, ${sql.json(asked)}, ${now}) returning id`
    if (!made) throw new Error('the simulation was not kept')
    const id = String(made.id)
    audit({
      action: 'simulation.begun',
      subjectKind: 'simulation',
      subjectId: id,
      channelId: channel,
      after: asked,
    })
    return { id, work: work.id }
  })
}

async function showSimulation(
  { id, as }: ParsedInput<typeof simulation>,
  { sql, channels, colleague }: SignedIn,
) {
  const { select, from } = listOf({ ids: [id] }, channels)
  const [row] = await sql<Row[]>`select ${select(sql)} from ${from(sql)}`
  if (!row) return refuseStaff('not-found')
  const report = row.report === null ? null : SimulationReport.parse(row.report)
  const gifts = batched(report?.gifts ?? [])
  const table = { file: `simulation-${id}`, columns: GIFTS, parts: () => gifts }
  return serveTable(as, colleague.language, table, () => ({
    ...answerOf(row),
    channel_name: row.channel_name,
    problem: row.problem,
    report,
  }))
}

async function listSimulations(asked: ParsedInput<typeof simulations>, asker: SignedIn) {
  const { channels, within } = asker
  if (asked.channel !== undefined && !within(asked.channel)) return refuseStaff('not-found')
  return serveList(asker, asked, {
    file: 'simulations',
    list: listOf(asked, channels),
    columns: CSV,
    row: answerOf,
  })
}

async function* batched<Item>(items: Item[]): AsyncGenerator<Item[]> {
  yield items
}

type Found = {
  channel?: string | undefined
  search?: string | undefined
  ids?: string[] | undefined
}

const listOf = (
  { channel, search, ids }: Found,
  channels: readonly string[] | null,
): ListQuery<'made_at'> => ({
  select: (sql) => sql`
    simulation.*, channel.name as channel_name, staff.name as staff_name,
    case when report is not null then 'done' else coalesce(background_job.state, 'failed') end as state`,
  from: (sql) => sql`
    simulation join channel on channel.id = simulation.channel_id join staff on staff.id = simulation.staff_id
      left join background_job on background_job.id = work_id
    where true
      ${channels === null ? sql`` : sql`and simulation.channel_id = any(${channels as string[]}::text[])`}
      ${channel === undefined ? sql`` : sql`and simulation.channel_id = ${channel}`}
      ${search === undefined ? sql`` : sql`and strpos(lower(channel.name || ' ' || simulation.channel_id || ' ' || staff.name), ${search.toLowerCase()}) > 0`}
      ${among(sql, ids)}`,
  id: (sql) => sql`simulation.id`,
  sorts: { made_at: { by: (sql) => sql`simulation.id`, type: 'bigint' } },
  usual: '-made_at',
})

const among = (sql: Queries, ids: string[] | undefined) =>
  ids === undefined ? sql`` : sql`and simulation.id = any(${ids.map(Number)}::bigint[])`

function answerOf(row: Row) {
  const { report } = row
  return {
    id: String(row.id),
    channel: row.channel_id,
    staff: { id: String(row.staff_id), name: row.staff_name },
    asked: row.asked,
    state: row.state,
    work: row.work_id === null ? null : String(row.work_id),
    made_at: row.made_at.toISOString(),
    played_at: row.played_at?.toISOString() ?? null,
    went_well: report && wentWell(report),
    ordered: report && report.holders.ordered,
    sold_out: report && report.gifts.filter((gift) => gift.sold_out_on !== null).length,
  }
}

const CSV: CsvColumns<Row> = {
  channel: ({ channel_id }) => channel_id,
  first_day: ({ asked }) => asked.first_day,
  days: ({ asked }) => asked.days,
  holders: ({ asked }) => asked.holders,
  points: ({ asked }) => asked.points,
  state: ({ state }) => state,
  staff: ({ staff_name }) => staff_name,
  made_at: ({ made_at }) => made_at.toISOString(),
}

const GIFTS: CsvColumns<SimulationReport['gifts'][number]> = {
  sku: ({ sku }) => sku,
  name: ({ name }) => name,
  variant: ({ variant }) => variant,
  delivery: ({ delivery }) => delivery,
  points: ({ points }) => points,
  stock: ({ stock }) => stock,
  sold: ({ sold }) => sold,
  left: ({ left }) => left,
  sold_out_on: ({ sold_out_on }) => sold_out_on,
  missed: ({ missed }) => missed,
}
