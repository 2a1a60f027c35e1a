import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { addDays, dayAt, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import { checkBooks, findProblems } from '#tools/check/check.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
})
afterAll(() => shop.stop())
beforeEach(() => owner.signIn())

type MonthReport = {
  waits: string | null
  seen: string
  closed_at: string | null
  money: Record<string, unknown>[]
  vat: Record<string, unknown>[]
  unchecked: object[]
  error?: { code: string }
}
const currentMonth = () => dayAt(shop.clock.now().getTime(), DEFAULT_ZONE).slice(0, 7)
const readMonth = async (month: string, client = owner) =>
  jsonOf<MonthReport>(await client.request('GET', `/backoffice/api/finance/months/${month}`))
const close = (month: string, seen: string, note = '', client = owner) =>
  client.request('POST', `/backoffice/api/finance/months/${month}`, { seen, note })
const codeOf = async (response: Response) =>
  (await jsonOf<{ error?: { code: string } }>(response)).error?.code
const DAY = 24 * 3_600_000
async function toNextMonth() {
  const before = currentMonth()
  while (currentMonth() === before) shop.clock.advance(DAY)
  shop.clock.advance(2 * DAY)
  await owner.signIn()
}

it('closes a month once with its reported figures, and reports later corrections in the next month (DESK-36)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const [paidOrder, chargedBackOrder] = [
    await cardOrder(shop, { gift: vase, points: 2 }),
    await cardOrder(shop, { gift: vase, points: 2 }),
  ]
  const first = currentMonth()
  expect((await readMonth(first)).waits).toBe('not-over')
  const unfinished = await readMonth(first)
  expect(await codeOf(await close(first, unfinished.seen))).toBe('month-waits')
  await toNextMonth()

  const open = await readMonth(first)
  const own = { of_month: first, channel: '1014', provider: 'sandbox', paid: 2000, orders: 2000 }
  expect(open).toMatchObject({ waits: null, closed_at: null, money: [{ ...own, difference: 0 }] })
  expect(open.vat).toMatchObject([{ country: 'NL', bp: 2100, cents: 2000, vat_cents: 348 }])
  const reader = await staffClient(shop, 'reader')
  await reader.signIn()
  expect((await close(first, open.seen, '', reader)).status).toBe(403)
  expect(await codeOf(await close(first, 'other'))).toBe('changed-since')
  expect((await shop.sql`select from accounting_payment`).count).toBe(0)
  const answers = await Promise.all(Array.from({ length: 8 }, () => close(first, open.seen)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])

  // A closed month cannot change in any way.
  await expect(shop.sql`update accounting_payment set paid = 1`).rejects.toThrow('append-only')
  await expect(
    shop.sql`
      insert into accounting_vat select month, of_month, channel_id, 'DE', bp, cents, vat_cents, cents_back, vat_back from accounting_vat`,
  ).rejects.toThrow('is closed')

  // A chargeback that is reported late, and money booked to the wrong order.
  await shop.sql`
    insert into chargeback (id, payment_key, cents, reason, at, received_at)
    select 'chb_late', payment_key, 1000, 'fraud', placed_at, now() from orders where number = ${chargedBackOrder.number}`
  await shop.sql`insert into chargeback_end (chargeback_id, kind, note, at) values ('chb_late', 'accepted', 'seen', now())`
  await paidOrder.holder.call('orders', {})
  expect((await readMonth(first)).money).toMatchObject([own])
  const second = currentMonth()
  await toNextMonth()
  const next = await readMonth(second)
  const correction = { of_month: first, paid: 0, orders: 0, charged_back: 1000, difference: 0 }
  expect(next.money).toMatchObject([correction])
  expect((await close(second, next.seen)).status).toBe(200)
  const third = currentMonth()
  expect((await readMonth(third)).money).toEqual([])
  // The reversal of the chargeback is reported in its own month.
  await shop.sql`insert into chargeback_end (chargeback_id, kind, at) values ('chb_late', 'reversed', ${shop.clock.now()})`
  const reversal = { of_month: third, paid: 0, orders: 0, charged_back: -1000, difference: 0 }
  expect((await readMonth(third)).money).toMatchObject([reversal])
  expect((await readMonth(second)).money).toMatchObject([correction])
  const file = await (
    await owner.request('GET', `/backoffice/api/finance/months/${second}?as=csv`)
  ).text()
  expect(file.split('\r\n')).toContain(
    `${second},${first},correction,1014,sandbox,,,charged_back,10.00`,
  )
  const { items } = await jsonOf<{ items: object[] }>(
    await owner.request('GET', '/backoffice/api/finance/months'),
  )
  expect(items).toMatchObject([
    { month: third, closed_at: null, sums: { paid: 0, charged_back: -1000, difference: 0 } },
    { month: second, corrections: 1, sums: { paid: 0, charged_back: 0 } },
    { month: first, corrections: 0, sums: { paid: 2000, difference: 0, vat_cents: 348 } },
  ])
  const elsewhere = await staffClient(shop, 'reader', ['2001'])
  await elsewhere.signIn()
  expect((await readMonth(first, elsewhere)).money).toEqual([])
})

