import { afterAll, beforeAll, expect, it } from 'vitest'

import { type MetricName, SUMMED_METRICS } from '#contract/reports/reports.staff.ts'
import { MEASURES } from '#domain/reports/measures.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import { checkBooks } from '#tools/check/check.ts'
import { expireVouchers } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
let reader: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  reader = await staffClient(shop, 'reader')
  await Promise.all([owner.signIn(), reader.signIn()])
})
afterAll(() => shop.stop())

type Figures = StaffResponse<'reportMetrics'>
type Rows = StaffResponse<'metricRows'>
const today = () => dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
const figures = async (who: StaffClient, query: string) =>
  jsonOf<Figures>(await who.ask('GET', `/backoffice/api/reports/metrics?${query}`))

/** Reads all pages of a list and sums its values. */
async function listed(who: StaffClient, figure: MetricName, query: string) {
  let sum = 0
  let rows = 0
  let said = 0
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Rows = await jsonOf<Rows>(
      await who.ask(
        'GET',
        `/backoffice/api/reports/metrics/${figure}?${query}&limit=5&cursor=${cursor}`,
      ),
    )
    rows += page.items.length
    sum += page.items.reduce((all, { value }) => all + value, 0)
    said = page.sum
    cursor = page.next
  }
  const file = await (
    await who.ask('GET', `/backoffice/api/reports/metrics/${figure}?${query}&as=csv`)
  ).text()
  expect(file.trim().split('\r\n')).toHaveLength(rows + 1)
  expect(said).toBe(sum)
  return sum
}

/** Every number of the overview, and of its parts, is the sum of the list that it opens. */
async function isSumOfLists(who: StaffClient, query: string) {
  const { now } = await jsonOf<StaffResponse<'reportOverview'>>(
    await who.ask('GET', `/backoffice/api/reports/overview?${query}`),
  )
  for (const [figure, sum] of Object.entries(now.sums))
    expect([figure, await listed(who, figure as MetricName, query)]).toEqual([figure, sum])
  for (const measure of MEASURES) {
    expect(now.points.reduce((sum, point) => sum + point[measure], 0)).toBe(now.sums[measure])
    const top = await jsonOf<StaffResponse<'reportTop'>>(
      await who.ask('GET', `/backoffice/api/reports/top?${query}&measure=${measure}`),
    )
    const parts = [
      ...top.gifts.map(({ id, value }) => ['gifts', `gift=${id}`, value] as const),
      ...top.categories.map(({ id, value }) => ['gifts', `category=${id ?? '-'}`, value] as const),
      ...top.employers.map(({ id, value }) => [measure, `employer=${id ?? '-'}`, value] as const),
    ]
    for (const [figure, part, value] of parts)
      expect([part, await listed(who, figure, `${query}&${part}`)]).toEqual([part, value])
    expect(top.channels.reduce((sum, { value }) => sum + value, 0)).toBe(now.sums[measure])
  }
}

