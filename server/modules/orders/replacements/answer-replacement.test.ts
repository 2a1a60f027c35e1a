import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { UnavailableCause } from '#domain/orders/replacement.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { checkBooks, findProblems } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { settleReplacements } from '#server/modules/orders/replacements/replacement.timer.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder, eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { fillTemplate } from '#domain/content/text-template.ts'
import mailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }

let shop: TestShop
let service: StaffClient
let vase: { spliId: string; sku: string; points: number }
let bowl: typeof vase
let last: typeof vase
let book: typeof vase
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  vase = await shop.gift({ points: 37, inStock: 900, name: 'Vaas' })
  bowl = await shop.gift({ points: 37, inStock: 900, name: 'Schaal' })
  last = await shop.gift({ points: 37, inStock: 1, name: 'Kan' })
  book = await shop.gift({ points: 37, inStock: 900, name: 'Boek' })
  await shop.sql`update article set vat_class = 'reduced' where sku = ${book.sku}`
})
afterAll(() => shop.stop())
beforeEach(() => service.signIn())

async function released({ quantity = 1, card = false } = {}) {
  const order = card
    ? await cardOrder(shop, { gift: vase, points: 35, quantity: 1 })
    : await sampleOrder(shop, { gifts: [vase], quantity })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${order.number}`
  await submitOrder(shop.shop, order.number)
  await shop.shop.jobs.drain()
  return order
}

async function offerReplacement(
  number: string,
  input: { line?: number; left?: number; quantity?: number; cause?: UnavailableCause } = {},
) {
  const page = await jsonOf<{ lines: { line: number; left: number }[] }>(
    await service.request('GET', `/backoffice/api/orders/${number}`),
  )
  const line = input.line ?? 1
  const response = await service.request('POST', `/backoffice/api/orders/${number}/replacements`, {
    line,
    quantity: 1,
    left: page.lines.find((orderLine) => orderLine.line === line)?.left ?? 1,
    cause: 'sold-out',
    note: '',
    ...input,
  })
  const body = await jsonOf<{ id: string; error?: { code: string; field?: string } }>(response)
  const { code, field } = body.error ?? {}
  return { status: response.status, id: body.id, code, field }
}

/** The token in the link of the holder's mail. */
async function tokenOf(number: string, mail = 'choose-again') {
  await shop.shop.jobs.drain()
  const [row] = await shop.sql<{ html: string }[]>`
    select html from sandbox_mail join mail on mail.id::text = sandbox_mail.id::text
    where template = ${mail} and split_part(subject_id, ':', 1) = ${number} order by mail.created_at desc limit 1`
  return /choose-again\?language=nl#([\w-]{43})/.exec(row?.html ?? '')?.[1] ?? ''
}

async function orderWithOffer(
  options: { quantity?: number; card?: boolean } = {},
  input: Parameters<typeof offerReplacement>[1] = {},
) {
  const order = await released(options)
  const { id } = await offerReplacement(order.number, input)
  return { ...order, id, token: await tokenOf(order.number) }
}

it('offers no replacement if no gift costs the same, also if a card paid part of a VAT rate that no other gift has (DESK-32)', async () => {
  const onlyGift = await shop.gift({ points: 36, inStock: 5, name: 'Kroonluchter' })
  const { number } = await sampleOrder(shop, { gifts: [onlyGift] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await offerReplacement(number)
  const mailOf = async (orderNumber: string) => {
    await shop.shop.jobs.drain()
    const [row] = await shop.sql<{ subject: string; plain: string }[]>`
      select sandbox_mail.subject, plain from sandbox_mail join mail on mail.id::text = sandbox_mail.id::text
      where template = 'choose-again' and split_part(subject_id, ':', 1) = ${orderNumber}`
    return row
  }
  expect(await readChoice(await tokenOf(number))).toMatchObject({ gifts: [], points_back: 36 })
  const mail = await mailOf(number)
  expect(mail?.subject).toBe(
    fillTemplate(mailTexts['choose-again'].subject_nothing, { order_number: number }),
  )
  expect(mail?.plain).toContain('Er is nu geen ander cadeau voor evenveel punten.')
  expect(mail?.plain).toContain('Kies terugbetaling')
  expect(mail?.plain).not.toContain('Kies een ander cadeau')

  const other = await orderWithOffer()
  expect((await mailOf(other.number))?.plain).toContain('Kies een ander cadeau')
})

const isWaitingForLock = async (sql: Sql) => {
  const [row] = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row !== undefined
}

const readChoice = async (token: string) => {
  const found = await shop.call('choice', { token, language: 'nl' })
  if ('refused' in found) throw new Error(found.refused)
  return found.response
}
const choose = (token: string, spli_id: string | null) =>
  shop.call('choose', { token, spli_id, language: 'nl' })

async function orderTotals(number: string) {
  const [row] = await shop.sql<
    { state: string; lines: string[]; credits: number; points: number; cents: number }[]
  >`
    select state,
      (select array_agg(sku || ' ' || quantity || ' ' || state || ' ' || round order by line) from order_line
        where order_number = orders.number) as lines,
      (select count(*)::integer from credit where order_number = orders.number) as credits,
      (select coalesce(sum(points), 0)::integer from ledger where kind = 'refund' and ends_id = capture_id) as points,
      (select coalesce(sum(cents), 0)::integer from refund where refund.payment_key = orders.payment_key) as cents
    from orders where number = ${number}`
  return row
}
const onHand = async (sku: string) => {
  const [row] = await shop.sql<{ on_hand: number }[]>`select on_hand from stock where sku = ${sku}`
  return row?.on_hand ?? 0
}
async function expectConsistentBooks() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}

it('sends its holder a link, accepts another gift once, and ships it in a parcel of its own (DESK-32)', async () => {
  const before = { vase: await onHand(vase.sku), bowl: await onHand(bowl.sku) }
  const { number, token, holder } = await orderWithOffer()
  expect(token).toHaveLength(43)
  const choice = await readChoice(token)
  expect(choice).toMatchObject({
    order_number: number,
    gift: { name: 'Vaas' },
    quantity: 1,
    outcome: null,
    points_back: 37,
    cents_back: 0,
  })
  expect(choice.gifts.map(({ spli_id }) => spli_id)).toEqual(
    expect.arrayContaining([bowl.spliId, last.spliId, book.spliId]),
  )
  expect(choice.gifts.some(({ spli_id }) => spli_id === vase.spliId)).toBe(false)
  const order = await holder.done('order', { order_number: number })
  expect(order.response.choices).toMatchObject([{ name: 'Vaas', outcome: null, token }])
  expect(order.response.can.withdraw).toBe(false)

  // A gift with other points was never offered, so it is not 'sold out'.
  const dearer = await shop.gift({ points: 38, inStock: 5 })
  expect(await choose(token, dearer.spliId)).toMatchObject({ refused: 'no-such-gift' })

  // The warehouse no longer packs the unavailable gift.
  expect(await eventTypes(shop, number)).toContain('changed-at-warehouse')
  const answers = await Promise.all(Array.from({ length: 8 }, () => choose(token, bowl.spliId)))
  expect(answers.filter((answer) => 'refused' in answer)).toEqual([])
  await shop.shop.jobs.drain()
  expect(await orderTotals(number)).toEqual({
    state: 'released',
    credits: 0,
    points: 0,
    cents: 0,
    lines: [`${bowl.sku} 1 released 1`],
  })
  expect(await onHand(bowl.sku)).toBe(before.bowl - 1)
  expect(await onHand(vase.sku)).toBe(before.vase - 1)
  const [packed] = await shop.sql<{ sku: string }[]>`
    select content -> 'lines' -> 0 ->> 'sku' as sku from sandbox_warehouse_order where order_number = ${`${number}-1`}`
  expect(packed?.sku).toBe(bowl.sku)
  expect(await choose(token, null)).toMatchObject({ refused: 'choice-over' })
  expect(await readChoice(token)).toMatchObject({
    outcome: 'other-gift',
    chosen: 'Schaal',
    gifts: [],
  })

  const backoffice = await jsonOf<{ choices: object[] }>(
    await service.request('GET', `/backoffice/api/orders/${number}`),
  )
  expect(backoffice.choices).toMatchObject([
    { name: 'Vaas', outcome: 'other-gift', cause: 'sold-out' },
  ])
  expect(await eventTypes(shop, number)).toEqual(
    expect.arrayContaining(['fell-away', 'chosen-again']),
  )
  await expectConsistentBooks()
})

it('refunds points and euros if the holder wants no replacement and nothing is left of the order (DESK-32)', async () => {
  const { number, token, holder } = await orderWithOffer({ card: true })
  // A VAT rate that changes on the day of the order does not matter: gifts of the same VAT class are still offered.
  const [rate] = await shop.sql<{ country: string; from_date: Date }[]>`
    insert into vat_rate (country, class, from_date, bp)
    select vat_country, vat_class, (placed_at at time zone 'UTC')::date, vat_bp + 100
    from order_line join article using (sku) join orders on number = order_number where order_number = ${number}
    returning country, from_date`
  expect((await readChoice(token)).gifts.map(({ spli_id }) => spli_id)).toContain(bowl.spliId)
  await shop.sql`
    delete from vat_rate where country = ${rate?.country ?? ''} and from_date = ${rate?.from_date ?? ''}`
  const choice = await readChoice(token)
  expect(choice).toMatchObject({ points_back: 35, cents_back: 1000 })
  // The VAT of the euros was reported with the rate of that day (DESK-31).
  expect(choice.gifts.map(({ spli_id }) => spli_id)).not.toContain(book.spliId)
  expect(await choose(token, book.spliId)).toMatchObject({ refused: 'no-such-gift' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => choose(token, null)))
  expect(answers.filter((answer) => 'refused' in answer)).toEqual([])
  await shop.shop.jobs.drain()
  expect(await orderTotals(number)).toMatchObject({
    state: 'cancelled',
    credits: 1,
    points: 35,
    cents: 1000,
    lines: [`${vase.sku} 1 cancelled 0`],
  })
  const { response } = await holder.done('order', { order_number: number })
  expect(response).toMatchObject({
    state: 'cancelled',
    choices: [{ outcome: 'points-back', token: null }],
  })
  expect(await tokenOf(number, 'order-credited')).toBe('')
  await expectConsistentBooks()
})

it('reminds the holder once and refunds by itself after the last day, in the time zone of the channel (DESK-32)', async () => {
  await shop.sql`update channel set replacement_days = 3 where id = '1014'`
  const { number, token } = await orderWithOffer({ quantity: 3 }, { quantity: 2 })
  await shop.sql`update channel set replacement_days = 7 where id = '1014'`
  expect((await orderTotals(number))?.lines).toEqual([
    `${vase.sku} 1 released 0`,
    `${vase.sku} 2 released 0`,
  ])
  const { until } = await readChoice(token)
  expect(new Date(until).toLocaleTimeString('nl', { timeZone: 'Europe/Amsterdam' })).toBe(
    '00:00:00',
  )
  const moveTo = (moment: number) => shop.clock.advance(moment - shop.clock.now().getTime())
  moveTo(Date.parse(until) - 36 * 3_600_000)
  // Another process sends the reminder while this one waits for the lock of the order. Then this one sends none.
  const { settling } = await shop.sql.begin(async (sql) => {
    await sql`select from orders where number = ${number} for no key update`
    const settling = settleReplacements(shop.shop)
    await expect.poll(() => isWaitingForLock(shop.sql), { timeout: 10_000 }).toBe(true)
    await sql`update replacement_offer set reminded_at = now() where order_number = ${number}`
    return { settling }
  })
  await settling
  expect(await eventTypes(shop, number)).not.toContain('choice-reminded')
  const mails = await shop.sql`
    select from mail where template = 'choose-again-reminder' and split_part(subject_id, ':', 1) = ${number}`
  expect(mails).toHaveLength(0)
  await shop.sql`update replacement_offer set reminded_at = null where order_number = ${number}`
  await settleReplacements(shop.shop)
  moveTo(Date.parse(until) - 60_000)
  await Promise.all(Array.from({ length: 8 }, () => settleReplacements(shop.shop)))
  expect(await tokenOf(number, 'choose-again-reminder')).toBe(token)
  const reminded = (await eventTypes(shop, number)).filter((type) => type === 'choice-reminded')
  expect(reminded).toHaveLength(1)
  expect(await orderTotals(number)).toMatchObject({ credits: 0 })
  moveTo(Date.parse(until) + 1000)
  expect(await choose(token, bowl.spliId)).toMatchObject({ refused: 'choice-over' })
  await Promise.all(Array.from({ length: 8 }, () => settleReplacements(shop.shop)))
  expect(await orderTotals(number)).toMatchObject({
    state: 'released',
    credits: 1,
    points: 74,
    lines: [`${vase.sku} 1 released 0`, `${vase.sku} 2 cancelled 0`],
  })
  expect((await readChoice(token)).outcome).toBe('default')
  await expectConsistentBooks()
})

it('gives the last unit to one of two holders, and informs the other (DESK-32)', async () => {
  const orders = [await orderWithOffer(), await orderWithOffer()]
  const answers = await Promise.all(orders.map(({ token }) => choose(token, last.spliId)))
  expect(answers.map((answer) => ('refused' in answer ? answer.refused : 'sent')).sort()).toEqual([
    'sent',
    'sold-out',
  ])
  expect(await onHand(last.sku)).toBe(0)
  await expectConsistentBooks()
})

it('ends once when holder, timer, colleague and refund act at the same time (DESK-32, DESK-30)', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { number, token, id } = await orderWithOffer()
    const proposal = await jsonOf<{ id: string }>(
      await service.request('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
        lines: [{ line: 1, quantity: 1 }],
        reason: 'falls-away',
        note: '',
      }),
    )
    await shop.sql`
      update replacement_offer set reminded_at = now() where id = ${id}`
    const afterDeadline = {
      ...shop.shop,
      ports: { ...shop.shop.ports, clock: { now: () => new Date(Date.now() + 4e9) } },
    }
    await Promise.all([
      choose(token, bowl.spliId),
      choose(token, null),
      choose(token, bowl.spliId),
      settleReplacements(afterDeadline),
      settleReplacements(afterDeadline),
      service.request('POST', '/backoffice/api/credits', { proposal: proposal.id }),
      service.request('POST', '/backoffice/api/credits', { proposal: proposal.id }),
      service.request('DELETE', `/backoffice/api/replacements/${id}`, { reason: 'Toch gevonden' }),
    ])
    const totals = await orderTotals(number)
    const { outcome } = await readChoice(token)
    const isRefunded = ['points-back', 'default', 'overtaken'].includes(outcome ?? '')
    expect([outcome, totals?.credits, totals?.points]).toEqual([
      outcome,
      isRefunded ? 1 : 0,
      isRefunded ? 37 : 0,
    ])
    expect(totals?.state).toBe(isRefunded ? 'cancelled' : 'released')
  }
  await expectConsistentBooks()
})

it('sends units that were found after all, and counts refunds made meanwhile (DESK-32)', async () => {
  const { number, id } = await orderWithOffer()
  expect((await offerReplacement(number)).code).toBe('is-choosing')
  const cancelled = await service.request('DELETE', `/backoffice/api/replacements/${id}`, {
    reason: 'Gevonden',
  })
  expect(cancelled.status).toBe(200)
  await shop.shop.jobs.drain()
  expect(await orderTotals(number)).toMatchObject({
    lines: [`${vase.sku} 1 released 1`],
    credits: 0,
  })
  const repeated = await service.request('DELETE', `/backoffice/api/replacements/${id}`, {
    reason: 'Nog eens',
  })
  expect(repeated.status).toBe(409)

  // Two units are unavailable and staff credit one of them. A new offer covers the other one.
  const twoUnits = await orderWithOffer({ quantity: 2 }, { quantity: 2 })
  const proposal = await jsonOf<{ id: string }>(
    await service.request('POST', `/backoffice/api/orders/${twoUnits.number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      reason: 'goodwill',
      note: '',
    }),
  )
  await service.request('POST', '/backoffice/api/credits', { proposal: proposal.id })
  expect((await readChoice(twoUnits.token)).outcome).toBe('overtaken')
  const newToken = await tokenOf(twoUnits.number)
  expect(await readChoice(newToken)).toMatchObject({ quantity: 1, outcome: null })
  await choose(newToken, null)
  expect(await orderTotals(twoUnits.number)).toMatchObject({ credits: 2, points: 74 })
  await expectConsistentBooks()
})

