import { access, constants, mkdir } from 'node:fs/promises'
import path from 'node:path'

import { notFitForLive, readConfig, type Config } from '#server/config.ts'
import { publicUrl } from '#server/choose-ports.ts'
import type { Sql } from '#server/db/database.ts'
import { prepareTables } from '#server/db/prepare-tables.ts'
import { importFolder } from '#server/folder/import-folder.ts'
import { makeLogger } from '#server/logger.ts'
import { type OpenDatabase, openDatabase } from '#server/open-database.ts'
import { loadStorefront } from '#server/pages/storefront-files.ts'
import { projectRoot } from '#server/project-root.ts'
import { type RunningShop, startShop } from '#server/start-shop.ts'
import { StartupProblem } from '#server/startup-problem.ts'
import { makeVoucher } from '#server/vouchers/make-voucher.ts'
import { voucherKeys } from '#server/account/voucher-keys.ts'

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

  const database = await openDatabase(config, say)
  let running: RunningShop | undefined
  const stopping = stopOnSignal(async () => {
    await running?.stop()
    await database.close()
  })
  try {
    await prepareDatabase(config, database.sql)
    if (stopping()) return
    const storefront = await loadStorefront(path.join(projectRoot, 'dist/storefront'))
    running = await startShop({
      config,
      sql: database.sql,
      log: makeLogger(config),
      storefront,
    })
    await listen(running, config)
  } catch (error) {
    await running?.stop().catch(() => {})
    await database.close().catch(() => {})
    throw error
  }
  say(`Giftpoint is open at ${publicUrl(config)}`)
  await sayDemoVouchers(database)
}

async function prepareDatabase(config: Config, sql: Sql) {
  await prepareTables(sql, say)
  if (config.GIFTPOINT_LIVE) {
    const [row] = await sql<
      { demo: number }[]
    >`select count(*)::integer as demo from voucher where is_demo`
    if (row?.demo) refuseUnfit([`${row.demo} demo vouchers are in the database`])
  }
  await loadDemoWorld(config, sql)
}

/** Only into a shop that holds nothing at all yet, and by whoever comes first. */
async function loadDemoWorld(config: Config, sql: Sql) {
  if (config.GIFTPOINT_DEMO === 'false' || config.GIFTPOINT_LIVE) return
  if (await holdsChannels(sql)) return
  const lock = await sql.reserve()
  try {
    await lock`select pg_advisory_lock(7134202)`
    if (await holdsChannels(sql)) return
    say('Loading the demo world …')
    const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
    const folder = path.resolve(projectRoot, config.GIFTPOINT_WORLD ?? 'demo/world')
    const result = await importFolder({
      sql,
      folder,
      makeVoucher: (sql, voucher) => makeVoucher(sql, keys, voucher),
    })
    const [problem] = result.problems
    if (problem) {
      throw new StartupProblem(
        `The demo world cannot be loaded: ${problem.file}${problem.row ? `:${problem.row}` : ''} ${problem.message}.`,
      )
    }
  } finally {
    await lock`select pg_advisory_unlock(7134202)`.catch(() => {})
    lock.release()
  }
}

async function holdsChannels(sql: Sql) {
  const [row] = await sql<{ there: boolean }[]>`select exists (select from channel) as there`
  return row?.there === true
}

async function listen({ app }: RunningShop, config: Config) {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartupProblem(
        `Port ${config.PORT} is in use: stop what listens there, or choose another with PORT=3001 npm start.`,
      )
    }
    if (code === 'EACCES') {
      throw new StartupProblem(
        `Port ${config.PORT} may not be opened by this user: choose one above 1023 with PORT.`,
      )
    }
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
      throw new StartupProblem(`HOST ${config.HOST} is not an address of this machine.`)
    }
    throw error
  }
  const address = app.server.address()
  if (typeof address === 'object' && address) config.PORT = address.port
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

function refuseUnfit(wrong: string[]) {
  if (wrong.length === 0) return
  throw new StartupProblem(`GIFTPOINT_LIVE is set, but ${wrong.join('; ')}.`)
}

async function sayDemoVouchers({ sql }: OpenDatabase) {
  const [row] = await sql<
    { demo: number }[]
  >`select count(*)::integer as demo from voucher where is_demo`
  if (!row?.demo) return
  say(
    'Vouchers to try: giftshop1 (20 points), giftshop2 (3 points and a card), giftshop3 (Noordzee Logistiek),',
  )
  say(
    '                 giftshop4 (Alpenwerk), giftshop5 to giftshop9 (expired, blocked, spent, not yet, empty)',
  )
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
