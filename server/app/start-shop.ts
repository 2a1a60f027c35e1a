import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { buildApp } from '#server/app/app.ts'
import type { Config } from '#server/platform/config/config.ts'
import { storeActingStaff } from '#server/platform/db/impersonation-context.ts'
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
  startBackgroundWork(): Promise<void>
  /**
   * Reports not ready and keeps answering for `graceMs`, closing each connection after its response, so that load
   * balancers have time to notice. Then waits for running work and stops everything that it started. The caller
   * closes the database connection.
   */
  stop(options?: { graceMs?: number }): Promise<void>
}

type Options = {
  config: Config
  sql: Sql
  /** The database itself, if `sql` leads to a pooler: change events are received there. */
  direct?: Sql
  log: Logger
  ports?: Partial<Ports>
  storefront?: StorefrontFiles | null
  backoffice?: Shop['backoffice']
  /** Requests that cause mails, jobs or payments wait for this; see `pauseWrites`. */
  writesWaitFor?: Promise<boolean> | undefined
  /** For tests, which run jobs, polls and clean-ups themselves. */
  withoutTimers?: boolean
}

/** While the shop closes, a new connection has this long to send its first request. */
const UNUSED_CONNECTION_MS = 500

export async function startShop({
  config,
  sql,
  direct = sql,
  log,
  ports: portOverrides = {},
  storefront = null,
  backoffice = null,
  writesWaitFor,
  withoutTimers = false,
}: Options): Promise<RunningShop> {
  storeActingStaff(sql)
  const changeEvents = await followChangeEvents(sql, log, direct)
  const { shop, modelPool, receiveWebhooks } = assembleShop({
    config,
    sql,
    log,
    portOverrides,
    storefront,
    backoffice,
    changeEvents,
  })
  let draining = false
  const { app, loadStaffRoutes } = buildApp(shop, { draining: () => draining, writesWaitFor })
  receiveWebhooks(app)
  await app.ready()
  const unused = unusedConnections(app.server)
  // Jobs and polls are a third of all code. No request needs them, so they are loaded after the start.
  const importJobs = () => import('#server/app/scheduled-jobs.ts')
  if (withoutTimers) {
    const { handleJobs } = await importJobs()
    handleJobs(shop)
    await loadStaffRoutes()
  }

  let starting: Promise<void> | undefined
  async function startBackgroundWork() {
    const { startJobs } = await importJobs()
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
    await starting?.catch(() => {})
    await shop.jobs.stop()
    await changeEvents.stop()
    await Promise.all([modelPool.end({ timeout: 1 }), shop.healthProbe.stop()])
    closePorts(shop.ports)
  }
  let stopped: Promise<void> | undefined
  return {
    shop,
    app,
    startBackgroundWork: () => (starting ??= startBackgroundWork()),
    stop: (options) => (stopped ??= stop(options)),
  }
}

function closePorts({ mailer, webhooks }: Ports) {
  if ('close' in mailer && typeof mailer.close === 'function') mailer.close()
  webhooks.close?.()
}

async function closeServer(app: FastifyInstance, unused: ReturnType<typeof unusedConnections>) {
  // A connection that was busy when the closing began may become idle later, and the server would wait for it.
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20)
  const destroyUnused = setTimeout(() => unused.end(), UNUSED_CONNECTION_MS)
  await app.close().finally(() => {
    clearInterval(closeIdle)
    clearTimeout(destroyUnused)
  })
}
