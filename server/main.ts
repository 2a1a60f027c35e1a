import { access, constants, mkdir } from 'node:fs/promises'

import { type Config, notFitForLive, readConfig, refuseUnfit } from '#server/config.ts'
import { openDatabase } from '#server/open-database.ts'
import type { RunningShop } from '#server/start-shop.ts'
import { StartupProblem } from '#server/startup-problem.ts'

// What is loaded later asks for it, React above all, which is several times slower without.
process.env['NODE_ENV'] ??= 'production'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** The whole of stopping has to fit into ten seconds. */
const STOP_MS = 9000

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function main() {
  const config = readConfig(process.env)
  if (config.GIFTPOINT_LIVE) refuseUnfit(notFitForLive(config))
  await prepareFolder(config)

  // The rest of the shop is loaded while PostgreSQL starts.
  const loading = import('#server/open-shop.ts')
  loading.catch(() => {})
  const database = await openDatabase(config, say)
  let running: RunningShop | undefined
  const stopping = stopOnSignal(async () => {
    await running?.stop()
    await database.close()
  })
  try {
    const { openShop } = await loading
    await openShop({
      config,
      sql: database.sql,
      say,
      stopping,
      onRunning: (shop) => (running = shop),
    })
  } catch (error) {
    await running?.stop().catch(() => {})
    await database.close().catch(() => {})
    throw error
  }
}

async function prepareFolder(config: Config) {
  try {
    await mkdir(config.dataFolder, { recursive: true })
    await access(config.dataFolder, constants.W_OK)
  } catch {
    throw new StartupProblem(
      `The folder ${config.dataFolder} cannot be written: make it writable, or name another with GIFTPOINT_DATA.`,
    )
  }
}

/** A first signal lets what is under way end; a second one, or nine seconds, does not wait any longer. */
function stopOnSignal(stop: () => Promise<void>): () => boolean {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    say('Stopping …')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return () => stopping
}
