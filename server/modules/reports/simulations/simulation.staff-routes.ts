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
  type SimulationRow,
  simulationList,
} from '#server/modules/reports/simulations/simulation.sql.ts'

/** Simulations of a season, run by a separate process, and their reports. */
export function simulationRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, simulations, listSimulations)

  serveStaff(app, backoffice, simulation, showSimulation)

  serveStaff(app, backoffice, startSimulation, handleStartSimulation(backoffice))
}

const handleStartSimulation =
  (backoffice: Backoffice) =>
  async ({ channel, ...asked }: ParsedInput<typeof startSimulation>, caller: SignedIn) => {
    const { sql, now, colleague, within, audit } = caller
    const found = await findTimeZone(sql, channel)
    if (!found || !within(channel)) return refuseStaff('not-found')
    // A day in the past would simulate vouchers that have expired, and nobody would order.
    if (asked.first_day < dayAt(now.getTime(), found.zone)) {
      return refuseStaff('invalid-input', { message: 'This day has passed.', field: 'first_day' })
    }
    // A simulation uses as much of a machine as a shop, so only one runs at a time.
    await lockSimulations(sql)
    if (await isSimulationRunning(sql)) return refuseStaff('simulation-under-way')
    const job = await startJob(
      backoffice.shop,
      { sql, now, colleague },
      { kind: 'simulation', asked, channel },
    )
    const created = await insertSimulation(sql, {
      id: job.id,
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
    return { id, work: job.id }
  }

async function showSimulation(
  { id, as }: ParsedInput<typeof simulation>,
  { sql, channels, colleague }: SignedIn,
) {
  const row = await findSimulation(sql, simulationList({ ids: [id] }, channels))
  if (!row) return refuseStaff('not-found')
  const report = row.report === null ? null : SimulationReport.parse(row.report)
  const gifts = report?.gifts ?? []
  const table = { file: `simulation-${id}`, columns: GIFT_COLUMNS, parts: () => [gifts] }
  return serveTable(as, colleague.language, table, () => ({
    ...simulationAnswer(row),
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
    list: simulationList(query, channels),
    columns: COLUMNS,
    row: simulationAnswer,
  })
}

function simulationAnswer(row: SimulationRow) {
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

const COLUMNS: ListFile<'simulations', SimulationRow> = {
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

const GIFT_COLUMNS: CsvColumns<SimulationReport['gifts'][number]> = {
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