it('follows the parcel of the replacement beside the parcel of the other gifts (DESK-32)', async () => {
  const { delivery } = shop.shop.ports
  if (!('advance' in delivery) || typeof delivery.advance !== 'function')
    throw new Error('no sandbox')
  const { number, token } = await orderWithOffer({ quantity: 2 })
  await choose(token, bowl.spliId)
  await shop.shop.jobs.drain()
  await delivery.advance(number, 'DELIVERED')
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()
  expect(await orderTotals(number)).toMatchObject({
    state: 'released',
    lines: [`${vase.sku} 1 delivered 0`, `${bowl.sku} 1 released 1`],
  })
  await delivery.advance(`${number}-1`, 'DELIVERED')
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()
  expect(await orderTotals(number)).toMatchObject({ state: 'delivered' })
  await expectConsistentBooks()
})

it('is refused for a missing line, for a gift that was not requested yet, and for a cancelled order (DESK-32)', async () => {
  const placed = await sampleOrder(shop, { gifts: [vase] })
  expect(await offerReplacement(placed.number)).toMatchObject({ status: 409, code: 'not-released' })
  await placed.holder.done('cancelOrder', { order_number: placed.number })
  expect(await offerReplacement(placed.number)).toMatchObject({
    status: 409,
    code: 'order-cancelled',
  })
  const { number } = await released()
  expect((await offerReplacement(number, { line: 9 })).code).toBe('no-such-line')
  expect((await offerReplacement(number, { quantity: 2 })).code).toBe('more-than-left')
  expect((await offerReplacement(number)).status).toBe(200)
  expect((await offerReplacement(number)).code).toBe('is-choosing')

  const delivered = await released()
  const { delivery } = shop.shop.ports
  if (!('advance' in delivery) || typeof delivery.advance !== 'function')
    throw new Error('no sandbox')
  await delivery.advance(delivered.number, 'DELIVERED')
  await readWarehouseFeed(shop.shop)
  expect(await offerReplacement(delivered.number)).toMatchObject({
    status: 409,
    code: 'has-arrived',
  })
})