it('walks every figure: each is the sum of the list that it opens, in one channel and in all, and so is each part of it (DESK-40, PRODUCT-2)', async () => {
  // Midnight may come while the test runs.
  const began = today()
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const mug = await shop.gift({ points: 3, inStock: 50 })
  const foreign = await shop.gift({ channel: '2001', points: 2, inStock: 9 })
  const [paid] = await Promise.all([
    cardOrder(shop, { gift: vase, points: 2 }),
    cardOrder(shop, { gift: vase, points: 3, quantity: 1 }),
    sampleOrder(shop, { gifts: [vase, mug], quantity: 2 }),
    sampleOrder(shop, {
      gifts: [foreign],
      holder: await shop.holder({ channel: '2001', points: 5 }),
    }),
    shop.holder({ points: 7 }),
  ])
  await shop.sql`
    insert into product_tag (product_id, tag_id)
    select ${mug.sku}, tag_id from navigation_tag where channel_id = '2' order by item_id, tag_id limit 1`
  await paid.holder.done('cancelOrder', { order_number: paid.number })
  await shop.shop.jobs.drain()
  await shop.sql`update refund set state = 'refunded', done_at = now() where state <> 'refunded'`
  await paid.holder.done('askService', {
    contact_email: 'anna@example.com',
    subject: 'A question',
    email_body: 'Where is it?',
  })
  // Of three vouchers one is blocked, one ends, and one ends and does so no longer.
  const [blocked, over, moved] = await Promise.all([
    shop.holder({ points: 6 }),
    shop.holder({ points: 11 }),
    shop.holder({ points: 13 }),
  ])
  const request = async (holder: TestHolder, action: string, input: object = {}) =>
    jsonOf<{ valid_until: string | null }>(
      await owner.ask('POST', `/backoffice/api/vouchers/${holder.voucherId}/${action}`, {
        reason: 'as agreed',
        ...input,
      }),
    )
  await request(blocked, 'block')
  await request(over, 'expire', { valid_until: null })
  const { valid_until } = await request(moved, 'expire', { valid_until: null })
  await expireVouchers(shop.shop)
  await request(moved, 'extend', { last_day: '2035-06-30', valid_until })
  await expireVouchers(shop.shop)

  const period = `from=${began}&to=${today()}`
  for (const [who, query] of [
    [owner, period],
    [owner, `${period}&channel=2001`],
    [reader, period],
  ] as const) {
    const all = await figures(who, query)
    const { before, granted, 'points-back': back, spent, ended, left } = all.sums
    expect(before + granted + back - spent - ended).toBe(left)
    for (const figure of SUMMED_METRICS)
      expect([figure, await listed(who, figure, query)]).toEqual([figure, all.sums[figure]])
    await isSumOfLists(who, query)
    for (const { step, count } of all.funnel)
      expect([step, await listed(who, 'claimed', `${query}&step=${step}`)]).toEqual([step, count])
    for (const { id, gifts } of all.categories)
      expect([id, await listed(who, 'gifts', `${query}&category=${id ?? '-'}`)]).toEqual([
        id,
        gifts,
      ])
    const sold = all.hours.flatMap((orders, hour) => (orders === 0 ? [] : [{ hour, orders }]))
    for (const { hour, orders } of sold)
      expect(await listed(who, 'orders', `${query}&hour=${hour}`)).toBe(orders)
    expect(all.hours.reduce((sum, orders) => sum + orders, 0)).toBe(all.sums.orders)
    for (const measure of ['orders', 'spent', 'paid'] as const)
      expect(all.days.reduce((sum, day) => sum + day[measure], 0)).toBe(all.sums[measure])
    expect(all.funnel.map(({ count }) => count)).toEqual(
      all.funnel.map(({ count }) => count).toSorted((a, b) => b - a),
    )
  }

  const { sums, funnel, categories } = await figures(reader, period)
  expect(sums).toMatchObject({
    orders: 3,
    spent: 2 + 3 + 14,
    paid: 1500,
    gifts: 6,
    'points-back': 2,
    'euros-back': 1000,
    questions: 1,
    // Beside one of each that the demo world has.
    ended: 11 + 20,
    blocked: 6 + 20,
  })
  // Before all of this nothing was there, and what was there then is what the day before ends with.
  const eve = addDays(today(), -1)
  const dayBefore = await figures(owner, `from=${eve}&to=${eve}`)
  expect(dayBefore.sums.left).toBe((await figures(owner, period)).sums.before)
  expect(await listed(owner, 'left', `from=${eve}&to=${eve}`)).toBe(dayBefore.sums.left)
  expect([sums.before, dayBefore.sums.spent]).toEqual([0, 0])
  // Four orders were made, of which one lies in a channel of others.
  expect((await figures(owner, period)).sums.orders).toBe(4)
  expect(funnel.map(({ count }) => count)).toEqual([7, 3, 3, 3, 2])
  expect(categories.map(({ gifts }) => gifts).toSorted()).toEqual([2, 4])
  const [money] = await shop.sql<{ ordered: number; refunded: number }[]>`
    select sum(ordered)::integer as ordered, sum(refunded)::integer as refunded from payments_of_day(${today()})`
  expect(money).toEqual({ ordered: sums.paid, refunded: sums['euros-back'] })
  const file = await (
    await owner.ask('GET', `/backoffice/api/reports/metrics?${period}&as=csv`)
  ).text()
  expect(file).toMatch(/\r\n"?paid"?[,;]"?"?[,;]"?15[.,]00/)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
  // What came to nothing has not gone back.
  const refundsStand = (state: string) =>
    shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`update refund set state = ${state}`
    })
  await refundsStand('failed')
  expect((await figures(reader, period)).sums['euros-back']).toBe(0)
  await refundsStand('refunded')
})

