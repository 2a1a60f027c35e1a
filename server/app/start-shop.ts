import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { buildApp } from '#server/app/app.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sayWhoActs } from '#server/platform/db/impersonation-context.ts'
import { type Sql } from '#server/platform/db/database.ts'
import { followChangeEvents } from '#server/platform/db/change-events.ts'
import type { StorefrontFiles } from '#server/http/storefront-files.ts'
import type { Ports } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { unusedConnections } from '#server/http/unused-connections.ts'

import { assembleShop } from '#server/app/assemble-shop.ts'

export type RunningShop = {
  shop: Shop
  app: FastifyInstance
  /** Starts jobs and polls, and loads the routes of the staff. Called once the shop listens. */
  begin(): Promise<void>
  /**
   * Reports not ready and keeps answering for `graceMs`, closing each connection after its response, so that load
   * balancers have time to notice. Then waits for running work and stops everything that it started. The caller
   * closes the database connection.
   */
  stop(how?: { graceMs?: number }): Promise<void>
}

type Options = {
  config: Config
  sql: Sql
  /** Where `sql` is a pool, the database itself: change events are received there. */
  direct?: Sql
  log: Logger
  ports?: Partial<Ports>
  storefront?: StorefrontFiles | null
  backoffice?: Shop['backoffice']
  /** Requests that cause mails, jobs or payments wait for this; see `holdChanges`. */
  writesWaitFor?: Promise<boolean> | undefined
  /** Tests trigger jobs, polls and clean-ups themselves: none of them runs automatically. */
  byHand?: boolean
}

/** While the shop closes, a new connection has this long to send its first request. */
const UNUSED_MS = 500

export async function startShop({
  config,
  sql,
  direct = sql,
  log,
  ports: given = {},
  storefront = null,
  backoffice = null,
  writesWaitFor,
  byHand = false,
}: Options): Promise<RunningShop> {
  sayWhoActs(sql)
  const changeEvents = await followChangeEvents(sql, log, direct)
  const { shop, modelPool, receiveWebhooks } = assembleShop({
    config,
    sql,
    log,
    given,
    storefront,
    backoffice,
    changeEvents,
  })
  const { jobs, ports } = shop
  let draining = false
  const { app, loadStaffRoutes } = buildApp(shop, { draining: () => draining, writesWaitFor })
  receiveWebhooks(app)
  await app.ready()
  const unused = unusedConnections(app.server)
  // Jobs and polls are a third of all code. No request needs them, so they are loaded after the start.
  const loadWork = () => import('#server/app/scheduled-jobs.ts')
  if (byHand) {
    const { handleJobs } = await loadWork()
    handleJobs(shop)
    await loadStaffRoutes()
  }

  let beginning: Promise<void> | undefined
  async function begin() {
    const { startJobs } = await loadWork()
    if (draining) return
    await startJobs(shop)
    // The first staff request tries again, and is answered with the error.
    await loadStaffRoutes().catch((error: unknown) =>
      log.error({ err: error }, 'staff routes failed to load'),
    )
  }

  async function stop({ graceMs = 0 } = {}) {
    draining = true
    if (graceMs > 0) await pause(graceMs)
    await closeServer(app, unused)
    await beginning?.catch(() => {})
    await jobs.stop()
    await changeEvents.stop()
    await Promise.all([modelPool.end({ timeout: 1 }), shop.pulse.stop()])
    if ('close' in ports.mailer && typeof ports.mailer.close === 'function') ports.mailer.close()
    ports.webhooks.close?.()
  }
  let stopped: Promise<void> | undefined
  return { shop, app, begin: () => (beginning ??= begin()), stop: (how) => (stopped ??= stop(how)) }
}

async function closeServer(app: FastifyInstance, unused: ReturnType<typeof unusedConnections>) {
  // A connection that was busy when the closing began may become idle later, and the server would wait for it.
  const idle = setInterval(() => app.server.closeIdleConnections(), 20)
  const late = setTimeout(() => unused.end(), UNUSED_MS)
  await app.close().finally(() => {
    clearInterval(idle)
    clearTimeout(late)
  })
}
