import { spawn } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import autocannon from 'autocannon'

import {
  type Goal,
  type Measurement,
  printAtMost,
  printRows,
  type Row,
} from '#tools/bench/api-table.ts'
import { GOALS, MEMORY_OBSTACLE } from '#tools/bench/api-goals.ts'
import {
  details,
  repeatedLists,
  repeatedSearches,
  newLists,
  newSearches,
} from '#tools/bench/api-requests.ts'
import { createBenchWorld } from '#tools/bench/bench-data.ts'
import {
  giftsAbovePoints,
  createCaller,
  checkout,
  load,
  logIn,
  expectOk,
  affordableGifts,
} from '#tools/bench/checkout-load.ts'
import { cpuMsOfTree, cpuMsOf } from '#tools/bench/cpu-time.ts'
import { endWithBench } from '#tools/bench/end-with-bench.ts'
import { startShopProcess } from '#tools/bench/shop-process.ts'
import { printTable } from '#tools/bench/table.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
/** Measures only the rows whose names contain one of these texts, separated by commas. */
const ONLY = process.env['BENCH_ONLY']?.split(',')
const CLIENTS = 16
/** Gifts that one holder adds to the cart before the next holder logs in. */
const ADDS = 5
const MAILS = 1200

const world = await createBenchWorld(1000, 40_000)
// The first start prepares the folder, the second is measured.
await (await startShopProcess(world.folder)).stop()
const shop = await startShopProcess(world.folder)
const call = createCaller(shop.url)
const hashes = world.hashes.values()
const nextHash = () => {
  const { value } = hashes.next()
  if (value === undefined) throw new Error('the vouchers of the bench are used up')
  return value
}
const { token } = await logIn(call, nextHash())
const firstListMs = await timeOfFirstList()

const raw = await startRawServer(await fetchBody(repeatedLists[0] ?? ''))
const rows: Row[] = []
const row = (name: string, goal: Goal, measure: Row['measure']) => {
  if (!ONLY || ONLY.some((part) => name.includes(part)))
    rows.push({ name, goal, measure, rounds: [] })
}
const rawRow: Row = {
  name: 'raw node:http, the same bytes',
  goal: {},
  measure: () => measureRequests(raw.url, ['/']),
  rounds: [],
}
rows.push(rawRow)
row('list of 24, asked before', GOALS.repeatedList, () => measureRequests(shop.url, repeatedLists))
row('search, asked before', GOALS.repeatedSearch, () => measureRequests(shop.url, repeatedSearches))
row('product detail', GOALS.detail, () => measureRequests(shop.url, details))
row('list, each question new', GOALS.newList, () =>
  measureRequests(shop.url, unusedRequests(newLists), ownShare),
)
row('search, each question new', GOALS.newSearch, () =>
  measureRequests(shop.url, unusedRequests(newSearches), ownShare),
)
// The limit for calls that write: transactions of one row, synced to disk, on the same database server.
row('raw: durable transactions', {}, () =>
  load(CLIENTS, SECONDS, () => world.limitSql`insert into bench_limit (at) values (now())`),
)
row('add to cart, a login every five', GOALS.addToCart, addToCarts)
row('checkout on points, 7 requests', GOALS.checkoutOnPoints, () =>
  load(CLIENTS, SECONDS, (index) => checkout(call, nextHash(), affordableGifts(index))),
)
row('checkout by card, 10 requests', GOALS.checkoutByCard, () =>
  load(CLIENTS, SECONDS, (index) =>
    checkout(call, nextHash(), giftsAbovePoints(index), { byCard: true }),
  ),
)

/** For each measurement of checkouts: how many of its mails were sent while it ran, and how long the others took. */
const mailRows: string[][] = []
/** `unusedRequests` divides the new requests among the rounds that are left. */
let roundsLeft = ROUNDS
for (; roundsLeft > 0; roundsLeft -= 1) {
  for (const current of rows) {
    const before = await mailsSent()
    const [shopBefore, databaseBefore] = [cpuMsOf(shop.pid), cpuMsOfTree(world.postgresPid)]
    const measured = await current.measure()
    current.rounds.push({
      ...measured,
      shopMs: (cpuMsOf(shop.pid) - shopBefore) / measured.count,
      databaseMs: (cpuMsOfTree(world.postgresPid) - databaseBefore) / measured.count,
    })
    if (!current.name.startsWith('checkout')) continue
    const sent = (await mailsSent()) - before
    const waitStart = performance.now()
    await waitForMails()
    mailRows.push([
      current.name,
      `${sent} of ${measured.count}`,
      ((performance.now() - waitStart) / 1000).toFixed(1),
    ])
  }
}
const memory = await shop.memoryMb()
const mailRow: Row = {
  name: 'mails created and sent',
  goal: GOALS.mails,
  measure: sendMails,
  rounds: [],
}
if (mailRows.length > 0) {
  const [shopBefore, databaseBefore] = [cpuMsOf(shop.pid), cpuMsOfTree(world.postgresPid)]
  const measured = await sendMails()
  mailRow.rounds.push({
    ...measured,
    shopMs: (cpuMsOf(shop.pid) - shopBefore) / measured.count,
    databaseMs: (cpuMsOfTree(world.postgresPid) - databaseBefore) / measured.count,
  })
  rows.push(mailRow)
}
printRows(`${CLIENTS} clients, medians of ${ROUNDS}`, rows, rawRow)
printAtMost([
  {
    name: 'start to the first list, database warm',
    value: shop.startMs + firstListMs,
    maximum: 700,
    unit: 'ms',
  },
  {
    name: 'memory after the load',
    value: memory,
    maximum: 250,
    unit: 'MB',
    obstacle: MEMORY_OBSTACLE,
  },
])
if (mailRows.length > 0) {
  printTable([
    ['orders’ mails', 'sent during the measurement', 'seconds until all were sent'],
    ...mailRows,
  ])
}
raw.stop()
await shop.stop()
await world.close()

