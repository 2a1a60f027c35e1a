import { afterAll, beforeAll, expect, it } from 'vitest'

import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: StaffClient
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  await service.signIn()
})
afterAll(() => shop.stop())

type DailyPayments = {
  items: Record<string, unknown>[]
  differing: Record<string, unknown>[]
  vat: { bp: number; cents: number; vat_cents: number; cents_back: number; vat_back: number }[]
}
const today = () => dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
const paymentsOfDay = async (day = today()) =>
  jsonOf<DailyPayments>(await service.request('GET', `/backoffice/api/finance/payments?day=${day}`))

/** Compares every amount of the page with the sum of its rows. */
async function expectSumsOfRows({ items, vat }: DailyPayments, on: string) {
  const [day = {}] = items
  const [rate = {}] = vat as Record<string, unknown>[]
  const figures: [string, string, unknown][] = [
    ...['paid', 'orders', 'stray', 'refunded'].map((of): [string, string, unknown] => [
      of,
      'provider=sandbox',
      day[of],
    ]),
    ['charged-back', 'provider=sandbox', day['charged_back']],
    ['turnover', 'country=NL&bp=2100', rate['cents']],
    ['vat', 'country=NL&bp=2100', rate['vat_cents']],
    ['turnover-back', 'country=NL&bp=2100', rate['cents_back']],
    ['vat-back', 'country=NL&bp=2100', rate['vat_back']],
  ]
  for (const [of, narrowed, figure] of figures) {
    const path = `/backoffice/api/finance/payments/rows/${of}?from=${on}&to=${on}&channel=1014&${narrowed}`
    const rows = await jsonOf<{ sum: number; items: { cents: number }[] }>(
      await service.request('GET', path),
    )
    expect(rows.sum, of).toBe(figure)
    expect(rows.items.reduce((sum, { cents }) => sum + cents, 0)).toBe(figure)
    const file = await (await service.request('GET', `${path}&as=csv`)).text()
    expect(file.trim().split('\n')).toHaveLength(rows.items.length + 1)
  }
  const elsewhere = `/backoffice/api/finance/payments/rows/paid?from=${on}&to=${on}&channel=2001`
  expect((await service.request('GET', elsewhere)).status).toBe(404)
}

type MonthDays = { days: ({ day: string } & Record<string, number>)[] }

/** Compares the days of this month up to today, and their totals, with the sums of their rows. */
async function expectMonthOfRows(sums: Record<string, number>) {
  const month = today().slice(0, 7)
  const { days } = await jsonOf<MonthDays>(
    await service.request('GET', `/backoffice/api/finance/payments/days?month=${month}`),
  )
  expect(days.map(({ day }) => day).at(-1)).toBe(today())
  expect(days).toHaveLength(Number(today().slice(8)))
  expect(days.at(-1)).toMatchObject({ ...sums, stray: 0, charged_back: 0, difference: 0 })
  const figures = { paid: 'paid', refunded: 'refunded', vat: 'vat_cents', 'vat-back': 'vat_back' }
  for (const [of, key] of Object.entries(figures)) {
    const rows = await jsonOf<{ sum: number }>(
      await service.request(
        'GET',
        `/backoffice/api/finance/payments/rows/${of}?from=${month}-01&to=${days.at(-1)?.day}`,
      ),
    )
    expect(rows.sum, of).toBe(days.reduce((sum, day) => sum + (day[key] ?? 0), 0))
  }
}

