import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { allMigrations, hasTables } from '#server/platform/db/migrate.ts'
import { metricsRefusal } from '#server/http/metrics-access.ts'
import { isShopInitialized, NOT_INITIALIZED } from '#server/http/shop-initialized.ts'
import { reportShopMetrics } from '#server/app/shop-metrics.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export type HealthNeeds = Pick<
  Shop,
  'sql' | 'changeEvents' | 'metrics' | 'models' | 'config' | 'storage' | 'memory'
>
type NotReady = 'draining' | 'database' | 'migrations' | 'begin' | 'storage' | 'change-events'

const PROBE_TIMEOUT_MS = 1000
const RETRY_SECONDS = 2

/**
 * Probes for supervisors, monitoring and load balancers. `draining`: the shop is about to stop and wants no new
 * requests.
 */
export function healthRoutes(app: FastifyInstance, shop: HealthNeeds, draining: () => boolean) {
  reportShopMetrics(shop)
  const migrated = migrationsDone(shop)
  let isInitialized = false
  let runningCheck: Promise<NotReady | undefined> | undefined

  async function notReadyReason(): Promise<NotReady | undefined> {
    const done = await resultInTime(migrated)
    if (done === undefined) return 'database'
    if (!done) return 'migrations'
    // A shop with a channel never becomes empty again.
    isInitialized ||= await isShopInitialized(shop.sql)
    if (!isInitialized) return 'begin'
    const isReadOnly = await resultInTime(() => shop.storage.isReadOnly())
    if (isReadOnly === undefined) return 'database'
    if (isReadOnly) return 'storage'
    return shop.changeEvents.current() ? undefined : 'change-events'
  }

  app.get('/health/live', (_, reply) =>
    reply.header('cache-control', 'no-store').send({ live: true }),
  )

  app.get('/health/ready', async (_, reply) => {
    // Parallel probes share one database query.
    runningCheck ??= notReadyReason().finally(() => (runningCheck = undefined))
    const reason = draining() ? 'draining' : await runningCheck
    if (reason) {
      const message = reason === 'begin' ? NOT_INITIALIZED : `not ready: ${reason}`
      return sendRefusal(
        reply,
        503,
        refuse('unavailable', { message, retryAfterSeconds: RETRY_SECONDS }),
      )
    }
    return reply.header('cache-control', 'no-store').send({ ready: true })
  })

  app.get('/metrics', async (request, reply) => {
    const refusal = metricsRefusal(shop.config, request)
    if (refusal)
      return sendRefusal(reply, refusal, refuse(refusal === 401 ? 'no-session' : 'not-found'))
    const { registry } = shop.metrics
    const text = await registry.metrics()
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text)
  })
}

/** undefined if the database fails or does not answer in time. */
async function resultInTime<T>(runQuery: () => Promise<T>): Promise<T | undefined> {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      runQuery(),
      pause(PROBE_TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }),
    ])
  } catch {
    return undefined
  } finally {
    timeout.abort()
  }
}

/** Each probe queries the database, also after all migrations were found once. */
function migrationsDone({ sql }: HealthNeeds) {
  let done = false
  return async () => {
    if (done) {
      await sql`select 1`
      return true
    }
    if (!(await hasTables(sql))) return false
    const applied = await sql<{ name: string }[]>`select name from migration`
    const names = new Set(applied.map(({ name }) => name))
    done = (await allMigrations()).every(({ name }) => names.has(name))
    return done
  }
}