it('requires a note to close a month with a difference, and the check finds later changes of its rows (DESK-36)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const { number } = await cardOrder(shop, { gift: vase, points: 2 })
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update orders set cents_paid = 500, points_paid = points_paid + 1 where number = ${number}`
  })
  const month = currentMonth()
  await toNextMonth()
  const after = currentMonth()
  await toNextMonth()
  // There is nothing to report long before the first payment, and in the month before it.
  const [paid] = await shop.sql<{ month: string }[]>`
    select to_char(min(settled_at) - interval '1 month', 'YYYY-MM') as month from payment where state = 'paid'`
  for (const before of ['2001-01', paid?.month ?? '']) {
    const none = await readMonth(before)
    expect([before, none.waits]).toEqual([before, 'before-first'])
    expect(await codeOf(await close(before, none.seen))).toBe('month-waits')
  }
  // Months close in order, so corrections always refer to a reported month.
  const early = await readMonth(after)
  expect(early.waits).toBe('earlier-open')
  expect(await codeOf(await close(after, early.seen))).toBe('month-waits')
  const open = await readMonth(month)
  expect(open.money).toMatchObject([{ difference: 500 }])
  expect(await codeOf(await close(month, open.seen))).toBe('needs-note')
  expect((await close(month, open.seen, 'confirmed by the bank')).status).toBe(200)
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update orders set cents_paid = 1000, points_paid = points_paid - 1 where number = ${number}`
  })
  expect((await checkBooks(shop.sql)).findings).toEqual([])
  const first = `${month}-01`
  for (const [code, damage] of [
    [
      'books-month-differs',
      `update accounting_payment set paid = paid + 1 where month = '${first}'`,
    ],
    ['books-month-differs', `delete from accounting_vat where month = '${first}'`],
    ['books-month-erased', `delete from accounting_month where month = '${first}'`],
  ] as const) {
    const found: string[] = []
    await shop.sql
      .begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql.unsafe(damage)
        found.push(...(await findProblems(sql)).map((finding) => finding.code))
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
    expect(found, damage).toContain(code)
  }
})

it('shows which VAT rates were not reviewed, and lists them in the launch check of a channel (DESK-31)', async () => {
  type Rate = {
    country: string
    class: string
    from_date: string
    bp: number
    channels: number
    checked: object | null
  }
  const rates = async () =>
    (await jsonOf<{ items: Rate[] }>(await owner.request('GET', '/backoffice/api/vat-rates'))).items
  const findings = async () =>
    (
      await jsonOf<{ findings: { kind: string; items: { name: string }[] }[] }>(
        await owner.request('GET', '/backoffice/api/channels/1014/launch-check'),
      )
    ).findings.find(({ kind }) => kind === 'vat-unchecked')
  const found = await rates()
  expect(found.every(({ checked }) => checked === null)).toBe(true)
  expect((await findings())?.items.map(({ name }) => name)).toContain('NL')
  const dutch = found.filter(({ country }) => country === 'NL')
  // The shared channel is no shop, so it delivers nowhere.
  const [shops] = await shop.sql<{ count: number }[]>`
    select count(*)::integer from channel where 'NL' = any(countries) and id <> ${SHARED_CHANNEL}`
  expect(dutch.map(({ channels }) => channels)).toEqual(dutch.map(() => shops?.count))
  for (const { checked: _, country, class: rateClass, from_date, bp } of dutch) {
    const review = (more: object) =>
      owner.request('POST', '/backoffice/api/vat-rates/checks', {
        country,
        class: rateClass,
        from_date,
        bp,
        source: 'belastingdienst.nl, 22 November',
        ...more,
      })
    expect(await codeOf(await review({ bp: bp === 0 ? 1 : bp + 1 }))).toBe('changed-since')
    expect((await review({})).status).toBe(200)
  }
  expect((await findings())?.items.map(({ name }) => name) ?? []).not.toContain('NL')
  expect((await rates()).find(({ country }) => country === 'NL')?.checked).toMatchObject({
    by: 'The owner',
    source: 'belastingdienst.nl, 22 November',
  })

  const today = dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
  const add = (more: object) =>
    owner.request('POST', '/backoffice/api/vat-rates', {
      country: 'DE',
      class: 'standard',
      from_date: today,
      bp: 1950,
      source: 'a law',
      ...more,
    })
  expect(await codeOf(await add({ from_date: '2020-01-01' }))).toBe('moment-past')
  const far = await jsonOf(await add({ from_date: '9999-12-31' }))
  expect(far).toMatchObject({ error: { code: 'rate-far', field: 'from_date' } })
  expect((await add({ class: 'zero' })).status).toBe(400)
  expect((await add({})).status).toBe(200)
  expect(await codeOf(await add({}))).toBe('done-already')
  expect(await codeOf(await add({ country: 'XX' }))).toBe('unknown-country')
  // An unused rate can be corrected; a future rate can be changed or withdrawn.
  expect((await add({ bp: 2000 })).status).toBe(200)
  expect((await add({ bp: 1950 })).status).toBe(200)
  const withdraw = (day: string) =>
    owner.request('DELETE', `/backoffice/api/vat-rates/DE/standard/${day}`, {})
  const tomorrow = addDays(today, 1)
  expect((await add({ from_date: tomorrow, bp: 1700 })).status).toBe(200)
  expect((await add({ from_date: tomorrow, bp: 1800 })).status).toBe(200)
  expect(await codeOf(await withdraw(today))).toBe('moment-past')
  expect((await withdraw(tomorrow)).status).toBe(200)
  expect((await withdraw(tomorrow)).status).toBe(404)
  expect((await add({ country: 'NL', bp: 2200 })).status).toBe(200)
  const sold = await shop.gift({ points: 4, inStock: 5 })
  await cardOrder(shop, { gift: sold, points: 2 })
  expect(await codeOf(await add({ country: 'NL', bp: 2100 }))).toBe('rate-sold')
  const german = (await rates()).filter(
    (rate) => rate.country === 'DE' && rate.class === 'standard',
  )
  expect(german).toMatchObject([
    { bp: 1950, state: 'holds', checked: { by: 'The owner' } },
    { bp: 1900, state: 'past', checked: null },
  ])
  const reader = await staffClient(shop, 'reader')
  await reader.signIn()
  expect((await reader.request('POST', '/backoffice/api/vat-rates/checks', {})).status).toBe(403)
  await expect(shop.sql`update vat_rate_review set source = 'x'`).rejects.toThrow('append-only')
})

