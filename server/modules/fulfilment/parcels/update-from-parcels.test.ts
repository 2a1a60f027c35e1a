import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { settleReplacements } from '#server/modules/orders/replacements/replacement.timer.ts'
import { deliverArrivedOrders } from '#server/modules/fulfilment/parcels/deliver-arrived-orders.ts'
import type { Collo } from '#server/platform/services/service-ports.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { checkBooks } from '#tools/check/check.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let fulfilment: StaffClient
let vase: { spliId: string; sku: string; points: number }
let bowl: typeof vase
beforeAll(async () => {
  shop = await testShop()
  fulfilment = await staffClient(shop, 'fulfilment')
  vase = await shop.gift({ points: 41, inStock: 900, name: 'Vaas' })
  bowl = await shop.gift({ points: 41, inStock: 900, name: 'Schaal' })
})
afterAll(() => shop.stop())
beforeEach(() => fulfilment.signIn())

async function underWay(gifts = [vase, bowl]) {
  const { holder, number } = await sampleOrder(shop, { gifts })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const order = async () => (await holder.done('order', { order_number: number })).response
  return { number, order }
}

async function warehouse(number: string, ...types: string[]) {
  const delivery = shop.shop.ports.delivery as SandboxDelivery
  for (const type of types) {
    await delivery.advance(number, type)
    await Promise.all(Array.from({ length: 8 }, () => readWarehouseFeed(shop.shop)))
    await shop.shop.jobs.drain()
  }
}
const mailsOf = (number: string, template = 'order-shipped') => shop.sql<
  { plain: string; subject_id: string; subject: string }[]
>`
  select plain, subject_id, subject from sandbox_mail join mail on mail.id::text = sandbox_mail.id::text
  where template = ${template} and split_part(subject_id, ':', 1) = ${number} order by mail.created_at`
const inBackoffice = async (number: string) =>
  jsonOf<{ parcels: { code: string; state: string; lines: object[] }[]; choices: object[] }>(
    await fulfilment.request('GET', `/backoffice/api/orders/${number}`),
  )
const mark = (number: string, code: string, state: string) =>
  fulfilment.request('POST', `/backoffice/api/orders/${number}/parcel-states`, {
    code,
    state,
    reason: 'De vervoerder belde',
  })
async function expectConsistentBooks() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}

