import { afterAll, beforeAll, expect, it } from 'vitest'

import { isSandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

it('shows gifts, recipient, address and amounts (PAY-6)', async () => {
  const gifts = [await shop.gift({ points: 4, name: 'Vaas' }), await shop.gift({ points: 3 })]
  const holder = await shop.holder({ points: 20 })
  const { number } = await sampleOrder(shop, { gifts, holder, quantity: 2 })

  const { response: order } = await holder.done('order', { order_number: number })
  expect(order).toMatchObject({
    order_number: number,
    state: 'placed',
    total_points: 14,
    points_paid: 14,
    cents_paid: 0,
    points_refunded: 0,
    cents_refunded: 0,
    payment_method: 'FC',
    available_points: 6,
    delivery: { kind: 'home', street: 'Zilverkade', housenr: '12', postal_code: '1012AB' },
    personal_data: { contact_email: sampleContact.contact_email, contact_first_name: 'Anna' },
    events: [{ type: 'placed' }],
  })
  expect(order.items).toMatchObject([
    { name: 'Vaas', points: 4, quantity: 2, delivery_condition: 'monta', state: 'placed' },
    { points: 3, quantity: 2, tracking: [] },
  ])
  expect((await holder.done('orders', {})).response).toEqual([order])
})

it('names the chosen variant: in the language of the request in the cart, permanently in the order and its emails (D2)', async () => {
  const [robe] = await shop.sql<{ spliId: string; points: number }[]>`
    select spli_id as "spliId", points from offer where spli_id = '1014-bath-robe-sea-m'`
  if (!robe) throw new Error('the demo world has no such robe')
  const holder = await shop.holder({ points: robe.points })
  await holder.done('changeCart', { spli_id: robe.spliId, quantity: 1 })
  const cart = await holder.done('readCart', { language: 'en' })
  expect(cart.response.shopping_cart_items).toMatchObject([{ variant: 'Sea, M' }])

  const email = 'which-one@example.com'
  await holder.done('changeCart', {
    spli_id: robe.spliId,
    quantity: 0,
    shopping_cart_item: cart.response.shopping_cart_items[0]?.id ?? '',
  })
  const { number } = await sampleOrder(shop, { gifts: [robe], holder, language: 'de', email })
  await shop.sql`
    update dimension_value set texts = '{"de": "Blau"}' where dimension_id = 'colour' and id = 'sea'`
  const { response: order } = await holder.done('order', { order_number: number })
  expect(order.items).toMatchObject([{ variant: 'Meer, M' }])

  await shop.shop.jobs.drain()
  const { mailer } = shop.shop.ports
  if (!isSandboxMailer(mailer)) throw new Error('mails leave this shop')
  const [mail] = await mailer.all(email)
  expect(mail?.text).toMatch(/1 × .+\nMeer, M · Linnenhuis\n/)
  expect(mail?.html).toContain('Meer, M')
})

it('returns 404 for the order of another holder, like for a missing one (WIRE-11)', async () => {
  const { number } = await sampleOrder(shop, { gifts: [await shop.gift()] })
  const other = await shop.holder()
  const foreign = await other.call('order', { order_number: number })
  const unknown = await other.call('order', { order_number: '999' })
  expect(foreign).toMatchObject({ refused: 'no-such-order' })
  expect(foreign).toEqual(unknown)
  expect((await other.done('orders', {})).response).toEqual([])
})

it('lists the newest order first', async () => {
  const holder = await shop.holder({ points: 20 })
  const gifts = [await shop.gift({ points: 2 })]
  const numbers: string[] = []
  for (let left = 3; left > 0; left -= 1) {
    numbers.unshift((await sampleOrder(shop, { gifts, holder })).number)
    shop.clock.advance(1000)
  }
  const { response } = await holder.done('orders', {})
  expect(response.map((order) => order.order_number)).toEqual(numbers)
  // The times are those of the shop's clock, which decides when a copy can be sent.
  const mails = await shop.sql<{ at: Date; mailed: Date }[]>`
    select placed_at as at, created_at as mailed from orders
    join mail on subject_id = number and template = 'order-confirmation' where number = any(${numbers})`
  expect(mails.map(({ mailed }) => mailed)).toEqual(mails.map(({ at }) => at))
  expect(mails).toHaveLength(3)
})

it('states until when the order can be changed, and nothing after that time', async () => {
  const { holder, number } = await sampleOrder(shop, { gifts: [await shop.gift()] })
  const before = await holder.done('order', { order_number: number })
  const { placed_at, undo_until } = before.response
  expect(Date.parse(undo_until ?? '') - Date.parse(placed_at)).toBe(30 * 60_000)

  shop.clock.advance(30 * 60_000)
  const after = await holder.done('order', { order_number: number })
  expect(after.response.undo_until).toBeNull()
})

it('states no time for changes after an early release', async () => {
  const { holder, number } = await sampleOrder(shop, { gifts: [await shop.gift()] })
  await shop.sql`update orders set state = 'released' where number = ${number}`
  const { response } = await holder.done('order', { order_number: number })
  expect(response.undo_until).toBeNull()
})

it('contains refunded points and euros', async () => {
  const gift = await shop.gift({ points: 5 })
  const holder = await shop.holder({ points: 3 })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  const { id } = await holder.done('createPayment', {
    amount: '10.00',
    cancelUrl: `${shop.url}/checkout`,
    redirectUrl: `${shop.url}/confirmation?extra_payments=1`,
  })
  const { payments } = shop.shop.ports
  if (isSandboxPayments(payments)) await payments.choose(id, 'paid')
  const { response } = await holder.done('convertCart', {
    payment_method: 'MOL',
    cart_guid: holder.cartGuid,
  })
  const order_number = response.order_number

  await shop.sql`
    insert into ledger (voucher_id, kind, points, ends_id, order_number)
    select voucher_id, 'refund', 2, capture_id, number from orders where number = ${order_number}`
  for (const [cents, state, over] of [
    [300, 'refunded', true],
    [200, 'processing', false],
    [100, 'failed', true],
  ] as const) {
    await shop.sql`
      insert into refund (payment_key, cents, reason, state, provider_id, done_at)
      select payment_key, ${cents}, 'test', ${state}, ${`re_${state}`}, case when ${over} then now() end
      from orders where number = ${order_number}`
  }

  const order = async () => (await holder.done('order', { order_number })).response
  expect(await order()).toMatchObject({
    payment_method: 'MOL',
    points_paid: 3,
    cents_paid: 1000,
    points_refunded: 2,
    cents_refunded: 500,
    available_points: 2,
    refunds: [
      { points: 2, state: 'done' },
      { cents: 300, state: 'done' },
      { cents: 200, state: 'queued' },
      { cents: 100, state: 'failed' },
    ],
  })
  // The refund is repeated and fails again, until staff refund the rest at the provider.
  const refund = (cents: number, state: string, repeats: string | null) => shop.sql`
    insert into refund (payment_key, cents, reason, state, provider_id, done_at, repeats)
    select payment_key, ${cents}, 'test', ${state}, ${`re_${state}_${cents}`}, case when ${state !== 'pending'} then now() end,
      (select key from refund where provider_id = ${repeats})
    from orders where number = ${order_number}`
  const hundreds = async () =>
    (await order()).refunds.flatMap(({ cents, state }) => (cents === 100 ? [state] : []))
  await refund(100, 'pending', 're_failed')
  expect(await hundreds()).toEqual(['queued'])
  await shop.sql`update refund set state = 'failed', done_at = now() where provider_id = 're_pending_100'`
  expect(await hundreds()).toEqual(['failed'])
  await refund(500, 'refunded', null)
  expect(await hundreds()).toEqual([])
  expect((await order()).refunds.at(-1)).toMatchObject({ cents: 500, state: 'done' })
})
