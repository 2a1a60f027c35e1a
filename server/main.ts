import { access, constants } from 'node:fs/promises'

import {
  type Config,
  graceMs,
  liveModeProblems,
  readConfig,
  refuseLiveMode,
} from '#server/platform/config/config.ts'
import { createStartupLog } from '#server/platform/log/event-lines.ts'
import { createFolder } from '#server/platform/storage/create-folder.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open-database.ts'
import type { RunningShop } from '#server/app/start-shop.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { SHUTDOWN_TIMEOUT_SECONDS, stopOnSignal } from '#server/platform/stop-signals.ts'

// Set before later imports, above all React, which is several times slower without it.
process.env['NODE_ENV'] ??= 'production'

const { say, complain, steps } = createStartupLog(process.env)

/** The time to finish running work when the shop ends because of an internal error. */
const FAILURE_TIMEOUT_MS = 9000

let isFailing = false
let opening: Promise<OpenDatabase> | undefined
let running: RunningShop | undefined
/** Set once the shop listens: before that there are no requests to wait for. */
let shutdownDelayMs = 0
let stopSeconds = SHUTDOWN_TIMEOUT_SECONDS
const stop = stopOnSignal({
  say,
  complain,
  async stop() {
    // The code that opens the database reports the error.
    const database = await opening?.catch(() => undefined)
    await running?.stop({ graceMs: shutdownDelayMs })
    await database?.close()
  },
  graceMs: () => shutdownDelayMs,
  stopMs: () => stopSeconds * 1000,
  release: async () => (await opening)?.release(),
})
process.on('uncaughtException', (error) => void fail(error))

await main().catch(fail)

async function main() {
  const config = readConfig(process.env)
  stopSeconds = config.SHUTDOWN_TIMEOUT_SECONDS
  if (config.GIFTPOINT_LIVE) refuseLiveMode(liveModeProblems(config))
  await prepareFolder(config)

  if (stop.aborted) return
  opening = openDatabase(config, (line) => steps.begin(line), stop)
  // The rest of the shop is loaded while PostgreSQL starts.
  const loading = import('#server/start/open-shop.ts')
  loading.catch(() => {})
  const { sql, direct, asOwner } = await opening
  const { openShop } = await loading
  await openShop({
    config,
    sql,
    direct,
    asOwner,
    say,
    steps,
    stopSignal: stop,
    onRunning: (shop) => (running = shop),
    onListening() {
      if (!stop.aborted) shutdownDelayMs = graceMs(config)
    },
  })
}

/** After a stop signal, an error during startup is not reported. */
async function fail(reason: unknown) {
  if (stop.aborted || isFailing) return
  isFailing = true
  setTimeout(() => process.exit(1), FAILURE_TIMEOUT_MS).unref()
  if (reason instanceof StartupProblem) complain(reason.message)
  else complain('The shop ended by a fault of its own.', { err: errorFields(reason) })
  await running?.stop().catch(() => {})
  await (await opening?.catch(() => undefined))?.close().catch(() => {})
  process.exit(1)
}

function errorFields(error: unknown) {
  return error instanceof Error
    ? { type: error.name, message: error.message, stack: error.stack }
    : { type: typeof error, message: String(error) }
}

async function prepareFolder(config: Config) {
  try {
    await createFolder(config.dataFolder)
    await access(config.dataFolder, constants.W_OK)
  } catch {
    throw new StartupProblem(
      `The folder ${config.dataFolder} is not writable. Make it writable, or set GIFTPOINT_DATA to another folder.`,
    )
  }
}