it('ships in two parcels, shows the gifts of each, and sends one email per parcel (DESK-34)', async () => {
  const { number, order } = await underWay()
  await warehouse(number, 'PARTLY_SHIPPED')
  const partly = await order()
  expect(partly).toMatchObject({
    state: 'released',
    items: [
      { name: 'Vaas', state: 'shipped' },
      { state: 'released', tracking: [] },
    ],
  })
  expect(partly.items[0]?.tracking).toMatchObject([{ state: 'sent', quantity: 1 }])
  await warehouse(number, 'SHIPPED')
  const mails = await mailsOf(number)
  expect(mails).toHaveLength(2)
  expect(mails.map(({ plain }) => [plain.includes('Vaas'), plain.includes('Schaal')])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(mails[0]?.plain).toMatch(/zijn verstuurd:\s+1 × Vaas/)
  // Neither mail claims that the complete order is on its way.
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill(`Een deel van bestelling ${number} is onderweg`),
  )
  expect(mails[0]?.plain).toContain('De andere cadeaus van deze bestelling komen apart.')
  expect(await order()).toMatchObject({ state: 'shipped' })
  await warehouse(number, 'DELIVERED')
  expect(await order()).toMatchObject({
    state: 'delivered',
    items: [{ tracking: [{ state: 'delivered' }] }, { tracking: [{ state: 'delivered' }] }],
  })
  expect(await mailsOf(number)).toHaveLength(2)
  // One mail for each delivered parcel, with its contents.
  const arrived = await mailsOf(number, 'order-delivered')
  expect(arrived.map(({ plain }) => [plain.includes('Vaas'), plain.includes('Schaal')])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(arrived.map(({ subject }) => subject)).toEqual(
    Array(2).fill(`Een pakket van bestelling ${number} is bezorgd`),
  )
  const backoffice = await inBackoffice(number)
  expect(backoffice.parcels).toMatchObject([
    { state: 'delivered', lines: [{ name: 'Vaas', quantity: 1 }] },
    { state: 'delivered', lines: [{ name: 'Schaal', quantity: 1 }] },
  ])
  await expectConsistentBooks()
})

it('ends orders at night whose parcels have all arrived, and no others (DESK-34)', async () => {
  const [left, waits] = [await underWay([vase]), await underWay([vase, bowl])]
  await warehouse(left.number, 'SHIPPED', 'DELIVERED')
  await warehouse(waits.number, 'PARTLY_SHIPPED', 'SHIPPED')
  const [first] = (await inBackoffice(waits.number)).parcels
  await mark(waits.number, first?.code ?? '', 'delivered')
  // The state that older versions left, which did not complete orders by their parcels.
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update order_line set state = 'shipped' where order_number = ${left.number}`
    await sql`update orders set state = 'shipped' where number = ${left.number}`
  })
  expect(await deliverArrivedOrders(shop.shop)).toBe(1)
  expect(await left.order()).toMatchObject({ state: 'delivered', items: [{ state: 'delivered' }] })
  expect(await waits.order()).toMatchObject({ state: 'shipped' })
  expect(await deliverArrivedOrders(shop.shop)).toBe(0)
  await expectConsistentBooks()
})

it('offers a replacement for a lost parcel, or creates a task on channels with this setting (DESK-34, DESK-33)', async () => {
  const { number, order } = await underWay()
  await warehouse(number, 'PARTLY_SHIPPED', 'SHIPPED', 'LOST')
  expect((await order()).choices).toMatchObject([{ name: 'Schaal', outcome: null }])
  expect(await inBackoffice(number)).toMatchObject({
    parcels: [{ state: 'sent' }, { state: 'lost' }],
    choices: [{ cause: 'lost', by_itself: true }],
  })

  await shop.sql`update channel set undeliverable_parcel = 'person' where id = '1014'`
  const other = await underWay([vase])
  await warehouse(other.number, 'SHIPPED')
  const [parcel] = (await inBackoffice(other.number)).parcels
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => mark(other.number, parcel?.code ?? '', 'refused')),
  )
  await shop.sql`update channel set undeliverable_parcel = 'choose-again' where id = '1014'`
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await order()).choices).toHaveLength(1)
  const [cause] = (
    await jsonOf<{ items: { id: string; kind: string }[] }>(
      await fulfilment.request('GET', '/backoffice/api/tasks?kind=parcel-undeliverable'),
    )
  ).items
  const found = await jsonOf<{ shown: string; resolve: { rows: object[] } }>(
    await fulfilment.request('GET', `/backoffice/api/tasks/${cause?.id}`),
  )
  expect(found.resolve.rows).toMatchObject([
    { order: other.number, before: 'parcel-refused', after: 'holder-chooses' },
  ])
  const resolved = await fulfilment.request('POST', `/backoffice/api/tasks/${cause?.id}/resolve`, {
    shown: found.shown,
  })
  expect(resolved.status).toBe(200)
  expect((await other.order()).choices).toMatchObject([{ name: 'Vaas', outcome: null }])
  expect(await eventTypes(shop, other.number)).toContain('parcel-refused')
  const list = await jsonOf<{ items: { state: string; gifts: string }[] }>(
    await fulfilment.request('GET', '/backoffice/api/parcels?state=lost,refused&sort=sent_at'),
  )
  expect(list.items).toMatchObject([
    { state: 'lost', gifts: 'Schaal' },
    { state: 'refused', gifts: 'Vaas' },
  ])
  await expectConsistentBooks()
})

it('calls a parcel late after a week without news, until its order counts it as delivered (DESK-32)', async () => {
  const { number } = await underWay()
  await warehouse(number, 'PARTLY_SHIPPED', 'SHIPPED')
  const [one, other] = (await inBackoffice(number)).parcels
  await shop.sql`
    update parcel set sent_at = now() - interval '8 days' where order_number = ${number} and code = ${one?.code ?? ''}`
  const inState = async (state: string) =>
    (
      await jsonOf<{ items: { code: string; days: number; recipient: string }[] }>(
        await fulfilment.request('GET', `/backoffice/api/parcels?state=${state}&search=${number}`),
      )
    ).items
  expect(await inState('late')).toMatchObject([{ code: one?.code, days: 8 }])
  expect(await inState('sent')).toMatchObject([{ code: other?.code, days: 0 }])
  expect((await inState('late,sent')).map(({ code }) => code)).toEqual([other?.code, one?.code])
  const setState = async (state: string) => {
    await shop.sql`update order_line set state = ${state} where order_number = ${number}`
    await shop.sql`update orders set state = ${state} where number = ${number}`
  }
  await setState('delivered')
  expect(await inState('late,sent')).toEqual([])
  expect(await inState('assumed')).toHaveLength(2)
  await setState('shipped')
})

it('announces and reminds of all gifts of a lost parcel in one email, with a link for each choice (DESK-32, DESK-34)', async () => {
  const { number, order } = await underWay()
  await warehouse(number, 'SHIPPED')
  const [parcel] = (await inBackoffice(number)).parcels
  expect((await mark(number, parcel?.code ?? '', 'lost')).status).toBe(200)
  await shop.shop.jobs.drain()
  const tokens = (await order()).choices.map(({ token }) => token ?? '')
  expect(tokens).toHaveLength(2)
  await shop.sql`
    update replacement_offer set remind_at = ${shop.clock.now()} where order_number = ${number}`
  await Promise.all(Array.from({ length: 8 }, () => settleReplacements(shop.shop)))
  await shop.shop.jobs.drain()
  for (const template of ['choose-again', 'choose-again-reminder']) {
    const mails = await mailsOf(number, template)
    expect(mails, template).toHaveLength(1)
    const plain = mails[0]?.plain ?? ''
    expect(plain).toMatch(/[Dd]eze cadeaus/)
    expect(plain).toMatch(/Vaas[^]*Schaal/)
    for (const token of tokens) expect(plain).toContain(token)
  }
  await expectConsistentBooks()
})

const choose = (order: { choices: { token: string | null }[] }, spli_id: string | null) =>
  shop.call('choose', { token: order.choices[0]?.token ?? '', spli_id, language: 'nl' })

it('ends the replacement of a lost parcel that arrives after all, and creates a task if the holder had chosen (DESK-32, DESK-34)', async () => {
  // Two units of one gift, one of them in the lost parcel.
  const { holder, number } = await sampleOrder(shop, { gifts: [vase, bowl], quantity: 2 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const order = async () => (await holder.done('order', { order_number: number })).response
  await warehouse(number, 'PARTLY_SHIPPED', 'SHIPPED', 'LOST')
  const asked = await order()
  expect(asked.choices).toMatchObject([{ name: 'Schaal', outcome: null }])
  const code =
    (await inBackoffice(number)).parcels.find(({ state }) => state === 'lost')?.code ?? ''

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => mark(number, code, 'delivered')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await choose(asked, null)).toMatchObject({ refused: 'choice-over' })
  await shop.shop.jobs.drain()
  expect(await inBackoffice(number)).toMatchObject({ choices: [{ outcome: 'called-off' }] })
  const [told] = await mailsOf(number, 'chosen-again')
  expect(told?.plain).toMatch(/toch gevonden en bezorgd/)
  await warehouse(number, 'DELIVERED')
  expect(await order()).toMatchObject({ state: 'delivered' })

  // A holder who has already chosen a replacement gets both gifts.
  for (const meets of [false, true]) {
    const late = await underWay([vase])
    await warehouse(late.number, 'SHIPPED', 'LOST')
    const lost = (await inBackoffice(late.number)).parcels[0]?.code ?? ''
    const open = await late.order()
    if (!meets) await choose(open, null)
    await Promise.all([
      mark(late.number, lost, 'delivered'),
      ...(meets ? Array.from({ length: 8 }, () => choose(open, null)) : []),
    ])
    const [sums] = await shop.sql<{ credits: number; cases: number }[]>`
      select (select count(*)::integer from credit where order_number = ${late.number}) as credits,
        (select count(*)::integer from task where kind = 'parcel-undeliverable' and cause = 'found' and closed_at is null
          and order_number = ${late.number}) as cases`
    expect(sums?.cases).toBe(sums?.credits)
    if (!meets) expect(sums?.credits).toBe(1)
  }
  await expectConsistentBooks()
})

it('corrects a state set by mistake while nothing final has followed, and otherwise names what has followed (DESK-34)', async () => {
  const marked = async (number: string, code: string, state: string) => {
    const response = await mark(number, code, state)
    return response.ok ? 'done' : (await jsonOf<{ error: { code: string } }>(response)).error.code
  }
  const codeOf = async (number: string) => (await inBackoffice(number)).parcels[0]?.code ?? ''

  const { number, order } = await underWay([vase])
  await warehouse(number, 'SHIPPED')
  const code = await codeOf(number)
  expect(await marked(number, code, 'refused')).toBe('done')
  expect((await order()).choices).toMatchObject([{ outcome: null }])
  // The same mistake is corrected twice.
  expect(await marked(number, code, 'sent')).toBe('done')
  expect(await marked(number, code, 'refused')).toBe('done')
  const answers = await Promise.all(Array.from({ length: 8 }, () => marked(number, code, 'sent')))
  expect(answers.sort()).toEqual([...Array(7).fill('changed-since'), 'done'])
  await shop.shop.jobs.drain()
  expect(await inBackoffice(number)).toMatchObject({
    parcels: [{ state: 'sent' }],
    choices: [{ outcome: 'called-off' }, { outcome: 'called-off' }],
  })
  expect((await order()).items).toMatchObject([{ state: 'shipped', tracking: [{ state: 'sent' }] }])
  const [told] = await mailsOf(number, 'chosen-again')
  expect(told?.plain).toMatch(/toch gewoon onderweg naar je/)
  expect(told?.subject).toBe(`Je hoeft niets anders te kiezen bij bestelling ${number}`)
  expect((await eventTypes(shop, number)).filter((type) => type === 'parcel-sent')).toHaveLength(2)
  await warehouse(number, 'DELIVERED')
  expect(await order()).toMatchObject({ state: 'delivered' })
  expect(await marked(number, code, 'lost')).toBe('has-arrived')

  const answered = await underWay([vase])
  await warehouse(answered.number, 'SHIPPED')
  const gone = await codeOf(answered.number)
  expect(await marked(answered.number, gone, 'refused')).toBe('done')
  await choose(await answered.order(), null)
  expect(await marked(answered.number, gone, 'sent')).toBe('given-back')
  expect(await marked(answered.number, gone, 'delivered')).toBe('given-back')

  const other = await underWay([vase])
  await warehouse(other.number, 'SHIPPED')
  const first = await codeOf(other.number)
  expect(await marked(other.number, first, 'lost')).toBe('done')
  await choose(await other.order(), bowl.spliId)
  expect(await marked(other.number, first, 'sent')).toBe('chosen-instead')
  await expectConsistentBooks()
})

it('shows that part of an order was sent or delivered: on the order, per line and in the list (DESK-34)', async () => {
  const { number, order } = await underWay()
  const listed = async (state: string) => {
    const answer = await fulfilment.request(
      'GET',
      `/backoffice/api/orders?state=${state}&search=${number}`,
    )
    const read = await jsonOf<{ items: { number: string; part: string | null }[] }>(answer)
    expect(answer.status, JSON.stringify(read)).toBe(200)
    return read.items
  }
  const stands = async () =>
    jsonOf<{ part: string | null; lines: { state: string; part: string | null }[] }>(
      await fulfilment.request('GET', `/backoffice/api/orders/${number}`),
    )
  expect(await stands()).toMatchObject({ part: null })
  await warehouse(number, 'PARTLY_SHIPPED')
  expect(await stands()).toMatchObject({ state: 'released', part: 'partly-sent' })
  expect(await listed('partly-sent')).toMatchObject([{ number, part: 'partly-sent' }])
  expect(await listed('partly-delivered')).toEqual([])
  await warehouse(number, 'SHIPPED')
  expect(await stands()).toMatchObject({ state: 'shipped', part: null })
  expect(await listed('partly-sent,partly-delivered')).toEqual([])
  const [first] = (await inBackoffice(number)).parcels
  await mark(number, first?.code ?? '', 'delivered')
  expect(await stands()).toMatchObject({
    state: 'shipped',
    part: 'partly-delivered',
    lines: [{ state: 'delivered' }, { state: 'shipped' }],
  })
  expect(await listed('partly-delivered')).toMatchObject([{ number, part: 'partly-delivered' }])
  expect(await listed('placed,partly-sent,partly-delivered')).toHaveLength(1)
  expect(await order()).toMatchObject({
    items: [
      { state: 'delivered', tracking: [{ state: 'delivered' }] },
      { state: 'shipped', tracking: [{ state: 'sent' }] },
    ],
  })
  await warehouse(number, 'DELIVERED')
  expect(await stands()).toMatchObject({ state: 'delivered', part: null })
})

it('does not request a gift again if its replacement is cancelled while its parcel is in transit (DESK-32, DESK-34)', async () => {
  const owner = await staffClient(shop, 'owner')
  await owner.signIn()
  const { holder, number } = await sampleOrder(shop, { gifts: [vase], quantity: 4 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const order = async () => (await holder.done('order', { order_number: number })).response
  await warehouse(number, 'SHIPPED')
  const lostAndCalledOff = async (line: number, quantity: number, left: number) => {
    const begun = await owner.request('POST', `/backoffice/api/orders/${number}/replacements`, {
      line,
      quantity,
      left,
      cause: 'lost',
      note: '',
    })
    const { id } = await jsonOf<{ id: string }>(begun)
    const ended = await owner.request('DELETE', `/backoffice/api/replacements/${id}`, {
      reason: 'Gevonden',
    })
    expect([begun.status, ended.status]).toEqual([200, 200])
    await shop.shop.jobs.drain()
  }
  // Some units of a line, more units of the same line, and a complete line.
  await lostAndCalledOff(1, 2, 4)
  await lostAndCalledOff(2, 1, 2)
  await lostAndCalledOff(1, 2, 2)
  expect(await inBackoffice(number)).toMatchObject({
    state: 'shipped',
    part: null,
    lines: [
      { line: 1, quantity: 2, state: 'shipped', part: null },
      { line: 2, quantity: 1, state: 'shipped', part: null },
      { line: 3, quantity: 1, state: 'shipped', part: null },
    ],
    parcels: [
      {
        state: 'sent',
        lines: [
          { line: 1, quantity: 2 },
          { line: 2, quantity: 1 },
          { line: 3, quantity: 1 },
        ],
      },
    ],
    choices: [{ outcome: 'called-off' }, { outcome: 'called-off' }, { outcome: 'called-off' }],
  })
  expect(
    (await eventTypes(shop, number)).filter((type) => type === 'sent-to-warehouse'),
  ).toHaveLength(1)
  const [told] = await mailsOf(number, 'chosen-again')
  expect(told?.plain).toMatch(/toch gewoon onderweg naar je/)
  await warehouse(number, 'DELIVERED')
  expect(await order()).toMatchObject({ state: 'delivered' })

  // Nothing of a parcel that is really lost is in transit, so the replacement is submitted.
  const gone = await underWay([vase])
  await warehouse(gone.number, 'SHIPPED', 'LOST')
  const [choice] = (await inBackoffice(gone.number)).choices as { id: string }[]
  const ended = await owner.request('DELETE', `/backoffice/api/replacements/${choice?.id}`, {
    reason: 'Nieuwe',
  })
  expect(ended.status).toBe(200)
  expect(await gone.order()).toMatchObject({ state: 'released' })
  await expectConsistentBooks()
})

it('sends no delivery email for a gift that was refunded (DESK-34)', async () => {
  // A lost gift whose points were refunded, and which is found and delivered after all.
  const { number, order } = await underWay([vase, bowl])
  await warehouse(number, 'PARTLY_SHIPPED', 'SHIPPED', 'LOST')
  const [kept = '', found = ''] = (await inBackoffice(number)).parcels.map(({ code }) => code)
  await choose(await order(), null)
  await mark(number, found, 'delivered')
  await mark(number, kept, 'delivered')
  await shop.shop.jobs.drain()
  expect((await mailsOf(number, 'order-delivered')).map(({ subject_id }) => subject_id)).toEqual([
    `${number}:${kept}`,
  ])

  // No mail for a gift credited in transit either, but the gift beside it is reported.
  const credited = await underWay([vase, bowl])
  await warehouse(credited.number, 'SHIPPED')
  const owner = await staffClient(shop, 'owner')
  await owner.signIn()
  const giveBack = async (line: number) => {
    const { id } = await jsonOf<{ id: string }>(
      await owner.request('POST', `/backoffice/api/orders/${credited.number}/credit-proposals`, {
        lines: [{ line, quantity: 1 }],
        goods: 'none',
        reason: 'goodwill',
      }),
    )
    expect((await owner.request('POST', '/backoffice/api/credits', { proposal: id })).status).toBe(
      200,
    )
  }
  await giveBack(1)
  await warehouse(credited.number, 'DELIVERED')
  const [told, ...more] = await mailsOf(credited.number, 'order-delivered')
  expect(more).toEqual([])
  expect([told?.plain.includes('Vaas'), told?.plain.includes('Schaal')]).toEqual([false, true])

  const whole = await underWay([vase])
  await warehouse(whole.number, 'SHIPPED')
  const { id } = await jsonOf<{ id: string }>(
    await owner.request('POST', `/backoffice/api/orders/${whole.number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      goods: 'none',
      reason: 'goodwill',
    }),
  )
  expect((await owner.request('POST', '/backoffice/api/credits', { proposal: id })).status).toBe(
    200,
  )
  await warehouse(whole.number, 'DELIVERED')
  expect(await whole.order()).toMatchObject({ state: 'delivered' })
  expect(await mailsOf(whole.number, 'order-delivered')).toEqual([])
  await expectConsistentBooks()
})

