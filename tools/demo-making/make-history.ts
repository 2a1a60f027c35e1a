import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { parse } from 'yaml'

import { applyDefaultTexts } from '#server/modules/content/texts/default-texts.ts'
import { loadDemoWorld } from '#server/start/load-demo-world.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { lastDaysOf, Plan } from '#tools/demo-making/history-plan.ts'
import { playHistory } from '#tools/demo-making/play-history.ts'
import { writeRows } from '#tools/demo-making/write-rows.ts'
import { simulationDatabase } from '#tools/simulation/simulation-database.ts'

// npm run demo-history: plays the history of the demo world and writes its rows.
// With a number of days and a folder it plays only the last days, and writes to that folder.
process.env['NODE_ENV'] ??= 'production'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [lastDays = '', trialFolder = ''] = process.argv.slice(2)
const historyFolder = path.join(projectRoot, 'demo/history')
const folder = trialFolder === '' ? historyFolder : path.resolve(trialFolder)
const completePlan = Plan.parse(
  parse(await readFile(path.join(historyFolder, 'plan.yaml'), 'utf8')),
)
const plan = lastDays === '' ? completePlan : lastDaysOf(completePlan, Number(lastDays))
const database = await simulationDatabase()
try {
  say('Loading the demo world …')
  // A custom world, because the demo world would load the history.
  const config = readConfig({ GIFTPOINT_DATA: database.folder, GIFTPOINT_WORLD: 'demo/world' })
  await loadDemoWorld(config, database.sql)
  await applyDefaultTexts(database.sql)
  // The demo vouchers are not part of the history, so none of them ends in it.
  await database.sql`update voucher set valid_until = 'infinity' where is_demo`
  const base = await currentTransaction()
  say('Playing the history …')
  await playHistory(database, plan, say)
  await writeRows({ database, plan, base, folder, say })
} finally {
  await database.close()
}

/** Rows of later transactions are the history. */
async function currentTransaction(): Promise<bigint> {
  const [row] = await database.sql<{ id: string }[]>`select pg_current_xact_id()::text as id`
  return BigInt(row?.id ?? 0)
}
