import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  LIMIT_HOURS,
  MOST_BATCH_POINTS_ALONE,
  MOST_EMPLOYER_POINTS,
} from '#domain/approvals/staff-limits.ts'
import { checkBooks } from '#tools/check/check.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { employerClient } from '#server/testing/clients/employer-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

/** The most that one voucher has. */
const POINTS = 1000
const eight = Array.from({ length: 8 }, (_, at) => at)

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(async () => {
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const request = async (path: string, input: object) => {
  const answer = await owner.request('POST', `/backoffice/api${path}`, input)
  expect(answer.status).toBe(200)
  return (await jsonOf<{ id: string }>(answer)).id
}
/** A batch in a new campaign without a budget. */
async function batchOf(employer: string, count = 1) {
  const campaign = await request('/campaigns', { employer, channel: '1014', name: 'Christmas' })
  return request('/batches', {
    channel: '1014',
    points: POINTS,
    count,
    campaign,
    valid_until: '2035-12-31',
  })
}
async function employerWith(users: number) {
  const employer = await request('/employers', { name: 'Noordzee' })
  const guests = await Promise.all(
    Array.from({ length: users }, () => employerClient(shop, employer)),
  )
  await Promise.all(guests.map((guest) => guest.signIn()))
  return { employer, guests }
}
let people = 0
const someone = () => ({
  name: `Person ${(people += 1)}`,
  email: `person-${people}@example.com`,
  reason: 'Was erased',
})
const outcomeOf = async (response: Response) =>
  response.ok
    ? 'added'
    : `${response.status} ${(await jsonOf<{ error: { code: string } }>(response)).error.code}`
const outcomes = async (asked: Promise<Response>[]) =>
  (await Promise.all((await Promise.all(asked)).map(outcomeOf))).toSorted()
/** Sends requests while the audit table is locked, and unlocks it once all of them wait for a lock. */
async function raceBeforeAudit(asks: (() => Promise<Response>)[]) {
  const { asked } = await shop.sql.begin(async (sql) => {
    await sql`lock table audit in exclusive mode`
    const asked = outcomes(asks.map((ask) => ask()))
    const waiting = async () => {
      const rows = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length
    }
    await expect.poll(waiting).toBe(asks.length)
    return { asked }
  })
  return asked
}
const granted = async (batch: string) => {
  const [row] = await shop.sql<{ points: number }[]>`
    select coalesce(sum(granted), 0)::integer as points
    from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id where batch_id = ${batch}::bigint`
  return row?.points
}

it('limits the points that all users of one employer add within 24 hours, across batches and in a race (SAFE-9, S26)', async () => {
  const { employer, guests } = await employerWith(2)
  const batches = [await batchOf(employer), await batchOf(employer)]
  const add = (at: number) =>
    guests[at % 2]?.request('POST', '/employer/api/people', {
      batch: batches[Math.floor(at / 2) % 2],
      ...someone(),
    }) as Promise<Response>
  const maxVouchers = Math.floor(MOST_EMPLOYER_POINTS / POINTS)
  for (const at of eight.slice(1, maxVouchers)) expect(await outcomeOf(await add(at))).toBe('added')
  // One more is within the limit. Without the lock, both would read a sum without the other.
  expect(await raceBeforeAudit([() => add(0), () => add(3)])).toEqual(['409 over-limit', 'added'])
  expect(await outcomes(eight.map(add))).toEqual(Array(8).fill('409 over-limit'))
  const [first = '', second = ''] = batches
  expect(((await granted(first)) ?? 0) + ((await granted(second)) ?? 0)).toBe(
    (2 + maxVouchers) * POINTS,
  )

  // Another employer has its own limit, and staff of the shop are not limited.
  const other = await employerWith(1)
  const theirs = await batchOf(other.employer)
  const asked = { batch: theirs, ...someone() }
  expect(
    await outcomes(
      other.guests.map((guest) => guest.request('POST', '/employer/api/people', asked)),
    ),
  ).toEqual(['added'])
  await request(`/batches/${first}/recipients`, someone())

  shop.clock.advance(LIMIT_HOURS * 3_600_000)
  await Promise.all(guests.map((guest) => guest.signIn()))
  expect(await outcomeOf(await add(0))).toBe('added')
})

it('lets an employer extend a batch only up to the limit of the back office without approval, in a race of eight (SAFE-9, S26)', async () => {
  await owner.signIn()
  const { employer, guests } = await employerWith(1)
  const batch = await batchOf(employer, MOST_BATCH_POINTS_ALONE / POINTS - 1)
  const answers = eight.map(
    () =>
      guests[0]?.request('POST', '/employer/api/people', {
        batch,
        ...someone(),
      }) as Promise<Response>,
  )
  expect(await outcomes(answers)).toEqual([...Array(7).fill('409 over-limit'), 'added'])
  expect(await granted(batch)).toBe(MOST_BATCH_POINTS_ALONE)
})