it('ignores a repeated status of a carrier after a colleague corrected it, and accepts a new one (DESK-34)', async () => {
  const { number, order } = await underWay([vase])
  const { delivery } = shop.shop.ports
  const tracking = delivery.tracking.bind(delivery)
  let says: 'sent' | 'refused' = 'refused'
  delivery.tracking = async (name) =>
    (await tracking(name)).map((parcel) => (name === number ? { ...parcel, state: says } : parcel))
  try {
    await warehouse(number, 'SHIPPED')
    const code = (await inBackoffice(number)).parcels[0]?.code ?? ''
    expect((await order()).choices).toMatchObject([{ outcome: null }])
    expect((await mark(number, code, 'sent')).status).toBe(200)
    // Another event repeats the state that the warehouse reported before.
    await warehouse(number, 'COLLO_SCANNED', 'PARTLY_SCANNED')
    expect(await inBackoffice(number)).toMatchObject({ parcels: [{ state: 'sent' }] })
    expect((await order()).choices).toMatchObject([{ outcome: 'called-off' }])
    expect(await mailsOf(number, 'choose-again')).toHaveLength(1)

    // The carrier corrects its report itself, and the state changes.
    says = 'sent'
    await warehouse(number, 'COLLO_LEFT')
    says = 'refused'
    await warehouse(number, 'COLLO_REFUSED')
    expect(await inBackoffice(number)).toMatchObject({ parcels: [{ state: 'refused' }] })
    expect((await order()).choices).toMatchObject([{ outcome: 'called-off' }, { outcome: null }])
    expect(
      (await eventTypes(shop, number)).filter((type) => type === 'parcel-refused'),
    ).toHaveLength(2)
  } finally {
    delivery.tracking = tracking
  }
  await expectConsistentBooks()
})