it('is refused for a gift that has left, unless its carrier does not deliver it (DESK-32)', async () => {
  const shippedOrder = async (quantity: number) => {
    const { number } = await released({ quantity })
    await (shop.shop.ports.delivery as SandboxDelivery).advance(number, 'SHIPPED')
    await readWarehouseFeed(shop.shop)
    await shop.shop.jobs.drain()
    return number
  }
  const number = await shippedOrder(2)
  for (const cause of ['sold-out', 'declined'] as const) {
    expect(await offerReplacement(number, { cause })).toMatchObject({
      status: 409,
      code: 'released',
      field: 'cause',
    })
  }
  expect((await orderTotals(number))?.lines).toEqual([`${vase.sku} 2 shipped 0`])
  for (const cause of ['lost', 'refused'] as const)
    expect(await offerReplacement(number, { cause, left: cause === 'lost' ? 2 : 1 })).toMatchObject(
      {
        status: 200,
      },
    )

  // A parcel that staff must settle counts as undeliverable.
  await shop.sql`update channel set undeliverable_parcel = 'person' where id = '1014'`
  const lostOrder = await shippedOrder(1)
  const { parcels } = await jsonOf<{ parcels: { code: string }[] }>(
    await service.request('GET', `/backoffice/api/orders/${lostOrder}`),
  )
  const warehouse = await staffClient(shop, 'fulfilment')
  await warehouse.signIn()
  const marked = await warehouse.request(
    'POST',
    `/backoffice/api/orders/${lostOrder}/parcel-states`,
    {
      code: parcels[0]?.code,
      state: 'lost',
      reason: 'Gebeld',
    },
  )
  await shop.sql`update channel set undeliverable_parcel = 'choose-again' where id = '1014'`
  expect(marked.status).toBe(200)
  expect(await offerReplacement(lostOrder)).toMatchObject({ status: 200 })

  // One of two units has left, so one can still be replaced.
  const partlySent = await released({ quantity: 2 })
  await shop.sql`
    insert into parcel (order_number, month, voucher_id, code, link, state, round)
    select number, month, voucher_id, 'half', '', 'sent', 0 from orders where number = ${partlySent.number}`
  await shop.sql`
    insert into parcel_line (order_number, month, voucher_id, code, line, quantity)
    select number, month, voucher_id, 'half', 1, 1 from orders where number = ${partlySent.number}`
  expect(await offerReplacement(partlySent.number, { quantity: 2 })).toMatchObject({
    code: 'released',
  })
  expect(await offerReplacement(partlySent.number)).toMatchObject({ status: 200 })
  expect(await offerReplacement(partlySent.number)).toMatchObject({ code: 'released' })
  await expectConsistentBooks()
})

