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
const figures = async (client: StaffClient, query: string) =>
  jsonOf<Figures>(await client.request('GET', `/backoffice/api/reports/metrics?${query}`))

/** Reads all pages of a list and sums its values. */
async function sumOfList(client: StaffClient, figure: MetricName, query: string) {
  let sum = 0
  let rows = 0
  let reportedSum = 0
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Rows = await jsonOf<Rows>(
      await client.request(
        'GET',
        `/backoffice/api/reports/metrics/${figure}?${query}&limit=5&cursor=${cursor}`,
      ),
    )
    rows += page.items.length
    sum += page.items.reduce((all, { value }) => all + value, 0)
    reportedSum = page.sum
    cursor = page.next
  }
  const file = await (
    await client.request('GET', `/backoffice/api/reports/metrics/${figure}?${query}&as=csv`)
  ).text()
  expect(file.trim().split('\r\n')).toHaveLength(rows + 1)
  expect(reportedSum).toBe(sum)
  return sum
}

/** Checks that every number of the overview and of its parts is the sum of its list. */
async function expectSumsOfLists(client: StaffClient, query: string) {
  const { now } = await jsonOf<StaffResponse<'reportOverview'>>(
    await client.request('GET', `/backoffice/api/reports/overview?${query}`),
  )
  for (const [figure, sum] of Object.entries(now.sums))
    expect([figure, await sumOfList(client, figure as MetricName, query)]).toEqual([figure, sum])
  for (const measure of MEASURES) {
    expect(now.points.reduce((sum, point) => sum + point[measure], 0)).toBe(now.sums[measure])
    const top = await jsonOf<StaffResponse<'reportTop'>>(
      await client.request('GET', `/backoffice/api/reports/top?${query}&measure=${measure}`),
    )
    const parts = [
      ...top.gifts.map(({ id, value }) => ['gifts', `gift=${id}`, value] as const),
      ...top.categories.map(({ id, value }) => ['gifts', `category=${id ?? '-'}`, value] as const),
      ...top.employers.map(({ id, value }) => [measure, `employer=${id ?? '-'}`, value] as const),
    ]
    for (const [figure, part, value] of parts)
      expect([part, await sumOfList(client, figure, `${query}&${part}`)]).toEqual([part, value])
    expect(top.channels.reduce((sum, { value }) => sum + value, 0)).toBe(now.sums[measure])
  }
}

it('returns each figure and each of its parts as the sum of the rows of its list, for one channel and for all (DESK-40, PRODUCT-2)', async () => {
  // The test may run over midnight.
  const firstDay = today()
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
  // Three vouchers: one is blocked, one expires, and one expires and is extended again.
  const [blocked, expired, extended] = await Promise.all([
    shop.holder({ points: 6 }),
    shop.holder({ points: 11 }),
    shop.holder({ points: 13 }),
  ])
  const request = async (holder: TestHolder, action: string, input: object = {}) =>
    jsonOf<{ valid_until: string | null }>(
      await owner.request('POST', `/backoffice/api/vouchers/${holder.voucherId}/${action}`, {
        reason: 'as agreed',
        ...input,
      }),
    )
  await request(blocked, 'block')
  await request(expired, 'expire', { valid_until: null })
  const { valid_until } = await request(extended, 'expire', { valid_until: null })
  await expireVouchers(shop.shop)
  await request(extended, 'extend', { last_day: '2035-06-30', valid_until })
  await expireVouchers(shop.shop)

  const period = `from=${firstDay}&to=${today()}`
  for (const [client, query] of [
    [owner, period],
    [owner, `${period}&channel=2001`],
    [reader, period],
  ] as const) {
    const all = await figures(client, query)
    const { before, granted, 'points-back': back, spent, ended, left } = all.sums
    expect(before + granted + back - spent - ended).toBe(left)
    for (const figure of SUMMED_METRICS)
      expect([figure, await sumOfList(client, figure, query)]).toEqual([figure, all.sums[figure]])
    await expectSumsOfLists(client, query)
    for (const { step, count } of all.funnel)
      expect([step, await sumOfList(client, 'claimed', `${query}&step=${step}`)]).toEqual([
        step,
        count,
      ])
    for (const { id, gifts } of all.categories)
      expect([id, await sumOfList(client, 'gifts', `${query}&category=${id ?? '-'}`)]).toEqual([
        id,
        gifts,
      ])
    const sold = all.hours.flatMap((orders, hour) => (orders === 0 ? [] : [{ hour, orders }]))
    for (const { hour, orders } of sold)
      expect(await sumOfList(client, 'orders', `${query}&hour=${hour}`)).toBe(orders)
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
    // Plus one of each in the demo world.
    ended: 11 + 20,
    blocked: 6 + 20,
  })
  // The opening balance equals the closing balance of the day before.
  const eve = addDays(today(), -1)
  const dayBefore = await figures(owner, `from=${eve}&to=${eve}`)
  expect(dayBefore.sums.left).toBe((await figures(owner, period)).sums.before)
  expect(await sumOfList(owner, 'left', `from=${eve}&to=${eve}`)).toBe(dayBefore.sums.left)
  expect([sums.before, dayBefore.sums.spent]).toEqual([0, 0])
  // One of the four orders is in a channel that the reader does not see.
  expect((await figures(owner, period)).sums.orders).toBe(4)
  expect(funnel.map(({ count }) => count)).toEqual([7, 3, 3, 3, 2])
  expect(categories.map(({ gifts }) => gifts).toSorted()).toEqual([2, 4])
  const [money] = await shop.sql<{ ordered: number; refunded: number }[]>`
    select sum(ordered)::integer as ordered, sum(refunded)::integer as refunded from payments_of_day(${today()})`
  expect(money).toEqual({ ordered: sums.paid, refunded: sums['euros-back'] })
  const file = await (
    await owner.request('GET', `/backoffice/api/reports/metrics?${period}&as=csv`)
  ).text()
  expect(file).toMatch(/\r\n"?paid"?[,;]"?"?[,;]"?15[.,]00/)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
  // Failed refunds do not count.
  const setRefundState = (state: string) =>
    shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`update refund set state = ${state}`
    })
  await setRefundState('failed')
  expect((await figures(reader, period)).sums['euros-back']).toBe(0)
  await setRefundState('refunded')
})

