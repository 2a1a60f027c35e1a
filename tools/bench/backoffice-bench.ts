import { type Browser, chromium } from 'playwright-core'

import { BACKOFFICE_OWNER, createBackofficeData } from '#tools/bench/backoffice-data.ts'
import { cpuMsOf } from '#tools/bench/cpu-time.ts'
import { type ShopProcess, startShopProcess } from '#tools/bench/shop-process.ts'
import { findBrowser } from '#e2e/support/browser.ts'

/** The back office at three hundred channels: what its lists cost the server, and what its pages cost a browser. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
const LIST_MS = 150
const PAGE_MS = 300
const PALETTE_MS = 100
const SIGN_IN_KB = 100
const LIST_KB = 220

/** The goal for requests over a complete month. */
const MONTH_MS = 1000
/** The time this many days ago. */
const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10)
/**
 * `npm run bench -- backoffice` measures all rows. BENCH_BACKOFFICE_ROWS selects them by name, 'pages' are the
 * browser rows. BENCH_BACKOFFICE_WORLD stores the test data.
 */
const ONLY = process.env['BENCH_BACKOFFICE_ROWS']

const LISTS: readonly [name: string, address: string, goalMs?: number][] = [
  ['channels', '/channels'],
  ['channels, last page', '/channels?cursor=last'],
  ['channels, searched', '/channels?search=299'],
  ['channels by change', '/channels?sort=-changed_at'],
  ['channels in a language', '/channels?language=de'],
  ['content of a channel', '/content?channel=8150'],
  ['content of all channels', '/content-nodes'],
  ['content that falls back in German', '/content-nodes?gap=de'],
  ['content that falls back, in two languages', '/content-nodes?gap=de,fr'],
  ['content, searched', '/content-nodes?search=cadeau'],
  ['pictures', '/media'],
  ['suppliers', '/suppliers'],
  ['staff', '/staff'],
  ['staff, last page by name', '/staff?sort=-name&cursor=last'],
  ['releases', '/releases'],
  ['releases of a channel', '/releases?channel=8150'],
  ['audit, of 100,000', '/audit'],
  ['audit, last page', '/audit?cursor=last'],
  ['audit of a channel', '/audit?channel=8150'],
  ['gifts, 5,000 in 300 channels', '/gifts'],
  ['gifts, last page', '/gifts?cursor=last'],
  ['gifts by brand', '/gifts?sort=brand'],
  ['gifts by stock', '/gifts?sort=-stock'],
  ['gifts by days left', '/gifts?sort=days_left&cursor=last'],
  ['gifts by change', '/gifts?sort=-changed'],
  ['gifts, searched', '/gifts?search=number+49'],
  ['gifts of a brand', '/gifts?brand=:brand'],
  ['gifts with a tag', '/gifts?tag=:tag'],
  ['gifts of a category', '/gifts?category=:category'],
  ['gifts of a channel', '/gifts?channel=8150'],
  ['gifts on sale in a channel', '/gifts?channel=8150&active=yes'],
  ['gifts on sale nowhere', '/gifts?active=no'],
  ['gifts not in a channel', '/gifts?not_in=8150'],
  ['gifts without a language', '/gifts?missing=de'],
  ['gifts sold out', '/gifts?stock=out'],
  ['gifts that run low', '/gifts?stock=low'],
  ['gifts that never run out', '/gifts?stock=endless'],
  ['gifts that are retired', '/gifts?retired=yes'],
  ['brands with their uses', '/attributes/brand'],
  ['tags with their uses', '/attributes/tag'],
  ['changes of the catalogue', '/bulk-changes'],
  ['stock, at risk first', '/stock'],
  ['stock, last page', '/stock?cursor=last'],
  ['vouchers, 100,000', '/vouchers'],
  ['vouchers, last page', '/vouchers?cursor=last'],
  ['vouchers of a channel', '/vouchers?channel=8150'],
  ['vouchers by state', '/vouchers?state=blocked'],
  ['vouchers by last three', '/vouchers?search=B7K'],
  ['vouchers by name', '/vouchers?search=Person+77123'],
  ['vouchers by mail', '/vouchers?search=person-77123@example.com'],
  ['orders, 1,000,000', '/orders'],
  ['orders, last page', '/orders?cursor=last'],
  ['orders of a channel', '/orders?channel=8150'],
  ['orders of a channel, last page', '/orders?channel=8150&cursor=last'],
  ['orders by state', '/orders?state=placed,released'],
  ['orders of a day', `/orders?from=${day(40)}&to=${day(40)}`],
  ['orders of a month', `/orders?from=${day(60)}&to=${day(31)}`],
  ['orders by number', '/orders?search=1000777'],
  ['orders by mail', '/orders?search=:mail'],
  ['orders by surname', '/orders?search=Dijk'],
  ['orders by surname with its prefix', '/orders?search=van+Dijk'],
  ['orders by a first name that all have', '/orders?search=Noor'],
  ['figures of a day', `/reports/metrics?from=${day(40)}&to=${day(40)}`],
  ['figures of a day in a channel', `/reports/metrics?from=${day(40)}&to=${day(40)}&channel=8150`],
  ['rows of a day’s orders', `/reports/metrics/orders?from=${day(40)}&to=${day(40)}`],
  ['rows of a day’s gifts', `/reports/metrics/gifts?from=${day(40)}&to=${day(40)}`],
  ['money of a day', `/finance/payments?day=${day(40)}`],
  ['overview of a day', `/reports/overview?from=${day(40)}&to=${day(40)}`],
  ['due items', '/due-items'],
  ['overview of a month', `/reports/overview?from=${day(60)}&to=${day(31)}`, MONTH_MS],
  ['top gifts of a month', `/reports/top?from=${day(60)}&to=${day(31)}&only=gifts`, MONTH_MS],
  ['top lists of a month', `/reports/top?from=${day(60)}&to=${day(31)}`, MONTH_MS],
  ['points owed in a month', `/reports/points-owed?from=${day(60)}&to=${day(31)}`, MONTH_MS],
  ['figures of a month', `/reports/metrics?from=${day(60)}&to=${day(31)}`, MONTH_MS],
  [
    'figures of a month in a channel',
    `/reports/metrics?from=${day(60)}&to=${day(31)}&channel=8150`,
    MONTH_MS,
  ],
  ['rows of a month’s orders', `/reports/metrics/orders?from=${day(60)}&to=${day(31)}`, MONTH_MS],
  ['rows of a month’s gifts', `/reports/metrics/gifts?from=${day(60)}&to=${day(31)}`, MONTH_MS],
  ['rows of what is left', `/reports/metrics/left?from=${day(60)}&to=${day(31)}`, MONTH_MS],
  ['books of a month', `/finance/months/${day(45).slice(0, 7)}`, MONTH_MS],
  ['launch check of a channel', '/channels/8150/launch-check'],
  ['launch check of a page of channels', '/launch-issue-counts?ids=' + page(8001, 50)],
]

