import { execFileSync } from 'node:child_process'
import path from 'node:path'

import { type BenchWorld, createBenchWorld } from '#tools/bench/bench-data.ts'
import {
  type Call,
  createCaller,
  checkout,
  logIn,
  expectOk,
  affordableGifts,
} from '#tools/bench/checkout-load.ts'
import { checkoutSteps, newGuest } from '#tools/bench/checkout-steps.ts'
import { cpuMsOfTree, cpuMsOf } from '#tools/bench/cpu-time.ts'
import { type ShopProcess, startShopProcess } from '#tools/bench/shop-process.ts'
import { pages } from '#contract/content/page-table.ts'
import { loadStorefront } from '#server/http/storefront-files.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

/**
 * Costs of a call, a start and a page, in measures that hardly depend on the load of the machine: statements, records
 * of the write-ahead log, kilobytes, files, and CPU time relative to a loop in the same run. `recorded-costs.json`
 * contains their values.
 */
export type Costs = Record<string, number>

const GIFTS = 300
/** Of each step of a checkout. */
const HOLDERS = 100
const AT_ONCE = 8
/** Fewer rounds where all costs are within bounds earlier. */
const MAX_ROUNDS = 12
const LISTS = 1500

/** Whether all costs are within bounds. Other programs only add to a cost, so one round within bounds is enough. */
type IsEnough = (costs: Costs) => boolean
/** Receives each line of progress. */
type Log = (line: string) => void

export async function measureCosts({
  isEnough = () => false,
  log = () => {},
}: { isEnough?: IsEnough; log?: Log } = {}): Promise<Costs> {
  log('Creating a shop to measure …')
  const world = await createBenchWorld(GIFTS, HOLDERS * (MAX_ROUNDS + 3), {
    settings: ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=all'],
  })
  try {
    await world.sql`create extension pg_stat_statements`
    log(`Measuring up to ${MAX_ROUNDS} starts …`)
    const starts = await costsOfStarts(world, isEnough)
    log('Measuring the steps of a checkout …')
    const shop = await startShopProcess(world.folder, {}, WITH_HELD_BYTES)
    try {
      return {
        ...starts,
        ...(await costsOfPages()),
        ...(await costsOfCalls(world, shop, { isEnough, log })),
      }
    } finally {
      await shop.stop()
    }
  } finally {
    await world.close()
  }
}

/** The first start prepares the folder. The least of the others counts, since background work may fall into the measure. */
async function costsOfStarts(world: BenchWorld, enough: IsEnough): Promise<Costs> {
  await (await startShopProcess(world.folder)).stop()
  const costs: Costs[] = []
  for (let start = 0; start < MAX_ROUNDS && !enough(relativeToLoop(costs)); start += 1) {
    await world.sql`select pg_stat_statements_reset()`
    const shop = await startShopProcess(world.folder)
    const statements = (await statementsOf(world)).sent
    costs.push({
      'start: statements': statements,
      'start: processor time': cpuMsOf(shop.pid),
      loop: loopMs(),
    })
    await shop.stop()
  }
  return relativeToLoop(costs)
}

async function costsOfPages(): Promise<Costs> {
  const storefront = await loadStorefront(path.join(projectRoot, 'dist/storefront'))
  return Object.fromEntries(
    pages.flatMap(({ path, part, frame }) => {
      const { scripts, styles } = storefront.filesOf(part, frame !== 'none')
      const bytes = scripts.map((name) => storefront.files.get(name)?.brotli?.length ?? Infinity)
      return [
        [`page ${path}: KB of script`, bytes.reduce((sum, one) => sum + one, 0) / 1024],
        [`page ${path}: files`, scripts.length + styles.length],
      ]
    }),
  )
}

async function costsOfCalls(
  world: BenchWorld,
  shop: ShopProcess,
  { isEnough, log }: { isEnough: IsEnough; log: Log },
): Promise<Costs> {
  const call = createCaller(shop.url)
  const hashes = world.hashes.values()
  const nextHash = () => hashes.next().value ?? ''
  await runConcurrently(HOLDERS, () => checkout(call, nextHash(), affordableGifts(1)))
  await waitForMails(world)
  const steps = await costsOfSteps(world, call, nextHash)
  const { token } = await logIn(call, nextHash())
  const times: Costs[] = []
  let heapMb = 0
  for (let round = 0; round < MAX_ROUNDS && !isEnough(relativeToLoop(times)); round += 1) {
    log(`Measuring checkouts and lists, round ${round + 1} of at most ${MAX_ROUNDS} …`)
    const checkouts = await processorTime(world, shop, HOLDERS, () =>
      checkout(call, nextHash(), affordableGifts(1)),
    )
    const lists = await processorTime(world, shop, LISTS, (index) =>
      expectOk(call('GET', uncachedList(round * LISTS + index), token)),
    )
    times.push({
      'checkout with its mail: processor time': checkouts,
      'list, not asked before: processor time': lists,
      loop: loopMs(),
    })
    // The number of rounds varies, so the memory is measured after the first.
    if (round === 0) heapMb = await readHeapMb(shop)
  }
  return { ...steps, ...relativeToLoop(times), 'memory held after the load, MB': heapMb }
}

