import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { momentOf } from '#tools/demo-history/history-plan.ts'
import { liveThroughPast } from '#tools/demo-history/play-history.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { addDemoStaff } from '#server/modules/staff/accounts/create-demo-staff.ts'
import { addDemoEmployer } from '#server/modules/employers/create-demo-employer.ts'
import { addDemoSuppliers } from '#server/modules/fulfilment/suppliers/create-demo-suppliers.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { checkBooks } from '#tools/check/check.ts'

const person = { batch: 'thanks', day: 6, at: '12:00' }
/** One of each step; the second pays by card. */
const PLAN = {
  batches: {
    thanks: { channel: '1014', note: 'Thanks', made: 8, points: 5, employer: true },
    rest: { channel: '1014', note: 'Rest', made: 8, points: 5 },
  },
  people: [
    {
      ...person,
      name: 'Anna Arends',
      gifts: { 'stoneware-mug-sea': 1, 'linen-towel-sea': 1 },
      after: ['shipped', 'delivered', 'asked', 'withdrawn'],
    },
    {
      ...person,
      name: 'Bram Bos',
      gifts: { 'soup-bowls': 1 },
      after: ['shipped', 'delivered', 'credited'],
    },
    { ...person, name: 'Cato Claes', gifts: { 'stoneware-mug-sea': 1 }, after: ['undone'] },
    {
      ...person,
      batch: 'rest',
      name: 'Dirk Dekker',
      gifts: { 'stoneware-mug-sea': 1 },
      after: ['shipped', 'lost'],
    },
    { ...person, name: 'Esra Evers', gifts: { 'linen-towel-sea': 2 }, stops: 'address' },
  ],
}
/** Visits, what follows them, and the evenings of five days. */
const STEPS = 5 + 10 + 5

/** A repeated step signs in again, which other processes hear of. */
const OF_EACH_LOGIN = new Set([
  'session',
  'login_attempt',
  'staff_session',
  'audit',
  'change_event',
])

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file = ''
let expected: Awaited<ReturnType<typeof outcome>>
beforeAll(async () => {
  folder = await temporaryFolder({ 'past.yaml': JSON.stringify(PLAN) })
  file = path.join(folder.folder, 'past.yaml')
  const shop = await preparedShop()
  await live(shop)
  expected = await outcome(shop.sql)
  await shop.stop()
})
afterAll(() => folder.remove())

async function preparedShop() {
  const shop = await testShop()
  await shop.sql.begin(async (sql) => {
    await addDemoStaff(sql)
    await addDemoEmployer(sql)
    await addDemoSuppliers(sql)
  })
  return shop
}

function live({ config, shop, sql }: TestShop, abort?: AbortSignal) {
  const around = { config: { ...config, PUBLIC_URL: undefined, PORT: 4841 }, sql, direct: sql }
  return liveThroughPast(file, { ...around, log: shop.log, ...(abort ? { abort } : {}) })
}

/** A signal that is aborted before the step with this number, counted from the current start. */
function abortedBefore(step: number) {
  let looks = 0
  return Object.defineProperty(new AbortController().signal, 'aborted', {
    get: () => (looks += 1) > step,
  })
}

/** All that the history created: the rows of each table, the orders, the points and the mails by day. */
async function outcome(sql: Sql) {
  const names = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const rows: Record<string, number> = {}
  for (const { name } of names) {
    if (OF_EACH_LOGIN.has(name)) continue
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::integer as count from ${sql(name)}`
    rows[name] = row?.count ?? 0
  }
  const orders = await sql`
    select first_name, state, cents_paid, placed_at, available, spent
    from orders join voucher on voucher.id = orders.voucher_id join voucher_balance on voucher_balance.voucher_id = voucher.id
    order by first_name`
  const points = await sql`
    select kind, sum(points)::integer as points from ledger group by kind order by kind`
  const mails = await sql`
    select template, state, sent_at::date::text as day, count(*)::integer as count
    from mail group by 1, 2, 3 order by 1, 3`
  const jobs = await sql`
    select name, count(*)::integer as count from job
    where failed_at is null and start_after < now() group by name`
  return {
    rows,
    orders: [...orders],
    points: [...points],
    mails: [...mails],
    jobs: [...jobs],
    findings: (await checkBooks(sql)).findings,
  }
}

/** From now on a statement fails as if the process was killed before it. */
async function failBefore(sql: Sql, what: string, condition = '') {
  await sql.unsafe(
    `create or replace function killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
       create trigger killed before ${what} for each row ${condition} execute function killed()`,
  )
  return () => sql.unsafe(`drop trigger killed on ${what.split(' on ')[1]}`)
}

it('has one of each step', () => {
  const states = expected.orders.map(({ first_name, state }) => `${first_name} ${state}`)
  expect(states).toEqual(
    expect.arrayContaining(['Anna delivered', 'Bram delivered', 'Cato cancelled', 'Dirk shipped']),
  )
  expect(expected.rows).toMatchObject({ withdrawal: 1, credit: 1, replacement_offer: 1 })
})

it('creates nothing twice where each step is killed after its work and before it is noted', async () => {
  const shop = await preparedShop()
  for (let step = 1; step <= STEPS; step += 1) {
    const noted = `when (new.feed = 'demo-past' and new.position = ${step})`
    const goOn = await failBefore(shop.sql, 'update on feed_cursor', noted)
    await expect(live(shop)).rejects.toThrow('killed')
    await goOn()
  }
  await live(shop)
  expect(await outcome(shop.sql)).toEqual(expected)
  await shop.stop()
})

it.each([
  'insert on voucher',
  'insert on voucher_activation',
  'insert on cart_line',
  'insert on payment',
  'insert on sandbox_payment',
  'update on sandbox_payment',
  'insert on orders',
  'insert on withdrawal',
  'insert on credit_proposal',
  'insert on credit',
])('loses nothing where it is killed before an %s', async (what) => {
  const shop = await preparedShop()
  const goOn = await failBefore(shop.sql, what)
  await expect(live(shop)).rejects.toThrow(/killed|answered 500|refused|no credit|not booked/)
  await goOn()
  await live(shop)
  expect(await outcome(shop.sql)).toEqual(expected)
  await shop.stop()
})

it('does the jobs of an evening that was killed on the same evening', async () => {
  const shop = await preparedShop()
  const { sql } = shop
  await live(shop, abortedBefore(6))
  // What a killed process leaves: jobs under way, and mails and calls that are claimed for another minute.
  const evening = addDays(dayAt(Date.now(), DEFAULT_ZONE), -person.day)
  const until = new Date(momentOf(evening, '23:41'))
  await sql`update job set claimed_until = ${until}, tries = tries + 1`
  await sql`update mail set leaving_until = ${until} where state = 'queued'`
  await sql`
    insert into outbound_request (name, holder, until)
    values ('feed warehouse', gen_random_uuid(), ${until})`
  await live(shop)
  expect(await outcome(sql)).toEqual(expected)
  await shop.stop()
})
