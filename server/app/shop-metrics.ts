import type { Sql } from '#server/platform/db/database.ts'
import type { KindMetrics, Memory } from '#server/platform/cache/memory-cache.ts'
import { gaugeOnScrape, type Metrics } from '#server/platform/metrics/metrics.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { countJobs } from '#server/platform/jobs/job.sql.ts'

type Row = Record<string, unknown>
type Samples = { labels: Record<string, string>; value: number }[]

/** Large tables are counted at most once in this time. */
const RECOUNT_MS = 30_000
/** An estimate reads about this many pages of a large table. */
const SAMPLED_PAGES = 500
/** The size of a page of PostgreSQL. */
const PAGE_BYTES = 8192

type Registry = Metrics['registry']
type MetricNeeds = Pick<Shop, 'sql' | 'metrics' | 'models' | 'config' | 'memory'>

/** Metrics from the database and the read models, collected on each scrape. */
export function reportShopMetrics({ sql, metrics, models, config, memory }: MetricNeeds) {
  const { registry } = metrics
  connectionMetrics(registry, sql, config.DATABASE_POOL)
  jobMetrics(registry, sql)
  paymentMetrics(registry, sql)
  refundMetrics(registry, sql)
  gaugeOnScrape(
    registry,
    'read_models',
    'Entries of the read models, by kind',
    ['what'],
    async () =>
      Object.entries(models.loaded()).map(([what, value]) => ({ labels: { what }, value })),
  )
  memoryMetrics(registry, memory)
}

function connectionMetrics(registry: Registry, sql: Sql, poolSize: number) {
  gaugeOnScrape(
    registry,
    'database_pool_size',
    'Maximum database connections of this process',
    [],
    async () => [{ labels: {}, value: poolSize }],
  )
  gaugeOnScrape(
    registry,
    'database_connections',
    'Database connections of all processes of the shop, by state',
    ['state'],
    async () =>
      toSamples(
        ['state'],
        await sql<Row[]>`
          select coalesce(state, 'unknown') as state, count(*) as value from pg_stat_activity
          where datname = current_database() and application_name = 'giftpoint' group by 1`,
      ),
  )
}

function jobMetrics(registry: Registry, sql: Sql) {
  gaugeOnScrape(
    registry,
    'jobs',
    'Jobs by queue and state, without completed ones; at most 100,000 per queue',
    ['queue', 'state'],
    atMostEvery30Seconds(async () => toSamples(['queue', 'state'], await countJobs(sql))),
  )
}

function paymentMetrics(registry: Registry, sql: Sql) {
  gaugeOnScrape(
    registry,
    'payments',
    'Payments by state at the provider and outcome in the shop; those in progress are counted, the others may be estimated',
    ['state', 'outcome'],
    atMostEvery30Seconds(async () => {
      const percent = await percentToSample(sql, 'payment')
      return toSamples(
        ['state', 'outcome'],
        await sql<Row[]>`
          select state, outcome, count(*) as value from payment
          where outcome = 'held' group by 1, 2
          union all
          select state, outcome, round(count(*) * 100 / ${percent}::float8)
          from payment tablesample system (${percent}::float8)
          where outcome <> 'held' group by 1, 2`,
      )
    }),
  )
}

/** Refunds and chargebacks, by state. */
function refundMetrics(registry: Registry, sql: Sql) {
  gaugeOnScrape(
    registry,
    'refunds',
    'Refunds by state; failed, canceled and refused ones need attention until they are settled',
    ['state'],
    atMostEvery30Seconds(async () =>
      toSamples(
        ['state'],
        await sql<Row[]>`
          select case when settled_note is null then state else 'settled' end as state, count(*) as value
          from refund group by 1`,
      ),
    ),
  )
  // An accepted chargeback can be reversed later. Then it counts as 'reversed', which is the greater word.
  gaugeOnScrape(
    registry,
    'chargebacks',
    'Chargebacks by state; standing ones need attention',
    ['state'],
    atMostEvery30Seconds(async () =>
      toSamples(
        ['state'],
        await sql<Row[]>`
          select coalesce((select max(kind) from chargeback_end where chargeback_id = id), 'standing') as state,
            count(*) as value
          from chargeback group by 1`,
      ),
    ),
  )
}

/** Cache memory of the process, relative to CACHE_MEMORY_MB. */
function memoryMetrics(registry: Registry, memory: Memory) {
  const readValues = (value: (metrics: KindMetrics) => number) => async () =>
    memory.metrics().map((metrics) => ({ labels: { kind: metrics.kind }, value: value(metrics) }))
  const gauge = (name: string, help: string, value: (metrics: KindMetrics) => number) =>
    gaugeOnScrape(registry, name, help, ['kind'], readValues(value))
  gauge('memory_kept_bytes', 'Bytes in the cache, by kind', ({ bytes }) => bytes)
  gauge('memory_kept_entries', 'Entries in the cache, by kind', ({ entries }) => entries)
  gauge('memory_hits', 'Cache hits since the start, by kind', ({ hits }) => hits)
  gauge('memory_misses', 'Cache misses since the start, by kind', ({ misses }) => misses)
  gauge(
    'memory_evictions',
    'Entries evicted to make room since the start, by kind',
    (kind) => kind.evictions,
  )
  gaugeOnScrape(registry, 'memory_bound_bytes', 'Maximum bytes in the cache', [], async () => [
    { labels: {}, value: memory.maxBytes },
  ])
}

/** The share of a large table's pages to sample; 100 for a small one. */
async function percentToSample(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(pg_relation_size(oid)), 0)::bigint as bytes from pg_class
    where oid = ${table}::regclass or oid in (select relid from pg_partition_tree(${table}))`
  const sampledBytes = SAMPLED_PAGES * PAGE_BYTES
  return Math.min(100, (100 * sampledBytes) / Math.max(1, row?.bytes ?? 0))
}

function toSamples(labelNames: readonly string[], rows: readonly Row[]): Samples {
  return rows.map((row) => ({
    labels: Object.fromEntries(labelNames.map((name) => [name, String(row[name])])),
    value: Number(row['value']),
  }))
}

function atMostEvery30Seconds(read: () => Promise<Samples>): () => Promise<Samples> {
  let last: { at: number; samples: Promise<Samples> } | undefined
  return () => {
    if (last && Date.now() - last.at < RECOUNT_MS) return last.samples
    const samples = read()
    last = { at: Date.now(), samples }
    samples.catch(() => (last = undefined))
    return samples
  }
}
