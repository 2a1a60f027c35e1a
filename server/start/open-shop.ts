import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { missingAccounts } from '#server/app/services/missing-service-accounts.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { type Config, refuseLiveMode } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { excessRights, currentRole } from '#server/platform/db/serving-role.ts'
import { findDueHistory } from '#tools/demo-history/demo-history.ts'
import type { Steps } from '#server/platform/log/event-lines.ts'
import { createLogger } from '#server/platform/log/logger.ts'
import { employerRoleProblem } from '#server/modules/employers/employer-statistics-view.ts'
import { NOT_INITIALIZED } from '#server/http/shop-initialized.ts'
import { requireBackofficeBuild, loadBackoffice } from '#server/http/backoffice-files.ts'
import { loadStorefront } from '#server/http/storefront-files.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { type RunningShop, startShop } from '#server/app/start-shop.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { demoStaffText, hasDemoAccounts } from '#server/modules/staff/accounts/create-demo-staff.ts'
import {
  checkSecretKeys,
  warnAboutUnreadableCodes,
  warnAboutMissingSecrets,
} from '#server/modules/vouchers/check-secret-keys.ts'
import { applyDefaultTexts } from '#server/modules/content/texts/default-texts.ts'
import { loadDemoWorld } from '#server/start/load-demo-world.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'

/** After this time, the remaining data loads on demand instead of delaying the first requests. */
const WARM_UP_MS = 500

type Opening = {
  config: Config
  sql: Sql
  /** Without a pool, for work that needs its own session. */
  direct: Sql
  asOwner: OpenDatabase['asOwner']
  say: (line: string) => void
  steps: Steps
  /** Aborted if a stop was requested. */
  stopSignal: AbortSignal
  /** Called before the shop listens, so that a later signal stops everything. */
  onRunning: (running: RunningShop) => void
  /** Called once the shop answers. Jobs and the back office are loaded after that. */
  onListening: () => void
}

/** Prepares the database and starts the shop on it. */
export async function openShop(opening: Opening) {
  const { config, sql, direct, asOwner, say, steps, stopSignal, onRunning, onListening } = opening
  const isInitialized = await prepareDatabase(opening)
  steps.end()
  const storefront = await loadStorefront(path.join(projectRoot, 'dist/storefront'))
  const backofficeFolder = path.join(projectRoot, 'dist/backoffice')
  requireBackofficeBuild(backofficeFolder)
  const backoffice = () => loadBackoffice(backofficeFolder)
  if (stopSignal.aborted) return
  const log = createLogger(config)
  const history = await findDueHistory({ config, sql, direct, asOwner, log, stopSignal })
  const running = await startShop({
    config,
    sql,
    direct,
    log,
    storefront,
    backoffice,
    writesWaitFor: history?.finished,
  })
  let loading: Promise<void> | undefined
  onRunning({
    ...running,
    async stop(how) {
      // The history uses the database, which is closed after this.
      await loading?.catch(() => {})
      await running.stop(how)
    },
  })
  if (stopSignal.aborted) return running.stop()
  await listen(running, config)
  onListening()
  say(`Shop: ${publicUrl(config)}`)
  await printDemoVouchers(sql, say)
  if (await hasDemoAccounts(sql)) say(demoStaffText(publicUrl(config)))
  if (!isInitialized) say(NOT_INITIALIZED)
  if (history) {
    say('Loading 14 months of demo history. Orders and changes by staff wait until it is loaded.')
    loading = history.load()
    await loading
    if (!stopSignal.aborted) say('Demo history loaded.')
  } else await pause(WARM_UP_MS, undefined, { signal: stopSignal }).catch(() => {})
  if (stopSignal.aborted) return
  await running.startBackgroundWork()
  // If this fails, the browser renders the login page, and the log contains the cause.
  await storefront.prepare().catch(() => {})
}

/** Returns whether the shop contains any data. */
async function prepareDatabase({ config, sql: pool, direct: sql, asOwner, say, steps }: Opening) {
  await asOwner((owner) => prepareTables(owner, (line) => steps.begin(line), sql))
  const roleProblem = await employerRoleProblem(sql)
  if (roleProblem) say(roleProblem)
  if (config.GIFTPOINT_LIVE) {
    const problems = [
      ...(await roleProblems(pool, config)),
      ...(await missingAccounts(sql, config)),
      ...((await hasDemoVouchers(sql)) ? ['demo vouchers are in the database'] : []),
      ...((await hasDemoAccounts(sql))
        ? ['staff accounts of the demo world are in the database']
        : []),
    ]
    if (problems.length > 0) refuseLiveMode(problems)
  }
  const isInitialized = await loadDemoWorld(config, sql, steps)
  // An empty database must stay empty for a restore.
  if (!isInitialized) return false
  const updated = await applyDefaultTexts(sql)
  if (updated > 0) say(`Default texts updated: ${updated}`)
  const keys = voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER)
  await sql.begin((sql) => checkSecretKeys(sql, keys))
  for (const missing of [
    await warnAboutMissingSecrets(sql, keys),
    await warnAboutUnreadableCodes(sql, keys),
  ])
    if (missing !== undefined) say(missing)
  return true
}

async function roleProblems(sql: Sql, config: Config): Promise<string[]> {
  if (config.DATABASE_SERVES_AS_OWNER === 'allowed') return []
  const excess = await excessRights(sql)
  if (excess.length === 0) return []
  return [
    `the database role ${await currentRole(sql)} ${excess.join(' and ')} (put a role without these rights into DATABASE_URL and the owner into DATABASE_OWNER_URL, as docs/deploy.md describes, or set DATABASE_SERVES_AS_OWNER=allowed)`,
  ]
}

async function listen({ app }: RunningShop, config: Config) {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartupProblem(
        `Port ${config.PORT} is in use. Stop the other program, or choose another port: PORT=3001 npm start.`,
      )
    }
    if (code === 'EACCES') {
      throw new StartupProblem(
        `This user may not open port ${config.PORT}. Set PORT to a number above 1023.`,
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

async function printDemoVouchers(sql: Sql, say: Opening['say']) {
  if (!(await hasDemoVouchers(sql))) return
  say(
    [
      '  Demo vouchers: giftshop1 (20 points), giftshop2 (3 points, can pay extra by card),',
      '  giftshop3 (Noordzee Logistiek), giftshop4 (Alpenwerk),',
      '  giftshop5 to giftshop9 (expired, blocked, used up, not yet valid, without points)',
    ].join('\n'),
  )
}

/** Uses `exists`, because a count would read every voucher. */
async function hasDemoVouchers(sql: Sql) {
  const [row] = await sql<{ demo: boolean }[]>`
    select exists (select from voucher where is_demo) as demo`
  return row?.demo === true
}