/** Prints the bytes in use after a garbage collection. The memory of the whole process varies too much between runs. */
const WITH_HELD_BYTES = [
  '--expose-gc',
  `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => {
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    process.stdout.write('held ' + (heapUsed + external) + ' bytes')
  })`)}`,
]

function readHeapMb({ child }: ShopProcess): Promise<number> {
  return new Promise((done) => {
    let output = ''
    child.stdout?.on('data', (data) => {
      output += String(data)
      const [, bytes] = /held (\d+) bytes/.exec(output) ?? []
      if (bytes !== undefined) done(Number(bytes) / 1e6)
    })
    child.kill('SIGUSR2')
  })
}

const uncachedList = (index: number) =>
  `/rest/producttags/products?sortOn=name_asc&pointsFrom=1&pointsTo=${20 + index}&page=1`

/** Measures each step separately. Mails are postponed, because their statements would count for a step. */
async function costsOfSteps(world: BenchWorld, call: Call, nextHash: () => string): Promise<Costs> {
  const costs: Costs = {}
  const guests = Array.from({ length: HOLDERS }, () => newGuest(nextHash()))
  await world.sql`
    create function wait_a_day() returns trigger language plpgsql as $$
    begin
      new.start_after := now() + interval '1 day';
      return new;
    end $$`
  await world.sql`
    create trigger wait_a_day before insert on job for each row execute function wait_a_day()`
  for (const { name, run: take } of checkoutSteps(call)) {
    await world.sql`select pg_stat_statements_reset()`
    await runConcurrently(HOLDERS, (index) => take(guests[index] ?? newGuest(''), index))
    const { sent, run, written } = await statementsOf(world, HOLDERS / 2)
    costs[`${name}: statements sent`] = sent / HOLDERS
    costs[`${name}: statements run`] = run / HOLDERS
    costs[`${name}: records written`] = written / HOLDERS
  }
  await world.sql`drop function wait_a_day cascade`
  await world.sql`update job set start_after = now() where name = 'send-mail'`
  await waitForMails(world)
  return costs
}

/**
 * The statements that the shop sent, the statements run including functions and triggers, and WAL records. Rare
 * statements are excluded.
 */
async function statementsOf({ sql }: BenchWorld, atLeast = 1) {
  const [row] = await sql<{ sent: number; run: number; written: number }[]>`
    select coalesce(sum(calls) filter (where toplevel), 0)::integer as sent, coalesce(sum(calls), 0)::integer as run,
      coalesce(sum(wal_records) filter (where toplevel), 0)::integer as written
    from pg_stat_statements where calls >= ${atLeast} and query not like '%pg_stat_statements%'
      -- Foreign keys that are checked at the commit.
      and not (toplevel and query like 'SELECT 1 FROM ONLY %')`
  if (!row) throw new Error('pg_stat_statements returned no row')
  return row
}

/** CPU milliseconds of shop and database for one call, including its mail. */
async function processorTime(
  world: BenchWorld,
  shop: ShopProcess,
  count: number,
  work: (index: number) => Promise<unknown>,
) {
  const cpuMs = () => cpuMsOf(shop.pid) + cpuMsOfTree(world.postgresPid)
  const before = cpuMs()
  await runConcurrently(count, work)
  await waitForMails(world)
  return (cpuMs() - before) / count
}

/** Runs in a process of its own, so that the heap of this one does not count. Prints milliseconds of ten turns. */
const LOOP = `
  const { createHash } = require('node:crypto')
  let text = JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ n, name: 'gift ' + n })))
  const turns = (count) => {
    for (let turn = 0; turn < count; turn += 1) {
      text = JSON.stringify(JSON.parse(text))
      createHash('sha256').update(text).digest()
    }
  }
  turns(1000)
  const before = process.cpuUsage()
  turns(2000)
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1000 / 200)
`

const loopMs = () => Number(execFileSync(process.execPath, ['-e', LOOP], { encoding: 'utf8' }))

async function runConcurrently(count: number, work: (index: number) => Promise<unknown>) {
  const turns = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const index of turns) await work(index)
    }),
  )
}

async function waitForMails({ sql }: BenchWorld) {
  for (;;) {
    const [row] = await sql`select from mail where state = 'queued' limit 1`
    if (!row) return
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** The least value of each cost; processor time as a ratio to the loop. */
function relativeToLoop(rounds: Costs[]): Costs {
  const minimum = (name: string) => Math.min(...rounds.map((costs) => costs[name] ?? Infinity))
  const names = Object.keys(rounds[0] ?? {}).filter((name) => name !== 'loop')
  return Object.fromEntries(
    names.map((name) => [
      name,
      name.endsWith('processor time') ? minimum(name) / minimum('loop') : minimum(name),
    ]),
  )
}
