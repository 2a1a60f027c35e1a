import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

import type { Sql } from '#server/platform/db/database.ts'
import { simulationDatabase } from '#tools/simulation/simulation-database.ts'
import { simulate } from '#tools/simulation/simulate.ts'

const HEARTBEAT_MS = 2000
/** The process that started this one may not have committed the row yet. */
const FIND_TIMEOUT_MS = 10_000

type Row = {
  channel_id: string
  asked: { holders: number; points: number; first_day: string; days: number; seed: number }
}

/**
 * Runs a simulation requested in the back office, as long as it is wanted: if it is cancelled, taken over by another
 * process or abandoned by its starter, it ends and leaves nothing.
 */
export async function runStaffSimulation(
  sql: Sql,
  { runner, ruleCChannel, abort }: { runner: string; ruleCChannel: string; abort: AbortSignal },
): Promise<number> {
  // Other processes on this machine come first.
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const row = await findSimulation(sql, runner)
  if (!row) return 1
  const watcher = watchForEnd(sql, runner)
  const copy = await simulationDatabase(abort)
  try {
    const { channel_id: channel, asked } = row
    const { first_day: firstDay, ...plan } = asked
    const playing = simulate({
      from: sql,
      copy,
      channel,
      ruleCChannel,
      asked: { ...plan, firstDay },
      async onProgress(done, total) {
        abort.throwIfAborted()
        await sql`update simulation set done = ${done}, total = ${total} where runner = ${runner}`
      },
    })
    const report = await Promise.race([playing, watcher.ended])
    if (report === undefined) return 1
    await sql`
      update simulation set report = ${sql.json(report)}, played_at = now(), problem = ''
      where runner = ${runner} and report is null`
    return 0
  } catch (error) {
    const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    // Without a heartbeat it is started again or reported as failed.
    await sql`
      update simulation set problem = ${problem}, runner = null, heartbeat_at = null where runner = ${runner}`
    throw error
  } finally {
    watcher.stop()
    await copy.close()
  }
}

async function findSimulation(sql: Sql, runner: string): Promise<Row | undefined> {
  for (const until = Date.now() + FIND_TIMEOUT_MS; Date.now() < until; await pause(250)) {
    const [row] = await sql<Row[]>`
      select channel_id, asked from simulation where runner = ${runner} and report is null`
    if (row) return row
  }
  return undefined
}

/** A heartbeat every two seconds. It also checks whether the simulation was cancelled. */
function watchForEnd(sql: Sql, runner: string) {
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<undefined>((done) => {
    const end = () => done(undefined)
    process.once('disconnect', end)
    // A listener on the channel would keep the process running.
    process.channel?.unref()
    timer = setInterval(() => {
      sql`
        update simulation set heartbeat_at = now()
        where runner = ${runner} and exists (
          select from background_job where id = job_id and state in ('waiting', 'working'))`.then(
        (row) => row.count === 0 && end(),
        // A short outage of the database is ignored. During a long one the missing heartbeat ends the simulation.
        () => {},
      )
    }, HEARTBEAT_MS)
  })
  return { ended, stop: () => clearInterval(timer) }
}