const world = await createBackofficeData()
// The first start prepares the folder, the second is measured.
await (await startShopProcess(world.folder)).stop()
const shop = await startShopProcess(world.folder)
try {
  await measureLists(shop)
  if (ONLY === undefined || new RegExp(ONLY).test('pages')) await measurePages(shop)
} finally {
  await shop.stop()
  await world.close()
}

function page(from: number, count: number) {
  return Array.from({ length: count }, (_, at) => from + at).join(',')
}

async function measureLists({ url, pid }: ShopProcess) {
  const signedIn = await fetch(`${url}/backoffice/api/session`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', 'content-type': 'application/json' },
    body: JSON.stringify(BACKOFFICE_OWNER),
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const table = [
    ['in the back office, one after another', 'median ms', 'slowest', 'shop CPU ms', 'goal', ''],
  ]
  const used = await findUsedNames()
  for (const [name, path, goalMs = LIST_MS] of LISTS) {
    if (ONLY !== undefined && !new RegExp(ONLY).test(name)) continue
    const address = path.replaceAll(
      /:(brand|tag|category|mail)/g,
      (_, kind: string) => used[kind] ?? '',
    )
    const durations: number[] = []
    await ask(url, address, cookie)
    const before = cpuMsOf(pid)
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now()
      await ask(url, address, cookie)
      durations.push(performance.now() - startedAt)
    }
    const cpu = (cpuMsOf(pid) - before) / ROUNDS
    const medianMs = median(durations)
    table.push([
      name,
      medianMs.toFixed(1),
      Math.max(...durations).toFixed(1),
      cpu.toFixed(1),
      `${goalMs} ms`,
      medianMs <= goalMs ? 'met' : 'missed',
    ])
  }
  print(table)
}