/** The warehouse reports parcels; a parcel without `gift` has no reported contents. */
async function silently<T>(
  number: string,
  run: (
    says: (
      type: string,
      ...parcels: { code: string; state?: Collo['state']; gift?: { sku: string } }[]
    ) => Promise<void>,
  ) => Promise<T>,
) {
  const { delivery } = shop.shop.ports
  const tracking = delivery.tracking.bind(delivery)
  let told: Collo[] = []
  delivery.tracking = (name) => (name === number ? Promise.resolve(told) : tracking(name))
  try {
    return await run(async (type, ...parcels) => {
      told = parcels.map(({ code, state = 'sent', gift }) => ({
        code: `${number}-${code}`,
        link: null,
        carrier: 'PostNL',
        state,
        products: gift ? [{ sku: gift.sku, quantity: 1 }] : [],
      }))
      await warehouse(number, type)
    })
  } finally {
    delivery.tracking = tracking
  }
}
const statesOf = (order: { state: string; items: { state: string }[] }) => [
  order.state,
  ...order.items.map(({ state }) => state),
]

it('assigns all remaining gifts to a parcel without contents once everything was sent (DESK-34)', async () => {
  const { number, order } = await underWay()
  await silently(number, async (says) => {
    await says('PARTLY_SHIPPED', { code: 'a' })
    const partly = await order()
    expect(statesOf(partly)).toEqual(['released', 'released', 'released'])
    // The holder can track the parcel from either gift.
    for (const { tracking } of partly.items.slice(0, 2))
      expect(tracking).toMatchObject([{ code: `${number}-a`, quantity: null }])
    const [told, ...more] = await mailsOf(number)
    expect(more).toEqual([])
    expect(told?.subject).toBe(`Een deel van bestelling ${number} is onderweg`)
    expect([told?.plain.includes('Vaas'), told?.plain.includes('Schaal')]).toEqual([false, false])
    expect(told?.plain).toContain('We weten nog niet welke')

    // It is delivered before the other one is sent, and is reported twice.
    await says('COLLO_DELIVERED', { code: 'a', state: 'delivered' })
    await says('COLLO_SEEN', { code: 'a', state: 'delivered' })
    expect(statesOf(await order())).toEqual(['released', 'released', 'released'])
    // A gift with a known parcel is in no other parcel.
    await says('PARTLY_PACKED', { code: 'a', state: 'delivered' }, { code: 'b', gift: bowl })
    const packed = await order()
    expect(statesOf(packed)).toEqual(['released', 'released', 'shipped'])
    expect(packed.items.map(({ tracking }) => tracking.map(({ code }) => code))).toEqual([
      [`${number}-a`],
      [`${number}-b`],
    ])
    await says('SHIPPED', { code: 'a', state: 'delivered' }, { code: 'b', gift: bowl })
    expect(statesOf(await order())).toEqual(['shipped', 'delivered', 'shipped'])
    await says('COLLO_HOME', { code: 'a', state: 'delivered' }, { code: 'b', state: 'delivered' })
    expect(statesOf(await order())).toEqual(['delivered', 'delivered', 'delivered'])
  })
  expect(await mailsOf(number)).toHaveLength(2)
  expect(await mailsOf(number, 'order-delivered')).toHaveLength(2)
  await expectConsistentBooks()
})

