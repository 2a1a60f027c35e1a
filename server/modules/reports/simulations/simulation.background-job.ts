import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { SimulationReport, wentWell } from '#contract/reports/simulation-report.ts'
import { GIVEN_UP, type JobKind } from '#server/modules/tasks/background-jobs/background-job.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Config } from '#server/platform/config/config.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const POLL_INTERVAL_MS = 800
/** A running simulation reports every two seconds. After this time without a report it is dead. */
const SILENT_SECONDS = 45
/** A dead simulation is restarted from the beginning, because its database copy is lost, at most this often. */
const MAX_RUNS = 3

type Row = {
  id: number
  runs: number
  done: number
  total: number | null
  silent: boolean
  report: unknown
}

/**
 * A simulation runs in its own process with its own database. A chunk of this job checks its progress. Any process of
 * the shop may check; if no simulation is running, that process starts one.
 */
export const simulationJob: JobKind = {
  needs: 'channel.simulate',
  async chunk(shop, sql, job) {
    // Limits polling: progress stays current at little cost.
    if (job.place !== null) await pause(POLL_INTERVAL_MS)
    const [row] = await sql<Row[]>`
      select id, runs, done, total, report,
        coalesce(heartbeat_at < now() - make_interval(secs => ${SILENT_SECONDS}), true) as silent
      from simulation where job_id = ${job.id}`
    if (!row) return { failed: 'not-found' }
    const { done, total } = row
    if (row.report !== null) {
      const report = SimulationReport.parse(row.report)
      const result = { went_well: wentWell(report), ordered: report.holders.ordered }
      return { place: null, done, total, result }
    }
    if (!row.silent) return { place: { looks: pollsOf(job.place) + 1 }, done, total, result: {} }
    if (row.runs >= MAX_RUNS) return { failed: GIVEN_UP }
    const runner = randomUUID()
    await sql`
      update simulation set runner = ${runner}, runs = runs + 1, done = 0, heartbeat_at = now() where id = ${row.id}`
    startRunner(shop, runner)
    return { place: { looks: pollsOf(job.place) + 1 }, done: 0, total, result: {} }
  },

  async again(sql, { id }) {
    await sql`update simulation set runs = 0, heartbeat_at = null where job_id = ${id}`
  },
}

const pollsOf = (place: Record<string, unknown> | null) => Number(place?.['looks'] ?? 0)

/**
 * The simulation command ends with this process. If the row just written is rolled back, it finds that it was not
 * started and ends.
 */
function startRunner({ config, log }: Pick<Shop, 'config' | 'log'>, runner: string) {
  const child = fork(
    path.join(projectRoot, 'dist/shop.mjs'),
    ['simulate', '--for-backoffice', runner],
    {
      cwd: projectRoot,
      env: { ...process.env, ...databaseOf(config) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  // The child must not keep this process from ending. If it dies, its missing progress is noticed.
  child.unref()
  child.channel?.unref()
  child.on('error', (error) => log.warn({ err: error }, 'simulation failed to start'))
}

function databaseOf({ DATABASE_URL, DATABASE_DIRECT_URL, dataFolder }: Config) {
  return {
    ...(DATABASE_URL ? { DATABASE_URL } : {}),
    ...(DATABASE_DIRECT_URL ? { DATABASE_DIRECT_URL } : {}),
    GIFTPOINT_DATA: dataFolder,
  }
}