it('asks once for one lost gift when eight colleagues saw three of them (DESK-32)', async () => {
  const { number } = await released({ quantity: 3 })
  const other = await staffClient(shop, 'service')
  await other.signIn()
  const lost = { line: 1, quantity: 1, left: 3, cause: 'lost', note: '' }
  const offerLostUnit = (client: StaffClient) =>
    client.request('POST', `/backoffice/api/orders/${number}/replacements`, lost)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => offerLostUnit(index % 2 === 0 ? service : other)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  // The same request sent again is refused, too.
  const repeated = await jsonOf<{ error: { code: string } }>(await offerLostUnit(service))
  expect(repeated.error.code).toBe('changed-since')
  expect(await orderTotals(number)).toMatchObject({
    lines: [`${vase.sku} 2 released 0`, `${vase.sku} 1 released 0`],
  })
  // After staff have seen that one unit is unavailable, they can report another one.
  expect(await offerReplacement(number)).toMatchObject({ status: 200 })
  await expectConsistentBooks()
})

it('names the colleague who stopped or sent a gift, and the parcel of each part of a line (DESK-32)', async () => {
  const { number } = await released({ quantity: 4 })
  const { delivery } = shop.shop.ports
  if (!('advance' in delivery) || typeof delivery.advance !== 'function')
    throw new Error('no sandbox')
  await delivery.advance(number, 'SHIPPED')
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()
  const { id } = await offerReplacement(number, { cause: 'lost' })
  type OrderPage = {
    parcels: { lines: object[] }[]
    events: { type: string; staff: string | null }[]
  }
  const page = async () =>
    jsonOf<OrderPage>(await service.request('GET', `/backoffice/api/orders/${number}`))
  expect((await page()).parcels.map(({ lines }) => lines)).toMatchObject([
    [
      { line: 1, quantity: 3 },
      { line: 2, quantity: 1 },
    ],
  ])
  await service.request('DELETE', `/backoffice/api/replacements/${id}`, { reason: 'Gevonden' })
  const [colleague] = await shop.sql<{ name: string }[]>`
    select name from staff where id = ${service.staffId}`
  const { events } = await page()
  for (const type of ['fell-away', 'choice-called-off'])
    expect(events.find((event) => event.type === type)?.staff).toBe(colleague?.name)
})