it('assumes that gifts of no known parcel were delivered when all parcels without contents have arrived (DESK-34)', async () => {
  const { number, order } = await underWay()
  await silently(number, async (says) => {
    await says('SHIPPED', { code: 'a' }, { code: 'b' })
    expect(statesOf(await order())).toEqual(['shipped', 'shipped', 'shipped'])
    await says('COLLO_A', { code: 'a', state: 'delivered' }, { code: 'b' })
    expect(statesOf(await order())).toEqual(['shipped', 'shipped', 'shipped'])
    const [told] = await mailsOf(number, 'order-delivered')
    expect(told?.plain).toContain('komen apart')
    await says('COLLO_B', { code: 'a', state: 'delivered' }, { code: 'b', state: 'delivered' })
    expect(statesOf(await order())).toEqual(['delivered', 'delivered', 'delivered'])
  })
  const mails = [...(await mailsOf(number)), ...(await mailsOf(number, 'order-delivered'))]
  expect(mails.map(({ subject }) => subject)).toEqual([
    ...Array<string>(2).fill(`Een deel van bestelling ${number} is onderweg`),
    ...Array<string>(2).fill(`Een pakket van bestelling ${number} is bezorgd`),
  ])
  expect(mails.some(({ plain }) => plain.includes('Vaas'))).toBe(false)
  expect(mails.at(-1)?.plain).not.toContain('komen apart')
  await expectConsistentBooks()
})

