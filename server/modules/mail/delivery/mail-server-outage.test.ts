import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { MailPort } from '#server/platform/services/service-ports.ts'
import { LEASE_MS, sendMails } from '#server/modules/mail/delivery/mail.jobs.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

/** For busy machines. */
const SOON = { timeout: 15_000 }
const eight = Array.from({ length: 8 }, (_, index) => index)

/** Two processes with one database and one mail server. */
let shop: TestShop
let other: TestShop
/** Ids that the mail server accepted (`taken`) and received (`asked`). It answers while the gate is open. */
let taken: string[]
let asked: string[]
let gate: Promise<void>
/** Lets a process die before or after the mail server accepts its mail. */
let takesFirst: boolean

const mailer: MailPort = {
  sandbox: true,
  async send({ id }) {
    const takes = takesFirst
    asked.push(id)
    if (takes) taken.push(id)
    await gate
    if (!takes) taken.push(id)
  },
}

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  other = await testShop({ database: shop.database, ports: { mailer } })
})
afterAll(async () => {
  await other.stop()
  await shop.stop()
})
beforeEach(async () => {
  gate = Promise.resolve()
  takesFirst = true
  asked = []
  taken = []
  await shop.sql`delete from job`
})

function shut() {
  let open = () => {}
  gate = new Promise((done) => (open = done))
  return { open }
}

const later = (ms: number) => {
  shop.clock.advance(ms)
  other.clock.advance(ms)
}

async function queued(): Promise<string> {
  const { number } = await sampleOrder(shop, { gifts: [await shop.gift()] })
  const [mail] = await shop.sql<{ id: string }[]>`select id from mail where subject_id = ${number}`
  return mail?.id ?? ''
}
const rowOf = async (id: string) => {
  const [row] = await shop.sql`
    select state, tries, leaving_until is null as free from mail where id = ${id}`
  return row
}
const openTransactions = async () => {
  const [row] = await shop.sql<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
  return row?.count
}
const SENT = { state: 'sent', tries: 1, free: true }

it('keeps no transaction open while the mail server does not answer, and sends each of eight mails once (B49)', async () => {
  const ids = await Promise.all(eight.map(queued))
  const silence = shut()
  const going = eight.map((at) => sendMails((at % 2 === 0 ? shop : other).shop, ids))
  await expect.poll(() => new Set(asked).size, SOON).toBe(8)
  await expect.poll(openTransactions, SOON).toBe(0)
  silence.open()
  await Promise.all(going)
  expect(taken.toSorted()).toEqual(ids.toSorted())
  for (const id of ids) expect(await rowOf(id)).toEqual(SENT)
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(taken).toHaveLength(8)
})

it.each([
  ['before its mail was accepted', false, 1],
  ['after its mail was accepted, but before this was stored', true, 2],
])(
  'sends a mail again after its lease has expired when the process died %s (B49)',
  async (_, first, times) => {
    takesFirst = first
    const id = await queued()
    const silence = shut()
    const lost = sendMails(shop.shop, [id])
    await expect.poll(() => asked, SOON).toEqual([id])

    // Another process finds the same job and schedules a retry, rather than completing it.
    await shop.sql`delete from job`
    gate = Promise.resolve()
    await sendMails(other.shop, [id])
    later(LEASE_MS - 1000)
    await sendMails(other.shop, [id])
    expect(asked).toEqual([id])
    expect(await rowOf(id)).toEqual({ state: 'queued', tries: 0, free: false })

    later(1000)
    await other.shop.jobs.drain({ includeScheduled: true })
    expect(asked).toEqual([id, id])
    expect(await rowOf(id)).toEqual(SENT)
    expect(taken).toHaveLength(times)

    // A process that recovers late does not change the result of the other one.
    silence.open()
    await lost
    expect(await rowOf(id)).toEqual(SENT)
  },
)

it('leaves a mail to the process that has leased it since, when its own attempt fails late (B49)', async () => {
  const id = await queued()
  let fail = () => {}
  gate = new Promise((_, failed) => (fail = () => failed(new Error('torn off'))))
  const late = sendMails(shop.shop, [id])
  await expect.poll(() => asked, SOON).toEqual([id])
  later(LEASE_MS)
  const silence = shut()
  const going = sendMails(other.shop, [id])
  await expect.poll(() => asked, SOON).toEqual([id, id])
  fail()
  await late
  expect(await rowOf(id)).toEqual({ state: 'queued', tries: 0, free: false })
  await sendMails(shop.shop, [id])
  expect(asked).toHaveLength(2)
  silence.open()
  await going
  expect(await rowOf(id)).toEqual(SENT)
})

it('does not start sending when its lease has almost expired (B49)', async () => {
  const id = await queued()
  // Time passes between lease and rendering: the clock jumps ahead after its first reading.
  const now = () => shop.clock.now()
  let asks = 0
  const held = {
    ...shop.shop,
    ports: {
      ...shop.shop.ports,
      clock: { now: () => new Date(now().getTime() + (asks++ === 0 ? 0 : LEASE_MS - 30_000)) },
    },
  }
  const failures = await sendMails(held, [id])
  expect(asked).toEqual([])
  expect([...failures.keys()]).toEqual([id])
  expect(await rowOf(id)).toEqual({ state: 'queued', tries: 1, free: true })
})

it('ignores a lease far in the future, written before the clock was set back (B49)', async () => {
  const id = await queued()
  await shop.sql`
    update mail set leaving_until = ${new Date(shop.clock.now().getTime() + 3_600_000)} where id = ${id}`
  await sendMails(shop.shop, [id])
  expect(await rowOf(id)).toEqual(SENT)
})
