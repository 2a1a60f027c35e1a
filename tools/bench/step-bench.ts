import { createBenchWorld } from '#tools/bench/bench-data.ts'
import { createCaller } from '#tools/bench/checkout-load.ts'
import { checkoutSteps, type Guest, newGuest } from '#tools/bench/checkout-steps.ts'
import { cpuMsOfTree, cpuMsOf } from '#tools/bench/cpu-time.ts'
import { startShopProcess } from '#tools/bench/shop-process.ts'

/**
 * The cost of each step of a checkout: many holders take the first step, then all of them the second, and so on. In
 * CPU milliseconds, which other load hardly affects, not in waiting time.
 */
const HOLDERS = Number(process.env['BENCH_HOLDERS'] ?? 600)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const AT_ONCE = 16

const world = await createBenchWorld(1000, HOLDERS * (ROUNDS + 1))
const shop = await startShopProcess(world.folder)
const call = createCaller(shop.url)

const steps = checkoutSteps(call)

const costs = new Map<string, { shop: number[]; database: number[] }>()
const hashes = world.hashes.values()
for (let round = 0; round <= ROUNDS; round += 1) {
  const guests = Array.from({ length: HOLDERS }, () => {
    const { value: hash = '' } = hashes.next()
    return newGuest(hash)
  })
  for (const { name, run } of steps) {
    const before = [cpuMsOf(shop.pid), cpuMsOfTree(world.postgresPid)] as const
    await runAll(guests, run)
    const shopMs = (cpuMsOf(shop.pid) - before[0]) / HOLDERS
    const databaseMs = (cpuMsOfTree(world.postgresPid) - before[1]) / HOLDERS
    // The first round warms everything up.
    if (round === 0) continue
    const cost = costs.get(name) ?? { shop: [], database: [] }
    cost.shop.push(shopMs)
    cost.database.push(databaseMs)
    costs.set(name, cost)
  }
  await waitForMails()
}
const lines = [...costs].map(
  ([name, { shop, database }]) => [name, minimum(shop), minimum(database)] as const,
)
const sum = (column: 1 | 2) => lines.reduce((sum, line) => sum + line[column], 0)
process.stdout.write(
  `| ${HOLDERS} holders, the best of ${ROUNDS} | shop CPU ms | PostgreSQL CPU ms |\n`,
)
for (const [name, shopMs, databaseMs] of [...lines, ['all', sum(1), sum(2)] as const]) {
  process.stdout.write(
    `| ${name.padEnd(28)} | ${shopMs.toFixed(2).padStart(11)} | ${databaseMs.toFixed(2).padStart(17)} |\n`,
  )
}
await shop.stop()
await world.close()

async function runAll(guests: Guest[], take: (typeof steps)[number]['run']) {
  const waiting = guests.entries()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, guest] of waiting) await take(guest, index)
    }),
  )
}

async function waitForMails() {
  for (;;) {
    const [row] = await world.sql`select from mail where state = 'queued' limit 1`
    if (!row) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Other processes on the machine only add to the time, so the least value counts. */
function minimum(values: number[]) {
  return Math.min(...values)
}
