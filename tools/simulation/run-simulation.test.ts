import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type SimulationReport, wentWell } from '#contract/reports/simulation-report.ts'
import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { digitalCodeVault } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import { DEFAULT_PEPPER } from '#server/platform/config/config.ts'
import { type Ports, ServiceDown } from '#server/platform/services/service-ports.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { flakyServices, type FailureKind, FAILURES } from '#tools/simulation/flaky-services.ts'
import { COPIED_TABLES, NOT_COPIED_TABLES } from '#tools/simulation/copied-tables.ts'
import { metricsFrom } from '#tools/simulation/simulation-report.ts'
import { reportText } from '#tools/simulation/report-texts.ts'
import { simulate } from '#tools/simulation/simulate.ts'
import { SIMULATED_JOBS } from '#tools/simulation/run-scheduled-jobs.ts'
import { SCHEDULED_JOBS } from '#server/app/scheduled-jobs.ts'
import { hashAllRows } from '#server/testing/database/all-rows.ts'
import { buildIfStale } from '#server/testing/run/build-shop.ts'
import { testDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

let real: TestDatabase
let copy: TestDatabase
let report: SimulationReport
let before: Record<string, string | undefined>
const HOLDERS = 10
const CODES = 40
let codeGift = ''
let connections = 0
const environments = new Map<string, string>()
const mailServer = createServer((socket) => {
  connections += 1
  socket.destroy()
})

beforeAll(async () => {
  // Its shops are processes, which are started from what was built.
  await buildIfStale()
  real = await testDatabase('template_world', { max: 2 })
  copy = await testDatabase('template_migrated', { max: 6 })
  const { settings, sql } = copy
  if (!('host' in settings)) throw new Error('the copy has no address')
  await giveCodes(real)
  await new Promise<void>((done) => void mailServer.listen(0, '127.0.0.1', done))
  const { port } = mailServer.address() as AddressInfo
  process.env['SMTP_URL'] = `smtp://127.0.0.1:${port}`
  before = await hashAllRows(real.sql)
  const { folder } = await temporaryFolder()
  report = await simulate({
    from: real.sql,
    copy: { sql, settings, folder, close: async () => {} },
    onProgress: async () => readEnvironments(folder),
    channel: '1014',
    ruleCChannel: '1014',
    asked: { holders: HOLDERS, points: 20, firstDay: '2026-12-01', days: 1, seed: 3 },
    kills: 1,
    failing: 0.1,
    // Too short for every parcel to come: the season goes on until all have come to rest.
    tailDays: 7,
    stepHours: 12,
    tailStepHours: 168,
  })
}, 240_000)
afterAll(async () => {
  delete process.env['SMTP_URL']
  mailServer.close()
  await copy.drop()
  await real.drop()
})

/** The environment of each simulation process, by process id. Only Linux provides it. */
async function readEnvironments(folder: string) {
  for (const pid of await readdir('/proc').catch(() => [])) {
    const given = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (given.includes('SIMULATION={') && given.includes(folder)) environments.set(pid, given)
  }
}

/** Of one of its digital gifts the shop has the codes itself, and few of them. */
async function giveCodes({ sql: there }: TestDatabase) {
  const [gift] = await there<{ sku: string }[]>`
    select sku from offer join article using (sku) join product on product.id = product_id
    where channel_id = '1014' and active and delivery_condition = 'digital' order by sku limit 1`
  codeGift = gift?.sku ?? ''
  const keeper = digitalCodeVault('of:the real shop')
  await there`
    update product set digital_kind = 'code' from article where product_id = product.id and sku = ${codeGift}`
  const [brought] = await there<{ id: number }[]>`
    insert into code_import (sku, at, added, refused) values (${codeGift}, now(), ${CODES}, 0) returning id`
  for (let place = 0; place < CODES; place += 1) {
    const code = { code: `REAL-${place}`, pin: '' }
    await there`
      insert into digital_code (sku, import_id, pepper_id, sealed, mark, exact)
      values (${codeGift}, ${brought?.id ?? 0}, ${keeper.pepperId}, ${keeper.seal(codeGift, code)}, ${keeper.mark(code)},
        ${keeper.exact(code)})`
  }
}

it('starts with as many simulated codes as the shop has real ones, and with no real one', async () => {
  const keeper = digitalCodeVault(DEFAULT_PEPPER)
  const rows = await copy.sql<{ sku: string; sealed: Buffer }[]>`
    select sku, sealed from digital_code where state <> 'gone' order by id`
  expect(rows).toHaveLength(CODES)
  for (const { sku, sealed } of rows) {
    expect(sku).toBe(codeGift)
    expect(keeper.open(sku, sealed).code).toMatch(/^SIMULATION-\d{6}$/)
  }
  const gift = report.gifts.find(({ sku }) => sku === codeGift)
  expect(gift).toMatchObject({ stock: CODES })
  const [given] = await copy.sql<{ codes: number; waiting: number }[]>`
    select count(*) filter (where state = 'given')::integer as codes,
      (select count(*)::integer from digital_item where state = 'waiting' and kind = 'code') as waiting
    from digital_code`
  expect(gift?.left).toBe(CODES - (given?.codes ?? 0))
  expect(given?.waiting).toBe(0)
})

it('gives the simulation no account of the shop', () => {
  if (process.platform === 'linux') expect(environments.size).toBeGreaterThan(1)
  const handed = [...environments.values()]
    .flatMap((given) => given.split('\0').map((variable) => variable.replace(/=.*/s, '')))
    .filter((name) => name !== '' && !name.startsWith('NODE_CHANNEL_'))
  expect(new Set(handed)).toEqual(
    new Set(environments.size > 0 ? ['PATH', 'NODE_ENV', 'SIMULATION'] : []),
  )
})

it('sends mail only to its own mailbox, and the report counts how many of each kind were sent', async () => {
  // The shop that it is played beside has a mail server, which was asked nothing.
  expect(connections).toBe(0)
  const [kept] = await copy.sql<{ mails: number; elsewhere: number }[]>`
    select count(*)::integer as mails,
      count(*) filter (where recipient not like '%.invalid' and recipient not like '%.example')::integer as elsewhere
    from simulation_mail`
  expect(kept?.mails).toBeGreaterThan(HOLDERS)
  const told = report.mails.reduce((sum, { sent }) => sum + sent, 0)
  expect(told).toBeGreaterThan(HOLDERS)
  expect(report.mails.map(({ template }) => template)).toEqual(
    expect.arrayContaining(['voucher-invitation', 'order-confirmation']),
  )
  // No recipient is a real person.
  expect(kept?.elsewhere).toBe(0)
})

it('plays a season of simulated holders with failing services and a kill -9: every order is completed, no mail arrives twice, the accounts match', () => {
  expect(report.findings).toEqual([])
  expect(report.orders).toMatchObject({ lost: [] })
  expect(report.orders.placed).toBeGreaterThan(HOLDERS / 3)
  expect(report.holders).toMatchObject({ invited: HOLDERS, ordered: expect.any(Number) })
  expect(report).toMatchObject({ mails_twice: 0, kills: 1, first_day: '2026-12-01' })
  expect(report.outages.map(({ service }) => service).sort()).toEqual([
    'addresses',
    'delivery',
    'mail',
    'payments',
  ])
  const invited = report.mails.find(({ template }) => template === 'voucher-invitation')
  expect((invited?.sent ?? 0) + (invited?.refused ?? 0)).toBe(HOLDERS)
  expect(report.points.given).toBe(HOLDERS * 20)
  // What was given was spent, came back or is left; nothing was made on the way.
  const { given, spent, back, expired, left } = report.points
  expect(spent - back + expired + left).toBe(given)
  expect(wentWell(report)).toBe(true)
  expect(reportText(report).at(-1)).toBe('The simulation was successful.')
})

it('names sold-out gifts in the language of the channel, also those that nobody ordered', async () => {
  const coloured = await copy.sql<{ sku: string; variant: string }[]>`
    select sku, texts ->> 'nl' as variant from offer join article using (sku) join product on product.id = product_id
      join dimension_value on dimension_id = dimension_ids[1] and dimension_value.id = value_0
    where channel_id = '1014' and value_1 = '' and texts ->> 'nl' <> texts ->> 'en'`
  expect(coloured.length).toBeGreaterThan(5)
  for (const { sku, variant } of coloured)
    expect(report.gifts.find((gift) => gift.sku === sku)).toMatchObject({ variant })
})

it('copies the gifts and texts of a channel, and no real person', async () => {
  const tables = await real.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
  // Every table must be in COPIED or LEFT_BEHIND, so a new table requires a decision.
  expect(tables.map(({ name }) => name).sort()).toEqual(
    [...COPIED_TABLES, ...NOT_COPIED_TABLES].sort(),
  )
  // No copied table contains data of holders, orders or staff.
  const personal = await real.sql<{ table: string }[]>`
    select distinct table_name as table from information_schema.columns
    where table_schema = 'public' and column_name in ('voucher_id', 'recipient', 'person', 'lookup', 'password_hash', 'token_hash', 'secret')`
  expect(personal.map(({ table }) => table).filter((name) => COPIED_TABLES.includes(name))).toEqual(
    [],
  )
  const [there] = await copy.sql<{ demo: number; suppliers: number; offers: number }[]>`
    select (select count(*)::integer from voucher where is_demo) as demo,
      (select count(*)::integer from supplier where email not like '%@simulation.invalid') as suppliers,
      (select count(*)::integer from offer where channel_id = '1014') as offers`
  const [offered] = await real.sql<{ offers: number }[]>`
    select count(*)::integer as offers from offer where channel_id = '1014'`
  expect(there).toEqual({ demo: 0, suppliers: 0, offers: offered?.offers })
})

it('decides for each recurring job of the shop whether a simulation runs it', async () => {
  // The type checks it too: a job of `scheduled-jobs.ts` without a decision here does not compile.
  expect(Object.keys(SIMULATED_JOBS).sort()).toEqual(Object.keys(SCHEDULED_JOBS).sort())
  const sources = ['server/app/start-shop.ts', 'server/app/scheduled-jobs.ts'].map((file) =>
    readFile(path.join(projectRoot, file), 'utf8'),
  )
  const source = (await Promise.all(sources)).join('\n')
  const named = /export const SCHEDULED_JOBS = \{(.*?)\n\}/s.exec(source)?.[1] ?? ''
  const files = await readdir(path.join(projectRoot, 'server'), { recursive: true })
  const begin = /export (?:function|const) (\w+)(?: = )?\(shop: Shop[^)]*\): RecurringJob\b/g
  const recurring: string[] = []
  for (const file of files.filter((name) => /(?<!test|long)\.ts$/.test(name))) {
    const text = await readFile(path.join(projectRoot, 'server', file), 'utf8')
    recurring.push(...[...text.matchAll(begin)].map(([, name = '']) => name))
  }
  expect(recurring.length).toBeGreaterThan(10)
  expect(recurring.filter((name) => !named.includes(name))).toEqual([])
  // The shop starts no other background work.
  const started = [...source.matchAll(/\b(?:follow|watch|poll)[A-Z]\w+\(/g)].map(([name]) => name)
  expect(started.sort()).toEqual(['followChangeEvents(', 'pollWebhooks('])
})

it('writes nothing into the real shop', async () => {
  expect(await hashAllRows(real.sql)).toEqual(before)
})

it('reports an order without a task, a mail that arrived twice, and accounts that differ', async () => {
  const { sql } = copy
  const look = async () =>
    metricsFrom(sql, {
      channel: '1014',
      language: 'nl',
      killed: [],
      left: 0,
      soldOutOn: new Map(),
      missed: new Map(),
      initialStock: new Map(),
    })
  // `killed` is empty here, so mails repeated after a kill count as duplicates already.
  const { mails_twice: repeated } = await look()
  const [order] = await sql<{ number: string }[]>`
    update orders set state = 'released' where number = (
      select number from orders where state = 'delivered'
        and not exists (select from digital_item where order_number = number) order by number limit 1) returning number`
  await sql`
    insert into simulation_mail (id, recipient, pid, at)
    select id, recipient, 1, at from simulation_mail where not doubtful and id in (
      select id from simulation_mail group by id having count(*) = 1) limit 1`
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update stock set on_hand = on_hand + 1 where sku = (select min(sku) from stock)`
  })
  const told = await look()
  expect(told.orders.lost).toEqual([order?.number])
  expect(told.mails_twice).toBe(repeated + 1)
  expect(told.findings.length).toBeGreaterThan(0)
  expect(wentWell({ ...report, ...told })).toBe(false)
  await sql`
    insert into task (kind, subject, cause, reason, order_number, first_at, last_at)
    values ('parcel-undeliverable', 'x', 'lost', 'lost on the way', ${order?.number ?? ''}, now(), now())`
  // A task without an owner is handled by no one, so the order still counts as lost.
  expect((await look()).orders.lost).toEqual([order?.number])
  await sql`
    update task set owned_at = now(), owner_id = (select min(id) from staff) where subject = 'x'`
  const waiting = await look()
  expect(waiting.orders).toMatchObject({ lost: [], waiting: 1 })
  expect(waiting.waiting).toContainEqual({
    kind: 'parcel-undeliverable',
    reason: 'lost on the way',
    owner: 'Simulation',
    cases: 1,
  })

  // Codes that are out are one case an article, of whichever orders wait for them.
  await sql`update task set owned_at = null, owner_id = null where subject = 'x'`
  expect((await look()).orders.lost).toEqual([order?.number])
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into digital_item (order_number, line, unit, voucher_id, sku, kind, asked_at)
      select order_number, line, 1, orders.voucher_id, sku, 'code', now()
      from order_line join orders on orders.number = order_number where order_number = ${order?.number ?? ''}`
    await sql`update order_line set state = 'released', arrival_assumed = false where order_number = ${order?.number ?? ''}`
    await sql`
      insert into task (kind, subject, cause, first_at, last_at, owned_at, owner_id)
      select distinct 'codes-out', sku, sku, now(), now(), now(), (select min(id) from staff)
      from order_line where order_number = ${order?.number ?? ''}`
  })
  expect((await look()).orders).toMatchObject({ lost: [], waiting: 1 })
  // The task does not cover other missing parts, so the order is lost.
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`delete from digital_item where order_number = ${order?.number ?? ''} and line = 1`
  })
  expect((await look()).orders.lost).toEqual([order?.number])
})