it('counts days by the clocks of each channel, and refuses what is no period or lies with others (DESK-40)', async () => {
  await shop.sql`update channel set time_zone = 'Pacific/Auckland' where id = '2002'`
  const gift = await shop.gift({ channel: '2002', points: 2, inStock: 9 })
  const { number } = await sampleOrder(shop, {
    gifts: [gift],
    holder: await shop.holder({ channel: '2002', points: 2 }),
  })
  const midnight = startOfDay(today(), 'Pacific/Auckland')
  const place = async (ms: number) =>
    shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`update orders set placed_at = ${new Date(ms)} where number = ${number}`
    })
  const there = async () =>
    (await figures(owner, `from=${today()}&to=${today()}&channel=2002`)).sums.orders
  await place(midnight)
  expect(await there()).toBe(1)
  const { hours, time_zone } = await figures(owner, `from=${today()}&to=${today()}&channel=2002`)
  expect([hours[0], time_zone]).toEqual([1, 'Pacific/Auckland'])
  const atHour = (hour: number) =>
    listed(owner, 'orders', `from=${today()}&to=${today()}&channel=2002&hour=${hour}`)
  expect([await atHour(0), await atHour(1)]).toEqual([1, 0])
  await place(midnight - 1)
  expect(await there()).toBe(0)
  const next = startOfDay(addDays(today(), 1), 'Pacific/Auckland')
  // The closing balance uses the same time zone: points spent tomorrow still count today, also with channels in other
  // time zones.
  const left = async (day: string, channel: string) => {
    const {
      before,
      granted,
      'points-back': back,
      spent,
      ended,
      left,
    } = (await figures(owner, `from=${day}&to=${day}${channel}`)).sums
    expect(before + granted + back - spent - ended).toBe(left)
    expect(await listed(owner, 'left', `from=${day}&to=${day}${channel}`)).toBe(left)
    return { before, left, gained: granted + back - ended }
  }
  const [one, all] = ['&channel=2002', '']
  await place(next - 1)
  expect(await there()).toBe(1)
  const spentToday = [await left(today(), one), await left(today(), all)]
  await place(next)
  expect(await there()).toBe(0)
  expect([await left(today(), one), await left(today(), all)]).toEqual(
    spentToday.map(({ before, left, gained }) => ({ before, left: left + 2, gained })),
  )
  const tomorrow = addDays(today(), 1)
  // By the evening in Europe it is tomorrow there, and what was given today was given then.
  const after = [await left(tomorrow, one), await left(tomorrow, all)]
  expect(after.map(({ before, left, gained }) => ({ before, left: left - gained }))).toEqual(
    spentToday.map(({ left }) => ({ before: left + 2, left })),
  )

  const status = async (query: string) =>
    (await reader.ask('GET', `/backoffice/api/reports/metrics${query}`)).status
  expect(await status(`?from=${today()}&to=${today()}&channel=2001`)).toBe(404)
  expect(await status(`/orders?from=${today()}&to=${today()}&channel=2001`)).toBe(404)
  expect(await status('?from=2026-03-02&to=2026-03-01')).toBe(400)
  expect(await status('?from=2024-01-01&to=2026-03-01')).toBe(400)
  expect(await status(`/nothing?from=${today()}&to=${today()}`)).toBe(400)
})

it('records the first login once, and keeps it after the session is gone (DESK-40)', async () => {
  const gift = await shop.gift({ points: 2 })
  const holder = await shop.holder({ points: 9 })
  const claims = () =>
    shop.sql<
      { at: Date }[]
    >`select at from voucher_activation where voucher_id = ${holder.voucherId}`
  const [first] = await claims()
  await holder.call('logOut', {})
  await shop.sql`delete from session where voucher_id = ${holder.voucherId}`
  const again = await shop.logIn(holder.code)
  await sampleOrder(shop, { gifts: [gift], holder: again })
  expect(await claims()).toEqual([first])
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`delete from voucher_activation where voucher_id = ${holder.voucherId}`
  })
  expect((await checkBooks(shop.sql)).findings).toMatchObject([
    { code: 'claim-differs', subject: String(holder.voucherId) },
  ])
})

it.each(['employer', 'batch', 'campaign'])(
  'lists the rows of one %s only for staff who may see employers (PRODUCT-2)',
  async (kind) => {
    const merchandiser = await staffClient(shop, 'merchandiser')
    await merchandiser.signIn()
    const rows = (query: string) =>
      merchandiser.ask(
        'GET',
        `/backoffice/api/reports/metrics/orders?from=${today()}&to=${today()}${query}`,
      )
    expect((await rows('')).status).toBe(200)
    expect((await rows(`&${kind}=1`)).status).toBe(404)
  },
)

it('shows the recipient and the payment of each order of a figure as the list of orders does (PRODUCT-2)', async () => {
  const { number } = await cardOrder(shop, {
    gift: await shop.gift({ points: 4, inStock: 5 }),
    points: 2,
  })
  const path = `/backoffice/api/reports/metrics/orders?from=${today()}&to=${today()}&search=${number}`
  const orders = async (who: StaffClient) =>
    (await jsonOf<Rows>(await who.ask('GET', path))).items.map(({ order }) => order)
  const [whole] = await orders(owner)
  expect(whole).toMatchObject({ points_paid: 2, cents_paid: 1000 })
  const listed = await jsonOf<StaffResponse<'staffOrders'>>(
    await owner.ask('GET', `/backoffice/api/orders?search=${number}`),
  )
  expect(whole?.person).toBe(listed.items[0]?.person.name)
  expect((await orders(reader))[0]?.person).toMatch(/^.•+$/)
  const csv = await (await owner.ask('GET', `${path}&as=csv`)).text()
  expect(csv).toContain('recipient;points_paid;euros_paid')
})
