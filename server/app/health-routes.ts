import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { allMigrations } from '#server/platform/db/migrate.ts'
import { mayRead } from '#server/http/metrics-access.ts'
import { hasStarted, NOT_STARTED } from '#server/http/shop-initialized.ts'
import { reportShopMetrics } from '#server/app/shop-metrics.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export type HealthNeeds = Pick<
  Shop,
  'sql' | 'changeEvents' | 'metrics' | 'models' | 'config' | 'storage' | 'memory'
>
type NotReady = 'draining' | 'database' | 'migrations' | 'begin' | 'storage' | 'change-events'

const PATIENCE_MS = 1000
const RETRY_SECONDS = 2

/**
 * Probes for supervisors, monitoring and load balancers. `draining`: the shop is about to stop and wants no new
 * requests.
 */
export function healthRoutes(app: FastifyInstance, shop: HealthNeeds, draining: () => boolean) {
  reportShopMetrics(shop)
  const migrated = migrationsDone(shop)
  let begun = false
  let asking: Promise<NotReady | undefined> | undefined

  async function notReadyReason(): Promise<NotReady | undefined> {
    const done = await answersInTime(migrated)
    if (done === undefined) return 'database'
    if (!done) return 'migrations'
    // Never false again once it is true.
    begun ||= await hasStarted(shop.sql)
    if (!begun) return 'begin'
    const full = await answersInTime(() => shop.storage.stands())
    if (full !== false) return full ? 'storage' : 'database'
    return shop.changeEvents.current() ? undefined : 'change-events'
  }

  app.get('/health/live', (_, reply) =>
    reply.header('cache-control', 'no-store').send({ live: true }),
  )

  app.get('/health/ready', async (_, reply) => {
    // Parallel probes share one database query.
    asking ??= notReadyReason().finally(() => (asking = undefined))
    const reason = draining() ? 'draining' : await asking
    if (reason) {
      const message = reason === 'begin' ? NOT_STARTED : `not ready: ${reason}`
      return sendRefusal(
        reply,
        503,
        refuse('unavailable', { message, retryAfterSeconds: RETRY_SECONDS }),
      )
    }
    return reply.header('cache-control', 'no-store').send({ ready: true })
  })

  app.get('/metrics', async (request, reply) => {
    const refusal = mayRead(shop.config, request)
    if (refusal)
      return sendRefusal(reply, refusal, refuse(refusal === 401 ? 'no-session' : 'not-found'))
    const { registry } = shop.metrics
    const text = await registry.metrics()
    return reply.header('cache-control', 'no-store').type(registry.contentType).send(text)
  })
}

/** undefined without an answer in time. */
async function answersInTime<T>(question: () => Promise<T>): Promise<T | undefined> {
  const patience = new AbortController()
  try {
    return await Promise.race([
      question(),
      pause(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }),
    ])
  } catch {
    return undefined
  } finally {
    patience.abort()
  }
}

/** Always queries the database; completed migrations are remembered. */
function migrationsDone({ sql }: HealthNeeds) {
  let done = false
  return async () => {
    if (done) {
      await sql`select 1`
      return true
    }
    const [table] = await sql<{ there: boolean }[]>`
      select to_regclass('migration') is not null as there`
    if (!table?.there) return false
    const known = await sql<{ name: string }[]>`select name from migration`
    const names = new Set(known.map(({ name }) => name))
    done = (await allMigrations()).every(({ name }) => names.has(name))
    return done
  }
}