it('adds up a day and its month to the cent with VAT, and the nightly check reports a difference with its cause (DESK-36, DESK-31, PRODUCT-10)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const orders = await Promise.all(
    Array.from({ length: 3 }, () => cardOrder(shop, { gift: vase, points: 2 })),
  )
  const [cancelled, credited, unchanged] = orders
  if (!cancelled || !credited || !unchanged) throw new Error('expected three orders')
  await cancelled.holder.done('cancelOrder', { order_number: cancelled.number })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${credited.number}`
  await submitOrder(shop.shop, credited.number)
  const { id } = await jsonOf<{ id: string }>(
    await service.request('POST', `/backoffice/api/orders/${credited.number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      reason: 'damaged',
    }),
  )
  await service.request('POST', '/backoffice/api/credits', { proposal: id })
  await shop.shop.jobs.drain()
  await shop.sql`update refund set state = 'refunded', done_at = now() where state <> 'refunded'`

  const day = await paymentsOfDay()
  expect(day.items).toEqual([
    {
      provider: 'sandbox',
      channel: '1014',
      paid: 3000,
      orders: 3000,
      stray: 0,
      refunded: 2000,
      charged_back: 0,
      difference: 0,
    },
  ])
  expect(day.differing).toEqual([])
  expect(day.vat).toEqual([
    {
      channel: '1014',
      country: 'NL',
      bp: 2100,
      cents: 3000,
      vat_cents: 522,
      cents_back: 2000,
      vat_back: 348,
    },
  ])
  await expectSumsOfRows(day, today())
  await expectMonthOfRows({
    paid: 3000,
    orders: 3000,
    refunded: 2000,
    vat_cents: 522,
    vat_back: 348,
  })
  expect((await paymentsOfDay('2020-01-01')).items).toEqual([])
  const editor = await staffClient(shop, 'editor')
  await editor.signIn()
  expect(
    (await editor.request('GET', `/backoffice/api/finance/payments?day=${today()}`)).status,
  ).toBe(403)
  expect(
    (await service.request('GET', `/backoffice/api/finance/payments?day=${today()}&channel=2001`))
      .status,
  ).toBe(404)

  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update orders set cents_paid = 500, points_paid = points_paid + 1 where number = ${unchanged.number}`
  })
  expect((await paymentsOfDay()).items).toMatchObject([
    { paid: 3000, orders: 2500, difference: 500 },
  ])
  expect((await paymentsOfDay()).differing).toMatchObject([
    { order: unchanged.number, paid: 1000, ordered: 500 },
  ])
  await startNightlyCheck(shop.shop)
  await shop.shop.jobs.drain()
  const { items } = await jsonOf<{ items: { reason: string; order: string; cause: string }[] }>(
    await service.request('GET', '/backoffice/api/tasks?kind=money-differs'),
  )
  expect(items.find(({ cause }) => cause === 'day-differs')).toMatchObject({
    order: unchanged.number,
    reason: '1000 cents were paid, but the order has 500',
  })
})

it('counts a chargeback on its day, and its reversal on the day of the reversal (DESK-36)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const { paymentId } = await cardOrder(shop, { gift: vase, points: 2 })
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  const before = (await paymentsOfDay()).items[0]?.['charged_back']
  expect(before).toBe(0)
  shop.clock.advance(1000)
  const chargebacks = [await payments.chargeBack(paymentId, 600)]
  shop.clock.advance(1000)
  chargebacks.push(await payments.chargeBack(paymentId, 400))
  const first = today()
  shop.clock.advance(24 * 3_600_000)
  await service.signIn()
  for (const chargeback of chargebacks) {
    shop.clock.advance(1000)
    await payments.reverseChargeback(chargeback)
  }
  const second = today()
  for (const [day, cents] of [
    [first, 1000],
    [second, -1000],
  ] as const) {
    const [figure] = (await paymentsOfDay(day)).items
    expect(figure).toMatchObject({ charged_back: cents })
    const path = `/backoffice/api/finance/payments/rows/charged-back?from=${day}&to=${day}&provider=sandbox`
    const rows = await jsonOf<{ sum: number; items: { cents: number; payment: string }[] }>(
      await service.request('GET', path),
    )
    expect(rows.sum).toBe(cents)
    expect(rows.items.map((row) => [row.payment, row.cents])).toEqual(
      chargebacks.map((_, at) => [paymentId, (cents / 1000) * (at === 0 ? 400 : 600)]),
    )
  }
  const bothDays = `/backoffice/api/finance/payments/rows/charged-back?from=${first}&to=${second}`
  expect(await jsonOf(await service.request('GET', bothDays))).toMatchObject({
    sum: 0,
    total: { count: 4 },
  })
})

it('counts payments without an order separately, on the day in the channel’s time zone (DESK-36, DESK-31)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const { number } = await cardOrder(shop, { gift: vase, points: 2 })
  // The payment is completed after its cart has changed.
  const holder = await shop.holder({ points: 2 })
  await holder.done('changeCart', { spli_id: vase.spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  const { id } = await holder.done('createPayment', {
    amount: '10.00',
    cancelUrl: `${shop.url}/checkout`,
    redirectUrl: `${shop.url}/confirmation?extra_payments=1`,
  })
  await holder.done('changeCart', { spli_id: vase.spliId, quantity: 2 })
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  await payments.choose(id, 'paid')
  const month = today().slice(0, 7)
  shop.clock.advance(25 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
  await service.signIn()

  // Half past eleven at night by UTC is the next day in Amsterdam, in summer and in winter.
  const late = `${month}-10T23:30:00Z`
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update orders set placed_at = ${late} where number = ${number}`
    await sql`update payment set settled_at = ${late} where id = ${id} or order_number = ${number}`
  })
  const next = await paymentsOfDay(`${month}-11`)
  expect(next.items).toMatchObject([
    { paid: 2000, orders: 1000, stray: 1000, refunded: 0, difference: 0 },
  ])
  await expectSumsOfRows(next, `${month}-11`)
  const strays = await jsonOf<{ items: { about: string; payment: string }[] }>(
    await service.request(
      'GET',
      `/backoffice/api/finance/payments/rows/stray?from=${month}-11&to=${month}-11`,
    ),
  )
  expect(strays.items).toMatchObject([{ about: 'case', payment: id }])
  expect(next.vat).toMatchObject([{ cents: 1000, vat_cents: 174 }])
  expect(next.differing).toEqual([])
  expect(await paymentsOfDay(`${month}-10`)).toEqual({ items: [], differing: [], vat: [] })
})
