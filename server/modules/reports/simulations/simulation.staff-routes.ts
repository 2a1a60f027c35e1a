import type { FastifyInstance } from 'fastify'

import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { startSimulation, simulation, simulations } from '#contract/reports/simulations.staff.ts'
import { SimulationReport, wentWell } from '#contract/reports/simulation-report.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import type { CsvColumns } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { type ListFile, notInFile, serveList, serveTable } from '#server/lists/serve-list.ts'
import { startJob } from '#server/modules/tasks/background-jobs/background-job.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  findTimeZone,
  lockSimulations,
  isSimulationRunning,
  insertSimulation,
  findSimulation,
  type Row,
  listOf,
} from '#server/modules/reports/simulations/simulation.sql.ts'

/** Simulations of future seasons: started here, run by a process beside the shop, with a report. */
export function simulationRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, simulations, listSimulations)

  serveStaff(app, backoffice, simulation, showSimulation)

  serveStaff(app, backoffice, startSimulation, handleStartSimulation(backoffice))
}

const handleStartSimulation =
  (backoffice: Backoffice) =>
  async ({ channel, ...asked }: ParsedInput<typeof startSimulation>, caller: SignedIn) => {
    const { sql, now, colleague, within, audit } = caller
    const known = await findTimeZone(sql, channel)
    if (!known || !within(channel)) return refuseStaff('not-found')
    // Vouchers expired by now would be expired in the simulation: there would be no orders.
    if (asked.first_day < dayAt(now.getTime(), known.zone)) {
      return refuseStaff('invalid-input', { message: 'This day has passed.', field: 'first_day' })
    }
    // A simulation uses as much of a machine as a shop, so only one runs at a time.
    await lockSimulations(sql)
    const other = await isSimulationRunning(sql)
    if (other) return refuseStaff('simulation-under-way')
    const work = await startJob(
      backoffice.shop,
      { sql, now, colleague },
      { kind: 'simulation', asked, channel },
    )
    const created = await insertSimulation(sql, {
      id: work.id,
      channel,
      staffId: colleague.id,
      asked,
      now,
    })
    if (!created) throw new Error('insert of the simulation returned no row')
    const id = String(created.id)
    audit({
      action: 'simulation.started',
      subjectKind: 'simulation',
      subjectId: id,
      channelId: channel,
      after: asked,
    })
    return { id, work: work.id }
  }

async function showSimulation(
  { id, as }: ParsedInput<typeof simulation>,
  { sql, channels, colleague }: SignedIn,
) {
  const row = await findSimulation(sql, listOf({ ids: [id] }, channels))
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

async function listSimulations(query: ParsedInput<typeof simulations>, caller: SignedIn) {
  const { channels, within } = caller
  if (query.channel !== undefined && !within(query.channel)) return refuseStaff('not-found')
  return serveList(caller, query, {
    file: 'simulations',
    list: listOf(query, channels),
    columns: CSV,
    row: answerOf,
  })
}

async function* batched<Item>(items: Item[]): AsyncGenerator<Item[]> {
  yield items
}

function answerOf(row: Row) {
  const { report } = row
  return {
    id: String(row.id),
    channel: row.channel_id,
    staff: { id: String(row.staff_id), name: row.staff_name },
    asked: row.asked,
    state: row.state,
    work: row.job_id === null ? null : String(row.job_id),
    made_at: row.made_at.toISOString(),
    played_at: row.played_at?.toISOString() ?? null,
    went_well: report && wentWell(report),
    ordered: report && report.holders.ordered,
    sold_out: report && report.gifts.filter((gift) => gift.sold_out_on !== null).length,
  }
}

const CSV: ListFile<'simulations', Row> = {
  channel: ({ channel_id }) => channel_id,
  first_day: ({ asked }) => asked.first_day,
  days: ({ asked }) => asked.days,
  holders: ({ asked }) => asked.holders,
  points: ({ asked }) => asked.points,
  state: ({ state }) => state,
  staff: ({ staff_name }) => staff_name,
  made_at: ({ made_at }) => made_at.toISOString(),
  ...notInFile('id', 'asked', 'work', 'played_at', 'went_well', 'ordered', 'sold_out'),
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