/** A brand, a tag and a category with many gifts, and a person with an order. */
async function findUsedNames(): Promise<Record<string, string>> {
  const [row] = await world.sql<Record<string, string>[]>`
    select (select person ->> 'email' from orders order by number desc limit 1) as mail,
      (select brand_id from product group by 1 order by count(*) desc limit 1) as brand,
      (select tag_id from product_tag group by 1 order by count(*) desc limit 1) as tag,
      (select item_id from navigation_tag join product_tag using (tag_id) group by 1 order by count(*) desc limit 1) as category`
  return row ?? {}
}

async function ask(url: string, address: string, cookie: string) {
  const answer = await fetch(`${url}/backoffice/api${address}`, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
  await answer.arrayBuffer()
}

async function measurePages({ url }: ShopProcess) {
  const browser = await chromium.launch({ executablePath: await findBrowser() })
  try {
    const rounds: Awaited<ReturnType<typeof measureVisit>>[] = []
    for (let round = 0; round < Math.min(ROUNDS, 5); round += 1) {
      rounds.push(await measureVisit(browser, url))
    }
    const of = (pick: (visit: (typeof rounds)[number]) => number) => median(rounds.map(pick))
    const line = (name: string, value: number, goal: number, unit: string) => [
      name,
      `${value.toFixed(0)} ${unit}`,
      `${goal} ${unit}`,
      value <= goal ? 'met' : 'missed',
    ]
    print([
      ['the back office in a browser', 'median', 'goal', ''],
      line(
        'script of the sign-in page',
        of(({ signInKb }) => signInKb),
        SIGN_IN_KB,
        'KB',
      ),
      line(
        'script with the first list',
        of(({ listKb }) => listKb),
        LIST_KB,
        'KB',
      ),
      line(
        'a list, from its click',
        of(({ listMs }) => listMs),
        PAGE_MS,
        'ms',
      ),
      line(
        'a channel, from its click',
        of(({ channelMs }) => channelMs),
        PAGE_MS,
        'ms',
      ),
      line(
        'the palette, from its key',
        of(({ paletteMs }) => paletteMs),
        PALETTE_MS,
        'ms',
      ),
    ])
  } finally {
    await browser.close()
  }
}

/** With a cold cache, from sign-in to a list and one of its channels. The pointer hovers just before each click. */
async function measureVisit(browser: Browser, url: string) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
  })
  const tab = await context.newPage()
  const network = await context.newCDPSession(tab)
  await network.send('Network.enable')
  let bytes = 0
  const scripts = new Set<string>()
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await tab.goto(`${url}/backoffice`)
  await tab.locator('button[type=submit]').waitFor()
  await tab.waitForLoadState('networkidle')
  const signInKb = bytes / 1024
  await tab.locator('input[name=email]').fill(BACKOFFICE_OWNER.email)
  await tab.locator('input[name=password]').fill(BACKOFFICE_OWNER.password)
  await tab.locator('button[type=submit]').click()
  await tab.locator('main#page h1').waitFor()
  await tab.waitForLoadState('networkidle')
  const link = tab.locator('nav a[href="/backoffice/channels"]').first()
  await link.hover()
  const listMs = await clickUntil(link, () => tab.locator('[data-row-link]').first().waitFor())
  await tab.waitForLoadState('networkidle')
  const listKb = bytes / 1024
  const row = tab.locator('[data-row-link]').nth(3)
  await row.hover()
  const channelMs = await clickUntil(row, () => tab.locator('#check').waitFor())
  const startedAt = performance.now()
  await tab.keyboard.press('Control+k')
  await tab.locator('dialog [role=option]').first().waitFor()
  const paletteMs = performance.now() - startedAt
  await context.close()
  return { signInKb, listKb, listMs, channelMs, paletteMs }
}

async function clickUntil(link: { click(): Promise<void> }, isReady: () => Promise<void>) {
  const startedAt = performance.now()
  await link.click()
  await isReady()
  return performance.now() - startedAt
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function print(table: string[][]) {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => (line[column] ?? '').length)),
  )
  for (const line of table) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}
