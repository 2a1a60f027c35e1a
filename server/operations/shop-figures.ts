import type { KindFigures, Memory } from '#server/ground/memory.ts'
import { gaugeOnScrape, type Metrics } from '#server/ground/metrics.ts'
import type { Shop } from '#server/door/shop.ts'

type Row = Record<string, unknown>
type Figures = { labels: Record<string, string>; value: number }[]

/** Counting whole tables is not worth doing for each of several watchers. */
const COUNTED_EVERY_MS = 30_000

type FigureNeeds = Pick<Shop, 'sql' | 'metrics' | 'models' | 'config' | 'memory'>

/** What the database and the read models know of the shop, read when somebody looks. */
export function tellShopFigures({ sql, metrics, models, config, memory }: FigureNeeds) {
  const { registry } = metrics
  gaugeOnScrape(
    registry,
    'database_pool_size',
    'Connections this process may open',
    [],
    async () => [{ labels: {}, value: config.DATABASE_POOL }],
  )
  gaugeOnScrape(
    registry,
    'database_connections',
    "The shop's connections, of all its processes",
    ['state'],
    async () =>
      figures(
        'state',
        await sql<Row[]>`
          select coalesce(state, 'unknown') as state, count(*) as value from pg_stat_activity
          where datname = current_database() and application_name = 'giftpoint' group by 1`,
      ),
  )
  gaugeOnScrape(
    registry,
    'jobs',
    'Jobs by queue and state',
    ['queue', 'state'],
    nowAndThen(async () => {
      const [queue] = await sql<{ there: boolean }[]>`
        select to_regclass('pgboss.job') is not null as there`
      if (!queue?.there) return []
      return figures(
        'queue state',
        await sql<Row[]>`
          select name as queue, state::text, count(*) as value from pgboss.job
          where name not like '\\_\\_%' group by 1, 2`,
      )
    }),
  )
  gaugeOnScrape(
    registry,
    'payments',
    'Payments by what the provider and what the shop says of them',
    ['state', 'outcome'],
    nowAndThen(async () =>
      figures(
        'state outcome',
        await sql<Row[]>`select state, outcome, count(*) as value from payment group by 1, 2`,
      ),
    ),
  )
  gaugeOnScrape(
    registry,
    'refunds',
    'Refunds by how they stand; failed, canceled and refused ones that nobody has settled need a person',
    ['state'],
    nowAndThen(async () =>
      figures(
        'state',
        await sql<Row[]>`
          select case when settled_note is null then state else 'settled' end as state, count(*) as value
          from refund group by 1`,
      ),
    ),
  )
  gaugeOnScrape(
    registry,
    'chargebacks',
    'Chargebacks by how they stand; standing ones need a person',
    ['state'],
    nowAndThen(async () =>
      figures(
        'state',
        await sql<Row[]>`
          select coalesce((select max(kind) from chargeback_end where chargeback_id = id), 'standing') as state,
            count(*) as value
          from chargeback group by 1`,
      ),
    ),
  )
  gaugeOnScrape(registry, 'read_models', 'What the read models hold', ['what'], async () =>
    Object.entries(models.loaded()).map(([what, value]) => ({ labels: { what }, value })),
  )
  memoryFigures(registry, memory)
}

/** What the process remembers in order to be quick, against MEMORY_MB. */
function memoryFigures(registry: Metrics['registry'], memory: Memory) {
  const by = (value: (figures: KindFigures) => number) => async () =>
    memory.figures().map((figures) => ({ labels: { kind: figures.kind }, value: value(figures) }))
  const gauge = (name: string, help: string, value: (figures: KindFigures) => number) =>
    gaugeOnScrape(registry, name, help, ['kind'], by(value))
  gauge('memory_kept_bytes', 'Bytes remembered, by what they are', ({ bytes }) => bytes)
  gauge('memory_kept_entries', 'Things remembered, by what they are', ({ entries }) => entries)
  gauge('memory_hits', 'Asked for and remembered, since the start', ({ hits }) => hits)
  gauge('memory_misses', 'Asked for and not remembered, since the start', ({ misses }) => misses)
  gauge('memory_evictions', 'Forgotten to make room, since the start', (kind) => kind.evictions)
  gaugeOnScrape(registry, 'memory_bound_bytes', 'So many may be remembered', [], async () => [
    { labels: {}, value: memory.mostBytes },
  ])
}

function figures(names: string, rows: readonly Row[]): Figures {
  return rows.map((row) => ({
    labels: Object.fromEntries(names.split(' ').map((name) => [name, String(row[name])])),
    value: Number(row['value']),
  }))
}

function nowAndThen(read: () => Promise<Figures>): () => Promise<Figures> {
  let last: { at: number; figures: Promise<Figures> } | undefined
  return () => {
    if (last && Date.now() - last.at < COUNTED_EVERY_MS) return last.figures
    const figures = read()
    last = { at: Date.now(), figures }
    figures.catch(() => (last = undefined))
    return figures
  }
}