it('counts days in the time zone of each channel, and refuses invalid periods and channels of others (DESK-40)', async () => {
  await shop.sql`update channel set time_zone = 'Pacific/Auckland' where id = '2002'`
  const gift = await shop.gift({ channel: '2002', points: 2, inStock: 9 })
  const { number } = await sampleOrder(shop, {
    gifts: [gift],
    holder: await shop.holder({ channel: '2002', points: 2 }),
  })
  const midnight = startOfDay(today(), 'Pacific/Auckland')
  const setPlacedAt = async (ms: number) =>
    shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`update orders set placed_at = ${new Date(ms)} where number = ${number}`
    })
  const ordersInAuckland = async () =>
    (await figures(owner, `from=${today()}&to=${today()}&channel=2002`)).sums.orders
  await setPlacedAt(midnight)
  expect(await ordersInAuckland()).toBe(1)
  const { hours, time_zone } = await figures(owner, `from=${today()}&to=${today()}&channel=2002`)
  expect([hours[0], time_zone]).toEqual([1, 'Pacific/Auckland'])
  const atHour = (hour: number) =>
    sumOfList(owner, 'orders', `from=${today()}&to=${today()}&channel=2002&hour=${hour}`)
  expect([await atHour(0), await atHour(1)]).toEqual([1, 0])
  await setPlacedAt(midnight - 1)
  expect(await ordersInAuckland()).toBe(0)
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
    expect(await sumOfList(owner, 'left', `from=${day}&to=${day}${channel}`)).toBe(left)
    return { before, left, gained: granted + back - ended }
  }
  const [auckland, allChannels] = ['&channel=2002', '']
  await setPlacedAt(next - 1)
  expect(await ordersInAuckland()).toBe(1)
  const spentToday = [await left(today(), auckland), await left(today(), allChannels)]
  await setPlacedAt(next)
  expect(await ordersInAuckland()).toBe(0)
  expect([await left(today(), auckland), await left(today(), allChannels)]).toEqual(
    spentToday.map(({ before, left, gained }) => ({ before, left: left + 2, gained })),
  )
  const tomorrow = addDays(today(), 1)
  // In the evening in Europe it is already tomorrow in Auckland, so points granted today count for tomorrow there.
  const after = [await left(tomorrow, auckland), await left(tomorrow, allChannels)]
  expect(after.map(({ before, left, gained }) => ({ before, left: left - gained }))).toEqual(
    spentToday.map(({ left }) => ({ before: left + 2, left })),
  )

  const status = async (query: string) =>
    (await reader.request('GET', `/backoffice/api/reports/metrics${query}`)).status
  expect(await status(`?from=${today()}&to=${today()}&channel=2001`)).toBe(404)
  expect(await status(`/orders?from=${today()}&to=${today()}&channel=2001`)).toBe(404)
  expect(await status('?from=2026-03-02&to=2026-03-01')).toBe(400)
  expect(await status('?from=2024-01-01&to=2026-03-01')).toBe(400)
  expect(await status(`/nothing?from=${today()}&to=${today()}`)).toBe(400)
})

it('records only the first login as the activation, and keeps it after the session is deleted (DESK-40)', async () => {
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
  'lists the rows of one %s only for staff client may see employers (PRODUCT-2)',
  async (kind) => {
    const merchandiser = await staffClient(shop, 'merchandiser')
    await merchandiser.signIn()
    const rows = (query: string) =>
      merchandiser.request(
        'GET',
        `/backoffice/api/reports/metrics/orders?from=${today()}&to=${today()}${query}`,
      )
    expect((await rows('')).status).toBe(200)
    expect((await rows(`&${kind}=1`)).status).toBe(404)
  },
)

it('shows the recipient and payment of each order of a figure, like the list of orders (PRODUCT-2)', async () => {
  const { number } = await cardOrder(shop, {
    gift: await shop.gift({ points: 4, inStock: 5 }),
    points: 2,
  })
  const path = `/backoffice/api/reports/metrics/orders?from=${today()}&to=${today()}&search=${number}`
  const orders = async (client: StaffClient) =>
    (await jsonOf<Rows>(await client.request('GET', path))).items.map(({ order }) => order)
  const [order] = await orders(owner)
  expect(order).toMatchObject({ points_paid: 2, cents_paid: 1000 })
  const sumOfList = await jsonOf<StaffResponse<'staffOrders'>>(
    await owner.request('GET', `/backoffice/api/orders?search=${number}`),
  )
  expect(order?.person).toBe(sumOfList.items[0]?.person.name)
  expect((await orders(reader))[0]?.person).toMatch(/^.•+$/)
  const csv = await (await owner.request('GET', `${path}&as=csv`)).text()
  expect(csv).toContain('recipient;points_paid;euros_paid')
})