it('keeps gifts open while a parcel without contents is lost, until a colleague names its gifts (DESK-34, DESK-33)', async () => {
  const { number, order } = await underWay()
  const owner = await staffClient(shop, 'owner')
  await owner.signIn()
  await silently(number, async (says) => {
    await says('SHIPPED', { code: 'a' }, { code: 'b' })
    await says('COLLO_LOST', { code: 'a', state: 'lost' }, { code: 'b', state: 'delivered' })
    expect(statesOf(await order())).toEqual(['shipped', 'shipped', 'shipped'])
  })
  expect((await order()).choices).toEqual([])
  const [open] = await shop.sql<{ count: number }[]>`
    select count(*)::integer from task
    where kind = 'parcel-undeliverable' and closed_at is null and order_number = ${number}`
  expect(open?.count).toBe(1)
  const begun = await owner.request('POST', `/backoffice/api/orders/${number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'lost',
    note: '',
  })
  expect(begun.status).toBe(200)
  expect(statesOf(await order())).toEqual(['shipped', 'shipped', 'delivered'])
  await expectConsistentBooks()
})

it('does not add units that leave while the warehouse is asked for the contents of a parcel (DESK-34)', async () => {
  const { number, order } = await underWay()
  const { delivery } = shop.shop.ports
  const tracking = delivery.tracking.bind(delivery)
  const parcel = (code: string) => ({
    code: `${number}-${code}`,
    link: null,
    carrier: 'PostNL',
    state: 'sent' as const,
    products: [],
  })
  let asked = 0
  delivery.tracking = async (name) => {
    if (name !== number) return tracking(name)
    asked += 1
    if (asked > 1) return [parcel('a'), parcel('b')]
    await (delivery as SandboxDelivery).advance(number, 'SHIPPED')
    await readWarehouseFeed(shop.shop)
    return [parcel('a')]
  }
  try {
    await warehouse(number, 'PARTLY_SHIPPED')
  } finally {
    delivery.tracking = tracking
  }
  expect(asked).toBeGreaterThan(1)
  expect((await inBackoffice(number)).parcels).toMatchObject([{ lines: [] }, { lines: [] }])
  expect(statesOf(await order())).toEqual(['shipped', 'shipped', 'shipped'])
  await expectConsistentBooks()
})

it('notifies of a partial shipment once it has a code, and of the complete one in any case (DESK-34)', async () => {
  const { number } = await underWay()
  await silently(number, async (says) => {
    await says('PARTLY_SHIPPED')
    expect(await mailsOf(number)).toEqual([])
    await says('SHIPPED')
  })
  const [told, ...more] = await mailsOf(number)
  expect(more).toEqual([])
  expect(told?.subject).toBe(`Bestelling ${number} is onderweg`)
  expect([told?.plain.includes('Vaas'), told?.plain.includes('Schaal')]).toEqual([true, true])
})
