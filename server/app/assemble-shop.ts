import { webhookPath } from '#server/modules/payments/webhook-address.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { holdersIn } from '#server/modules/sessions/holders.ts'
import { sessionTicketsIn } from '#server/modules/sessions/session-transfer-tokens.ts'
import { sessionsIn } from '#server/modules/sessions/sessions.ts'
import { sharedViews } from '#server/modules/sessions/cache-audiences.ts'
import { throttleIn } from '#server/modules/sessions/throttling/throttle.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { addressRateLimit } from '#server/http/address-rate-limit.ts'
import { readModelsIn } from '#server/modules/catalog/read-model/read-models.ts'
import type { Config } from '#server/platform/config/config.ts'
import { poolLike, type Sql } from '#server/platform/db/database.ts'
import { jobsIn } from '#server/platform/jobs/job-queue.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import { measuredPorts } from '#server/platform/metrics/measured-services.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics/metrics.ts'
import { healthProbe } from '#server/platform/db/health-probe.ts'
import { watchReadOnly } from '#server/platform/db/read-only-watch.ts'
import { previewTokens } from '#server/modules/content/preview/preview-token.ts'
import { createPreviews } from '#server/modules/content/preview/preview-models.ts'
import { twoFactorRule } from '#server/modules/staff/sessions/two-factor-rule.ts'
import { choosePorts } from '#server/app/services/choose-services.ts'
import type { Ports } from '#server/platform/services/service-ports.ts'
import { readSlots } from '#server/http/read-concurrency.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Parts = {
  config: Config
  sql: Sql
  log: Logger
  /** Replaces configured ports, in tests and simulations. */
  portOverrides: Partial<Ports>
  storefront: Shop['storefront']
  backoffice: Shop['backoffice']
  changeEvents: ChangeEvents
}

/**
 * The share of the database timeout for one health probe. Two probes and the wait before them fit into the timeout,
 * so a pool that loses its leader is probed again.
 */
const PROBE_SHARE = 0.3

/** The dependencies of handlers and jobs: services, caches and limits of one process. */
export function assembleShop({
  config,
  sql,
  log,
  portOverrides,
  storefront,
  backoffice,
  changeEvents,
}: Parts) {
  const metrics = createMetrics()
  const memory = new Memory(config.CACHE_MEMORY_MB * 1_000_000)
  const { ports, receiveWebhooks } = portsOf({ config, sql, portOverrides, metrics })
  const jobs = jobsIn({ sql, clock: ports.clock, log, metrics })
  // A pool of its own: a handler that waits for a model within a transaction must not wait for its own pool.
  const modelPool = poolLike(sql, 2)
  const sessions = sessionsIn(sql, changeEvents, { clock: ports.clock, config, memory })
  const models = readModelsIn(modelPool, changeEvents, {
    pool: sql,
    log,
    memory,
    clock: ports.clock,
  })
  const shop: Shop = {
    config,
    sql,
    ports,
    storefront,
    backoffice,
    log,
    metrics,
    memory,
    storage: watchReadOnly(sql),
    healthProbe: healthProbe(sql, PROBE_SHARE * config.DATABASE_TIMEOUT_MS),
    changeEvents,
    jobs,
    models,
    previews: createPreviews({
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
    addressRateLimit: addressRateLimit(ports.clock),
    voucherKeys: voucherKeys(config.GIFTPOINT_VOUCHER_SALT, config.GIFTPOINT_PEPPER),
    pendingPolls: new Map(),
  }
  return { shop, modelPool, receiveWebhooks }
}

function portsOf({
  config,
  sql,
  portOverrides,
  metrics,
}: Pick<Parts, 'config' | 'sql' | 'portOverrides'> & { metrics: Metrics }) {
  // The sandbox's payment page calls this shop's own webhook. The app is built after the ports, so it is set later.
  const webhooks: { app?: FastifyInstance } = {}
  const ports: Ports = {
    ...choosePorts({
      config,
      sql,
      clock: portOverrides.clock ?? { now: () => new Date() },
      callWebhook: async (id) => {
        await webhooks.app?.inject({ method: 'POST', url: webhookPath('sandbox'), payload: { id } })
      },
    }),
    ...portOverrides,
  }
  return {
    ports: measuredPorts(ports, metrics),
    receiveWebhooks: (app: FastifyInstance) => {
      webhooks.app = app
    },
  }
}