it('is reported by the consistency check if a row differs (DESK-32)', async () => {
  const { id, token } = await orderWithOffer()
  await choose(token, bowl.spliId)
  const findingsAfter = async (damage: (sql: Sql) => Promise<unknown>) => {
    let found: string[] = []
    await shop.sql
      .begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await damage(sql as unknown as Sql)
        found = (await findProblems(sql)).map(({ code }) => code)
        throw new Error('rolled back')
      })
      .catch(() => {})
    return found
  }
  expect(
    await findingsAfter(
      (sql) => sql`update replacement_offer set spli_id = ${vase.spliId} where id = ${id}`,
    ),
  ).toContain('choice-gift-differs')
  expect(
    await findingsAfter(
      (sql) => sql`
        update replacement_offer set outcome = null, ended_at = null, spli_id = null, started_at = now() - interval '9 days',
          remind_at = null, until = now() - interval '2 hours' where id = ${id}`,
    ),
  ).toContain('choice-not-settled')
  expect(
    await findingsAfter((sql) => sql`delete from order_event where source_id = ${`fell ${id}`}`),
  ).toContain('choice-without-history')
  expect(
    await findingsAfter(
      (sql) =>
        sql`delete from mail where subject_id like ${`%:${id}`} and template = 'choose-again'`,
    ),
  ).toContain('choice-without-mail')
  // Direct SQL is refused as well, and cannot delete the offer.
  await expect(shop.sql`delete from replacement_offer where id = ${id}`).rejects.toThrow(
    'answered once',
  )
  await expect(
    shop.sql`update replacement_offer set outcome = 'called-off' where id = ${id}`,
  ).rejects.toThrow('answered once')
})
