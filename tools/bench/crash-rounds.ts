import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { createBenchWorld } from '#tools/bench/bench-data.ts'
import {
  giftsAbovePoints,
  ADDRESS,
  type Call,
  createCaller,
  NoResponse,
  affordableGifts,
} from '#tools/bench/checkout-load.ts'
import { removeWithBench } from '#tools/bench/end-with-bench.ts'
import { type ShopProcess, startShopProcess } from '#tools/bench/shop-process.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { checkBooks } from '#tools/check/check.ts'

/**
 * Kills the shop's process, its PostgreSQL, or one of its connections with kill -9, terminates connections cleanly,
 * and signals the shop's process group to stop, at random moments under a load of complete checkouts. Starts with two
 * shops at once on an empty folder. Then proves that every confirmed order exists once, that every payment has its
 * order or refund, and that the consistency check passes.
 */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 50)
const WORKERS = 8
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Takes turns, so that each is used equally often. */
const VICTIMS = ['shop', 'PostgreSQL', 'connection', 'process group', 'backend'] as const
const GROUP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
/** Current requests finish first, so none may be cut off. */
const LONGEST_STOP_MS = 10_000

await startTwoShops()
const world = await createBenchWorld(60, ROUNDS * 400)
const database = await startEmbeddedPostgres({
  folder: `${world.folder}/database`,
  maxConnections: 100,
})
let shop: ShopProcess = await startShopProcess(world.folder)
let call: Call = createCaller(shop.url)

/** The order number that the shop confirmed, by cart. */
const confirmedOrders = new Map<string, string>()
const contradictions: string[] = []
let voucher = 0
let checkoutsStarted = 0

for (let round = 1; round <= ROUNDS; round += 1) {
  const stop = new AbortController()
  const workers = Array.from({ length: WORKERS }, () => buyUntil(stop.signal))
  await pause(300 + Math.random() * 1200)
  const victim = VICTIMS[round % VICTIMS.length]
  if (victim === 'process group') {
    const name =
      GROUP_SIGNALS[Math.floor(round / VICTIMS.length) % GROUP_SIGNALS.length] ?? 'SIGTERM'
    const { code, ms } = await shop.stopGroup(name)
    if (code !== 0 || ms > LONGEST_STOP_MS) {
      contradictions.push(
        `${name} to the group: exit ${code} after ${Math.round(ms)} ms in round ${round}`,
      )
    }
    shop = await startShopProcess(world.folder)
    call = createCaller(shop.url)
  } else if (victim === 'connection' || victim === 'backend') {
    await endConnection(victim === 'backend' ? 'SIGKILL' : 'SIGTERM')
    await waitUntilReady()
  } else if (victim === 'shop') {
    const { exitCode, signalCode } = shop.child
    if (exitCode !== null || signalCode !== null) {
      contradictions.push(
        `the shop had ended by itself (${exitCode ?? signalCode}) in round ${round}`,
      )
    } else process.kill(shop.pid, 'SIGKILL')
    shop = await startShopProcess(world.folder)
    call = createCaller(shop.url)
  } else {
    process.kill(database.pid, 'SIGKILL')
    await waitUntilReady()
  }
  await pause(200)
  stop.abort()
  await Promise.all(workers)
  if (round % 10 === 0)
    say(
      `${round} rounds, ${checkoutsStarted} checkouts begun, ${confirmedOrders.size} orders answered`,
    )
}

await waitUntilSettled()
const findings = await findContradictions()
await shop.stop()
await database.stop()
await world.close()
for (const finding of findings) say(finding)
say(
  findings.length === 0
    ? `${ROUNDS} kills, ${confirmedOrders.size} orders answered: each exists once, and the accounts match.`
    : `${findings.length} findings after ${ROUNDS} kills.`,
)
process.exitCode = findings.length === 0 ? 0 : 1

async function buyUntil(signal: AbortSignal) {
  while (!signal.aborted) {
    const hash = world.hashes[voucher++]
    if (!hash) return
    checkoutsStarted += 1
    await buy(hash, Math.random() < 0.5)
  }
}

/** A holder who repeats a failed step some times, then gives up. */
async function buy(hash: string, byCard: boolean) {
  const login = await retry(() =>
    call('POST', '/rest/giftcardcodelogin', null, { encrypted_code: hash }),
  )
  if (!login) return
  const token = String(login['wt'])
  const cart_guid = String(login['shopping_cart_guid'])
  // 21 points on a voucher of 20: five euros are due by card.
  for (const spli_id of byCard ? giftsAbovePoints(0) : affordableGifts(0)) {
    const line = {
      spli_id,
      quantity: byCard ? 1 : 2,
      cart_guid,
      force_new_line: false,
      shopping_cart_item: null,
    }
    if (!(await retry(() => call('POST', '/rest/shopping_cart', token, line)))) return
  }
  if (
    !(await retry(() =>
      call('PUT', '/rest/shopping_cart_add_contact_and_address', token, { cart_guid, ...ADDRESS }),
    ))
  )
    return
  if (byCard && !(await pay(token, cart_guid))) return
  for (let time = 0; time < 2; time += 1) {
    const converted = await retry(() =>
      call('PUT', '/rest/convert_cart', token, {
        cart_guid,
        payment_method: byCard ? 'MOL' : 'FC',
      }),
    )
    if (!converted) return
    const number = (converted['response'] as { order_number: string }).order_number
    const before = confirmedOrders.get(cart_guid)
    if (before && before !== number)
      contradictions.push(`cart ${cart_guid} was answered ${before} and ${number}`)
    confirmedOrders.set(cart_guid, number)
  }
}

