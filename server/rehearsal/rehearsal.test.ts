import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { type RehearsalReport, wentWell } from '#contract/desk/rehearsal-report.ts'
import { numbersFrom } from '#domain/seeded-numbers.ts'
import { type Ports, ServiceDown } from '#server/ground/ports.ts'
import { projectRoot } from '#server/ground/project-root.ts'
import { falteringPorts, type Way, WAYS } from '#server/rehearsal/faltering-ports.ts'
import { COPIED_TABLES } from '#server/rehearsal/rehearsal-copy.ts'
import { figuresFrom } from '#server/rehearsal/rehearsal-figures.ts'
import { reportInWords } from '#server/rehearsal/rehearsal-words.ts'
import { rehearse } from '#server/rehearsal/rehearse.ts'
import { allRows } from '#server/testing/all-rows.ts'
import { testDatabase, type TestDatabase } from '#server/testing/test-database.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

let real: TestDatabase
let copy: TestDatabase
let report: RehearsalReport
let before: Record<string, string | undefined>
const HOLDERS = 14

beforeAll(async () => {
  // Its shops are processes, which are started from what was built.
  await promisify(execFile)(process.execPath, [
    path.join(projectRoot, 'scripts/build-if-stale.mjs'),
  ])
  real = await testDatabase('template_world', { max: 2 })
  copy = await testDatabase('template_migrated', { max: 6 })
  const { settings, sql } = copy
  if (!('host' in settings)) throw new Error('the copy has no address')
  before = await allRows(real.sql)
  report = await rehearse({
    from: real.sql,
    copy: { sql, settings, folder: (await temporaryFolder()).folder, close: async () => {} },
    channel: '1014',
    ruleCChannel: '1014',
    asked: { holders: HOLDERS, points: 20, firstDay: '2026-12-01', days: 1, seed: 3 },
    kills: 1,
    failing: 0.1,
    // Longer than a supplier who says nothing has.
    tailDays: 26,
  })
}, 240_000)
afterAll(async () => {
  await copy.drop()
  await real.drop()
})

it('plays a season of made-up holders through failing services and a kill -9: every order comes to rest, no mail twice, the books agree', () => {
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
  expect(reportInWords(report).at(-1)).toBe('The rehearsal went well.')
})

it('takes along what a channel sells and says, and nobody who is real', async () => {
  const tables = await real.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
  const names = tables.map(({ name }) => name)
  expect(COPIED_TABLES.filter((name) => !names.includes(name))).toEqual([])
  // Whoever makes a table that a rehearsal needs names it there; none of these is of a holder, an order or a colleague.
  const personal = await real.sql<{ table: string }[]>`
    select distinct table_name as table from information_schema.columns
    where table_schema = 'public' and column_name in ('voucher_id', 'recipient', 'person', 'lookup', 'password_hash', 'token_hash', 'secret')`
  expect(personal.map(({ table }) => table).filter((name) => COPIED_TABLES.includes(name))).toEqual(
    [],
  )
  const [there] = await copy.sql<{ demo: number; suppliers: number; offers: number }[]>`
    select (select count(*)::integer from voucher where is_demo) as demo,
      (select count(*)::integer from supplier where email not like '%@rehearsal.invalid') as suppliers,
      (select count(*)::integer from offer where channel_id = '1014') as offers`
  const [offered] = await real.sql<{ offers: number }[]>`
    select count(*)::integer as offers from offer where channel_id = '1014'`
  expect(there).toEqual({ demo: 0, suppliers: 0, offers: offered?.offers })
})

it('writes nothing into the real shop', async () => {
  expect(await allRows(real.sql)).toEqual(before)
})

it('tells of an order that nobody would ever look at, of a mail that came twice and of books that differ', async () => {
  const { sql } = copy
  const look = async () =>
    figuresFrom(sql, {
      channel: '1014',
      language: 'nl',
      killed: [],
      left: 0,
      emptyOn: new Map(),
      missed: new Map(),
      stockAtFirst: new Map(),
    })
  const [order] = await sql<{ number: string }[]>`
    update orders set state = 'released' where number = (
      select number from orders where state = 'delivered' order by number limit 1) returning number`
  await sql`
    insert into rehearsal_mail (id, recipient, pid, at)
    select id, recipient, 1, at from rehearsal_mail where not doubtful and id in (
      select id from rehearsal_mail group by id having count(*) = 1) limit 1`
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update stock set on_hand = on_hand + 1 where sku = (select min(sku) from stock)`
  })
  const told = await look()
  expect(told.orders.lost).toEqual([order?.number])
  expect(told.mails_twice).toBe(1)
  expect(told.findings.length).toBeGreaterThan(0)
  expect(wentWell({ ...report, ...told })).toBe(false)
  await sql`
    insert into attention (kind, subject, cause, reason, order_number, first_at, last_at)
    values ('parcel-lost', 'x', 'lost', 'lost on the way', ${order?.number ?? ''}, now(), now())`
  // A case that is nobody's is nobody's.
  expect((await look()).orders.lost).toEqual([order?.number])
  await sql`
    update attention set owned_at = now(), owner_id = (select min(id) from staff) where subject = 'x'`
  const waiting = await look()
  expect(waiting.orders).toMatchObject({ lost: [], waiting: 1 })
  expect(waiting.waiting).toContainEqual({
    kind: 'parcel-lost',
    reason: 'lost on the way',
    owner: 'Rehearsal',
    cases: 1,
  })
})

it('fails a call in every way there is: with its work done and undone, at once and late', async () => {
  const done: string[] = []
  const doubted: unknown[] = []
  const seen = new Map<Way | null, boolean>()
  let way: Way | null = null
  const port = { sandbox: true, send: async (mail: string) => void done.push(mail) }
  const { mailer } = falteringPorts(
    { mailer: port, payments: {}, delivery: {}, addresses: {} } as unknown as Ports,
    {
      random: numbersFrom(7),
      failing: 0.6,
      down: () => (done.length > 40 ? ['mail'] : []),
      onCall: (_, how) => (way = how),
      onDoubt: async (_, given) => void doubted.push(given[0]),
    },
  )
  for (let at = 0; at < 400; at += 1) {
    const before = done.length
    const failed = await mailer.send(`mail ${at}` as never).then(
      () => false,
      (error: unknown) => error instanceof ServiceDown,
    )
    const how = way as Way | null
    expect(failed).toBe(how !== null && how !== 'slow')
    expect(done.length - before).toBe(how === null || WAYS[how].does ? 1 : 0)
    seen.set(how, failed)
    if (done.length > 40) break
  }
  expect([...seen.keys()].sort()).toEqual([null, ...Object.keys(WAYS)].sort())
  // Of what was done though it was said to have failed somebody keeps a note.
  expect(doubted.length).toBeGreaterThan(0)
  await expect(mailer.send('none' as never)).rejects.toBeInstanceOf(ServiceDown)
})