it('fails a call in every possible way: performed or not, at once or late', async () => {
  const done: string[] = []
  const doubted: unknown[] = []
  const seen = new Map<FailureKind | null, boolean>()
  let way: FailureKind | null = null
  const port = { sandbox: true, send: async (mail: string) => void done.push(mail) }
  const { mailer } = flakyServices(
    { mailer: port, payments: {}, delivery: {}, addresses: {} } as unknown as Ports,
    {
      random: numbersFrom(7),
      failing: 0.6,
      down: () => (done.length > 40 ? ['mail'] : []),
      onCall: (_, how) => (way = how),
      onFailover: async (_, given) => void doubted.push(given[0]),
    },
  )
  for (let at = 0; at < 400; at += 1) {
    const before = done.length
    const failed = await mailer.send(`mail ${at}` as never).then(
      () => false,
      (error: unknown) => error instanceof ServiceDown,
    )
    const how = way as FailureKind | null
    expect(failed).toBe(how !== null && how !== 'slow')
    expect(done.length - before).toBe(how === null || FAILURES[how].isPerformed ? 1 : 0)
    seen.set(how, failed)
    if (done.length > 40) break
  }
  expect([...seen.keys()].sort()).toEqual([null, ...Object.keys(FAILURES)].sort())
  // Calls that were performed but reported as failed are recorded.
  expect(doubted.length).toBeGreaterThan(0)
  await expect(mailer.send('none' as never)).rejects.toBeInstanceOf(ServiceDown)
})