/** Every holder logs in, gets a cart and adds ADDS gifts. Any refusal ends the benchmark. */
async function addToCarts(): Promise<Measurement> {
  type Guest = Awaited<ReturnType<typeof logIn>> & { added: number }
  const guests: (Guest | undefined)[] = []
  return load(CLIENTS, SECONDS, async (index, place) => {
    let guest = guests[place]
    if (!guest || guest.added === ADDS) {
      guest = { ...(await logIn(call, nextHash())), added: 0 }
      guests[place] = guest
    }
    guest.added += 1
    await expectOk(
      call('POST', '/rest/shopping_cart', guest.token, {
        cart_guid: guest.cart_guid,
        spli_id: affordableGifts(index)[0],
        quantity: 1,
        force_new_line: false,
        shopping_cart_item: null,
      }),
    )
  })
}

async function timeOfFirstList() {
  const start = performance.now()
  await expectOk(call('GET', `/rest/producttags/products?page=1`, token))
  return performance.now() - start
}

async function mailsSent() {
  const [row] = await world.sql<{ sent: number }[]>`
    select count(*)::integer as sent from mail where state = 'sent'`
  return row?.sent ?? 0
}

async function waitForMails() {
  for (;;) {
    const [row] = await world.sql`select from mail where state = 'queued' limit 1`
    if (!row) return
    await pause(20)
  }
}

/** Sends the same number of confirmations again, to another recipient, without other load. */
async function sendMails(): Promise<Measurement> {
  const start = performance.now()
  const before = await mailsSent()
  await world.sql.begin(async (sql) => {
    const mails = await sql<{ id: string }[]>`
      insert into mail (template, subject_id, channel_id, language, recipient)
      select template, subject_id, channel_id, language, 'again@example.com'
      from mail where template = 'order-confirmation' order by created_at limit ${MAILS} returning id`
    await sql`
      insert into job (name, data, start_after)
      select 'send-mail', jsonb_build_object('id', id), now()
      from jsonb_array_elements_text(${sql.json(mails.map(({ id }) => id))}) as id`
  })
  await waitForMails()
  const count = (await mailsSent()) - before
  return { perSecond: (count * 1000) / (performance.now() - start), p99: 0, count }
}

function fetchBody(path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    http
      .get(
        shop.url + path,
        { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' } },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => resolve(Buffer.concat(parts)))
        },
      )
      .on('error', reject)
  })
}

/** How the requests are distributed among the clients. */
type Distribution = (requests: string[], client: number) => string[]

/** All requests for each client, from another position. Otherwise all would send the same request at once. */
function rotated(requests: string[], client: number): string[] {
  const from = Math.floor((client * requests.length) / CLIENTS)
  return [...requests.slice(from), ...requests.slice(0, from)]
}

/** Different requests for each client. */
function ownShare(requests: string[], client: number): string[] {
  return requests.filter((_, index) => index % CLIENTS === client)
}

/** Takes the requests of one round out of the list, so that no other round uses them. */
function unusedRequests(requests: string[]): string[] {
  return requests.splice(0, Math.floor(requests.length / roundsLeft))
}

async function measureRequests(
  url: string,
  paths: string[],
  distribute: Distribution = rotated,
): Promise<Measurement> {
  let clients = 0
  const result = await autocannon({
    url,
    connections: CLIENTS,
    // Seconds. A busy machine is slow, which is not a failure.
    timeout: 30,
    duration: SECONDS,
    setupClient(client) {
      const requests = distribute(paths, clients).map((path) => ({
        method: 'GET' as const,
        path,
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
      }))
      clients += 1
      client.setRequests(requests)
    },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses were not 2xx`)
  const { average, total } = result.requests
  // More responses than requests: the clients have repeated requests that must be new.
  if (distribute === ownShare && total > paths.length)
    throw new Error(`only ${paths.length} of ${total} requests were new`)
  return { perSecond: average, p99: result.latency.p99, count: total }
}

async function startRawServer(body: Buffer) {
  const child = spawn(
    process.execPath,
    [path.join(projectRoot, 'dist/measurements/raw-server.mjs')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  endWithBench(child)
  child.stdin.end(body)
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  )
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
}
