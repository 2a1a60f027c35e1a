import { writeFile } from 'node:fs/promises'

import { wentWell } from '#contract/reports/simulation-report.ts'
import type { SimulationParameters } from '#domain/simulation/simulation-plan.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { simulationDatabase } from '#tools/simulation/simulation-database.ts'
import { reportText } from '#tools/simulation/report-texts.ts'
import { simulate } from '#tools/simulation/simulate.ts'

type Run = {
  sql: Sql
  channel: string
  /** Without a first day, the simulation starts today. */
  asked: Omit<SimulationParameters, 'firstDay'> & { firstDay: string | null }
  ruleCChannel: string
  kills: number
  json: string | null
  abort: AbortSignal
  out: (line: string) => void
  note: (line: string) => void
}

const PROGRESS_LINES = 20

/** Runs as a command and returns the exit code. */
export async function runSimulation({
  sql,
  channel,
  asked,
  ruleCChannel,
  kills,
  json,
  abort,
  out,
  note,
}: Run): Promise<number> {
  const copy = await simulationDatabase(abort)
  try {
    // An aborted simulation does not finish its season. Its work ends with the copy.
    const stopped = new Promise<never>((_, fail) => {
      abort.addEventListener('abort', () => fail(new StartupProblem('The simulation was stopped.')))
    })
    const playing = simulate({
      from: sql,
      copy,
      channel,
      ruleCChannel,
      kills,
      asked: { ...asked, firstDay: asked.firstDay ?? dayAt(Date.now(), DEFAULT_ZONE) },
      onProgress(done, total) {
        if (done % Math.ceil(total / PROGRESS_LINES) === 0)
          note(`${Math.floor((100 * done) / total)} % of the season has passed`)
      },
    })
    const report = await Promise.race([playing, stopped])
    if (json) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`)
    for (const line of reportText(report)) out(line)
    return wentWell(report) ? 0 : 1
  } finally {
    await copy.close()
  }
}
