import { spawn } from 'node:child_process'
import path from 'node:path'

import autocannon from 'autocannon'

import { makeBenchWorld } from '#bench/bench-world.ts'
import { type Call, caller, checkout, load } from '#bench/checkout-load.ts'
import { startShopProcess } from '#bench/shop-process.ts'
import { projectRoot } from '#server/ground/project-root.ts'

const ROUNDS = 3
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const AT_ONCE = 16

type Measured = { perSecond: number; p99: number }
type Row = { name: string; goal: string; rounds: Measured[]; raw?: Measured[] }

const world = await makeBenchWorld(1000, 20_000)
// A first start prepares the folder; the second is what is measured.
await (await startShopProcess(world.folder)).stop()
const shop = await startShopProcess(world.folder)
const call = caller(shop.url)
const tokens = await Promise.all(world.hashes.slice(0, AT_ONCE).map((hash) => logIn(call, hash)))
const [token = ''] = tokens

const listPaths = Array.from(
  { length: 12 },
  (_, n) =>
    `/rest/producttags/products?sortOn=sales_price_for_the_multitude_asc&pointsFrom=${(n % 6) + 1}&pointsTo=20&page=${(n % 2) + 1}`,
)
const searchPaths = ['vase', 'lampp', 'number 12', 'blanket', 'candle 7', 'board'].map(
  (search) => `/rest/producttags/products?search=${encodeURIComponent(search)}&page=1`,
)
const detailPaths = Array.from(
  { length: 40 },
  (_, n) => `/rest/saleschannelproducts/bench-${n * 7 + 20}?language=nl`,
)

const raw = await startRaw(await bytesOf(listPaths[0] ?? ''))
const rows: Row[] = []
const row = (name: string, goal: string, withRaw = false): Row => {
  const made: Row = { name, goal, rounds: [], ...(withRaw ? { raw: [] } : {}) }
  rows.push(made)
  return made
}
const list = row('list of 24, filtered and sorted', 'half of raw, 50 x 148 = 7,400', true)
const search = row('search', '50 x 145 = 7,250')
const detail = row('product detail', 'half of raw, 50 x 363 = 18,150', true)
const transactions = row('raw: durable transactions', '')
const add = row('add to cart, durable', '15 x 69 = 1,035, p99 < 60')
const order = row('whole checkout to an order', '20 x 8 = 160, p99 < 200')

const limit = world.limit
let voucher = AT_ONCE
for (let round = 0; round < ROUNDS; round += 1) {
  const rawMeasured = await cannon(raw.url, ['/'])
  list.raw?.push(rawMeasured)
  detail.raw?.push(rawMeasured)
  list.rounds.push(await cannon(shop.url, listPaths))
  search.rounds.push(await cannon(shop.url, searchPaths))
  detail.rounds.push(await cannon(shop.url, detailPaths))
  // The physical limit of what writes: one row a transaction, synced, on this very server.
  transactions.rounds.push(
    await load(AT_ONCE, SECONDS, () => limit`insert into bench_limit (at) values (now())`),
  )
  add.rounds.push(
    await load(AT_ONCE, SECONDS, async (index) => {
      const { status, body } = await call(
        'POST',
        '/rest/shopping_cart',
        tokens[index % AT_ONCE] ?? '',
        {
          spli_id: `1014-bench-${(Math.floor(index / AT_ONCE) % 5) + 1}`,
          quantity: 1,
          force_new_line: false,
          shopping_cart_item: null,
        },
      )
      if (status !== 200 && status !== 409) throw new Error(`${status} ${JSON.stringify(body)}`)
    }),
  )
  order.rounds.push(
    await load(AT_ONCE, SECONDS, () => {
      const hash = world.hashes[voucher++] ?? ''
      return checkout(call, hash, `1014-bench-${(voucher % 200) + 1}`)
    }),
  )
}
const memory = await shop.memoryMb()

print(rows, [
  ['server start to ready', `${Math.round(shop.startMs)} ms`, 'under 1,000 ms, database warm'],
  ['memory after the load', `${Math.round(memory)} MB`, 'under 200 MB'],
])
raw.stop()
await shop.stop()
await world.close()

async function logIn(call: Call, hash: string) {
  const { body } = await call('POST', '/rest/giftcardcodelogin', null, { encrypted_code: hash })
  return String(body['wt'])
}

async function bytesOf(path: string) {
  const response = await new Promise<Buffer>((done, fail) => {
    import('node:http').then(({ default: http }) => {
      http
        .get(
          shop.url + path,
          { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' } },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('end', () => done(Buffer.concat(parts)))
          },
        )
        .on('error', fail)
    }, fail)
  })
  return response
}

async function cannon(url: string, paths: string[]): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: AT_ONCE,
    duration: SECONDS,
    requests: paths.map((path) => ({
      method: 'GET' as const,
      path,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
    })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no success`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

async function startRaw(body: Buffer) {
  const child = spawn(process.execPath, [path.join(projectRoot, 'dist/raw-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(body)
  const port = await new Promise<string>((done) =>
    child.stdout.once('data', (data) => done(String(data).trim())),
  )
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
}

function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function print(rows: Row[], others: [string, string, string][]) {
  const lines = rows.map(({ name, goal, rounds, raw }) => {
    const perSecond = median(rounds.map((round) => round.perSecond))
    const ratio = raw ? (perSecond / median(raw.map((round) => round.perSecond))).toFixed(2) : ''
    const p99 = median(rounds.map((round) => round.p99))
    return [name, Math.round(perSecond).toLocaleString('en'), p99.toFixed(1), ratio, goal]
  })
  const rawPerSecond = Math.round(
    median((list.raw ?? []).map((round) => round.perSecond)),
  ).toLocaleString('en')
  const table = [
    ['16 at once, medians of three', 'per second', 'p99 ms', 'of raw', 'goal'],
    ...lines,
    ['raw node:http, the same bytes', rawPerSecond, '', '1', ''],
    ...others.map(([name, value, goal]) => [name, value, '', '', goal]),
  ]
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => (line[column] ?? '').length))) ??
    []
  for (const line of table) {
    process.stdout.write(
      `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`,
    )
  }
}
