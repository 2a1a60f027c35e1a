import { setTimeout as pause } from 'node:timers/promises'

import { webhookPath } from '#server/modules/payments/webhook-address.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { holdersIn } from '#server/modules/sessions/holders.ts'
import { sessionTicketsIn } from '#server/modules/sessions/session-transfer-tokens.ts'
import { sessionsIn } from '#server/modules/sessions/sessions.ts'
import { sharedViews } from '#server/modules/sessions/cache-audiences.ts'
import { throttleIn } from '#server/modules/sessions/throttling/throttle.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { addressAllowance } from '#server/http/ip-rate-limit.ts'
import { buildApp } from '#server/app/app.ts'
import { readModelsIn } from '#server/modules/catalog/read-model/read-models.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sayWhoActs } from '#server/platform/db/impersonation-context.ts'
import { poolLike, type Sql } from '#server/platform/db/database.ts'
import { jobsIn } from '#server/platform/jobs/job-queue.ts'
import { measuredPorts } from '#server/platform/metrics/measured-services.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { followChangeEvents } from '#server/platform/db/change-events.ts'
import { healthProbe } from '#server/platform/db/health-probe.ts'
import { failoverWatch } from '#server/platform/db/failover-cache-flush.ts'
import { previewTokens } from '#server/modules/content/preview/preview-token.ts'
import { previewsIn } from '#server/modules/content/preview/preview-models.ts'
import { twoFactorRule } from '#server/modules/staff/sessions/two-factor-rule.ts'
import { choosePorts } from '#server/app/services/choose-services.ts'
import type { StorefrontFiles } from '#server/http/storefront-files.ts'
import type { Ports } from '#server/platform/services/service-ports.ts'
import { readSlots } from '#server/http/read-concurrency.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { unusedConnections } from '#server/http/unused-connections.ts'

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
  /** Requests that cause mails, jobs or payments wait for it; see `holdChanges`. */
  changesWaitFor?: Promise<boolean> | undefined
  /** Tests trigger jobs, polls and clean-ups themselves: none of them runs automatically. */
  byHand?: boolean
}

/**
 * The share of the database timeout for one health probe. Two probes and the wait before them fit into the timeout,
 * so a pool that loses its leader is probed again.
 */
const PULSE_SHARE = 0.3

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
  changesWaitFor,
  byHand = false,
}: Options): Promise<RunningShop> {
  sayWhoActs(sql)
  const metrics = createMetrics()
  const memory = new Memory(config.CACHE_MEMORY_MB * 1_000_000)
  const changeEvents = await followChangeEvents(sql, log, direct)
  // The sandbox's payment page calls this shop's own webhook, but the app is built from the ports: hence the late
  // reference.
  const ownDoor: { app?: FastifyInstance } = {}
  const chosen: Ports = {
    ...choosePorts({
      config,
      sql,
      clock: given.clock ?? { now: () => new Date() },
      callWebhook: async (id) => {
        await ownDoor.app?.inject({ method: 'POST', url: webhookPath('sandbox'), payload: { id } })
      },
    }),
    ...given,
  }
  const ports = measuredPorts(chosen, metrics)
  const jobs = jobsIn({ sql, clock: ports.clock, log, metrics })
  // Of their own: a handler that waits for a model within a transaction must not wait for its own pool.
  const modelPool = poolLike(sql, 2)
  const sessions = sessionsIn(sql, changeEvents, { clock: ports.clock, config, memory })
  const models = readModelsIn(modelPool, changeEvents, { pool: sql, log, memory })
  const shop: Shop = {
    config,
    sql,
    ports,
    storefront,
    backoffice,
    log,
    metrics,
    memory,
    storage: failoverWatch(sql),
    pulse: healthProbe(sql, PULSE_SHARE * config.DATABASE_TIMEOUT_MS),
    changeEvents,
    jobs,
    models,
    previews: previewsIn({
      sql,
      models,
      clock: ports.clock,
      tokens: previewTokens(config.GIFTPOINT_PEPPER),
      twoFactor: twoFactorRule(config),
    }),
    sessions,
    sessionTickets: sessionTicketsIn(sql, sessions, ports.clock),
    holders: holdersIn(sql, changeEvents, memory),
    throttle: throttleIn(sql, ports.clock, config),
    readSlots: readSlots(),
    views: sharedViews(config.GIFTPOINT_PEPPER, ports.clock),
    addressAllowance: addressAllowance(ports.clock),
    voucherKeys: voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER),
    questions: new Map(),
  }
  let draining = false
  const { app, loadLater } = buildApp(shop, { draining: () => draining, changesWaitFor })
  ownDoor.app = app
  await app.ready()
  const unused = unusedConnections(app.server)
  // Jobs and polls are a third of all code. No request needs them, so they are loaded after the start.
  const loadWork = () => import('#server/app/scheduled-jobs.ts')
  if (byHand) {
    const { handleJobs } = await loadWork()
    handleJobs(shop)
    await loadLater()
  }

  let beginning: Promise<void> | undefined
  async function begin() {
    const { startJob } = await loadWork()
    if (draining) return
    await startJob(shop)
    // The first request for them tries again, and is answered with the error.
    await loadLater().catch((error: unknown) =>
      log.error({ err: error }, 'loading the routes of the staff failed'),
    )
  }

  async function stop({ graceMs = 0 } = {}) {
    draining = true
    if (graceMs > 0) await pause(graceMs)
    // A connection that was busy when the closing began turns idle later, and would be waited for.
    const idle = setInterval(() => app.server.closeIdleConnections(), 20)
    const late = setTimeout(() => unused.end(), UNUSED_MS)
    await app.close().finally(() => {
      clearInterval(idle)
      clearTimeout(late)
    })
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