it('applies a VAT rate from midnight in the channel’s time zone, not from midnight UTC (DESK-31)', async () => {
  const day = addDays(dayAt(shop.clock.now().getTime(), DEFAULT_ZONE), 2)
  const gift = await shop.gift({ points: 4, inStock: 5 })
  await shop.sql`insert into vat_rate (country, class, from_date, bp) values ('NL', 'standard', ${day}, 2300)`
  const [now] = await shop.sql<{ bp: number }[]>`
    select vat_rate_of('NL', 'standard', ${addDays(day, -1)}) as bp`
  const soldAt = async (moment: number) => {
    shop.clock.advance(moment - shop.clock.now().getTime())
    const { number } = await cardOrder(shop, { gift, points: 2 })
    const [line] = await shop.sql<{ vat_bp: number }[]>`
      select vat_bp from order_line where order_number = ${number}`
    return line?.vat_bp
  }
  const midnight = startOfDay(day, DEFAULT_ZONE)
  expect(await soldAt(midnight - 300_000)).toBe(now?.bp)
  expect(await soldAt(midnight + 300_000)).toBe(2300)
  await owner.signIn()
  const changed = await owner.request('POST', '/backoffice/api/vat-rates', {
    country: 'NL',
    class: 'standard',
    from_date: day,
    bp: 2400,
    source: 'a law',
  })
  expect(await codeOf(changed)).toBe('rate-sold')
})

it('reads the payments of a month by indexes, without scanning a complete table (DESK-12, DESK-36)', async () => {
  const plans = await shop.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`
    const planOf = async (query: string) => {
      const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${query}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    return {
      money: await planOf("select * from payments_between('2026-10-01', '2026-11-01')"),
      vat: await planOf("select * from vat_between('2026-10-01', '2026-11-01')"),
      differing: await planOf("select * from payment_differences('2026-10-01')"),
    }
  })
  const indexes = {
    money: [
      'payment_by_settling',
      'orders_by_card',
      'refund_by_end',
      'chargeback_by_moment',
      'chargeback_end_by_moment',
    ],
    vat: ['orders_by_card', 'credit_at_idx', 'order_cancellation_by_moment'],
    differing: ['payment_by_settling', 'orders_by_card'],
  }
  for (const [name, plan] of Object.entries(plans)) {
    expect(plan, name).not.toMatch(
      /Seq Scan on (orders|payment|refund|order_line|credit|chargeback)\b/,
    )
    for (const index of indexes[name as keyof typeof indexes]) expect(plan, name).toContain(index)
  }
})