async function pay(token: string, cart_guid: string): Promise<boolean> {
  const cart = await retry(() =>
    call('GET', `/rest/shopping_cart_get?cart_guid=${cart_guid}`, token),
  )
  const totals = (cart?.['response'] as { totals?: { amount_due: string } } | undefined)?.totals
  if (!totals) return false
  const started = await retry(() =>
    call('POST', '/proxy/payments', token, {
      cart_guid,
      amount: totals.amount_due,
      description: 'kill rounds',
      cancelUrl: `${shop.url}/checkout`,
      redirectUrl: `${shop.url}/confirmation`,
    }),
  )
  if (!started) return false
  const id = String(started['id'])
  for (let time = 0; time < 40; time += 1) {
    try {
      const page = await fetch(`${shop.url}/sandbox/payments/${id}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'status=paid',
      })
      if (page.status === 303) return true
    } catch {
      // The shop is down; the bank's page is tried again.
    }
    await pause(100)
  }
  return false
}

/** Returns the body of the first success. Undefined if the shop refuses or does not recover in time. */
async function retry(send: () => ReturnType<Call>): Promise<Record<string, unknown> | undefined> {
  for (let time = 0; time < 60; time += 1) {
    try {
      const { status, body } = await send()
      if (status === 200) return body
      if (status > 0 && status < 500) return undefined
    } catch (error) {
      // A failed connection is expected while the shop is killed. A missing response is not.
      if (error instanceof NoResponse) contradictions.push(error.message)
    }
    await pause(100)
  }
  return undefined
}

/** Ends a connection of the shop. After kill -9 PostgreSQL closes all connections and recovers, after SIGTERM one. */
async function endConnection(signal: NodeJS.Signals) {
  const backends = await world.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  const one = backends[Math.floor(Math.random() * backends.length)]
  if (one) process.kill(one.pid, signal)
}

async function startTwoShops() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'giftpoint-two-'))
  removeWithBench(folder)
  const settings = { GIFTPOINT_WORLD: 'demo/small-world' }
  const two = await Promise.all([
    startShopProcess(folder, settings),
    startShopProcess(folder, settings),
  ])
  await Promise.all(two.map((shop) => shop.stop()))
  await rm(folder, { recursive: true, force: true })
  say('two shops started at once on nothing')
}

async function waitUntilReady() {
  for (let time = 0; time < 600; time += 1) {
    const ready = await fetch(`${shop.url}/health/ready`).catch(() => undefined)
    if (ready?.status === 200) return
    await pause(50)
  }
  throw new Error('shop did not restart')
}

/** Waits until the poller and the jobs have completed what the kills interrupted. */
async function waitUntilSettled() {
  for (let time = 0; time < 600; time += 1) {
    const [row] = await world.sql<{ open: number }[]>`
      select (select count(*) from payment join sandbox_payment using (id)
              where sandbox_payment.state = 'paid' and outcome not in ('ordered', 'refunded'))::integer
           + (select count(*) from refund where state = 'waiting')::integer as open`
    if (row?.open === 0) return
    await pause(200)
  }
}

async function findContradictions(): Promise<string[]> {
  const { sql } = world
  const findings = [...contradictions]
  const orders = await sql<{ number: string; cart_guid: string; cents_paid: number }[]>`
    select number, cart_guid, cents_paid from orders`
  const orderOfCart = new Map(orders.map(({ number, cart_guid }) => [cart_guid, number]))
  for (const [cart, number] of confirmedOrders) {
    if (orderOfCart.get(cart) !== number)
      findings.push(`order ${number} was answered for ${cart}, which has ${orderOfCart.get(cart)}`)
  }
  const stray = await sql<{ id: string; outcome: string }[]>`
    select id, outcome from payment join sandbox_payment using (id)
    where sandbox_payment.state = 'paid' and outcome not in ('ordered', 'refunded')`
  for (const { id, outcome } of stray) findings.push(`payment ${id} was paid and is ${outcome}`)
  const lost = await sql<{ id: string }[]>`
    select id from sandbox_payment where state = 'paid' and not exists (select from payment where payment.id = sandbox_payment.id)`
  for (const { id } of lost) findings.push(`payment ${id} was paid and is unknown`)
  const paid = orders.filter(({ cents_paid }) => cents_paid > 0).length
  if (paid === 0 || paid === orders.length) {
    findings.push(`${paid} of ${orders.length} orders were paid by card: half of them should be`)
  }
  const books = await checkBooks(sql)
  for (const { code, subject, message } of books.findings)
    findings.push(`${code} ${subject}: ${message}`)
  return findings
}
