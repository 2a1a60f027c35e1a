import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Answer, createClient } from '#contract/client.shop.ts'
import { ROLE_LIMITS } from '#domain/approvals/staff-limits.ts'
import { checkBooks } from '#tools/check/check.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  owner = await releaseClient(shop)
})
afterAll(async () => {
  await shop.shop.jobs.drain()
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const LIMIT = ROLE_LIMITS.service.spentForRecipients
const eight = Array.from({ length: 8 }, (_, index) => index)

/** A shop client for a colleague who acts as a holder. */
async function shopOf(backoffice: ReleaseClient, { voucherId }: TestHolder) {
  const { body } = await backoffice.request<{ address: string }>(
    'POST',
    `/vouchers/${voucherId}/act`,
    {
      reason: 'Cannot see the screen',
    },
  )
  const ticket = body.address.split('#hand-over=')[1] ?? ''
  const { wt } = (await shop.call('takeOver', { ticket, from: shop.url })) as Answer<'takeOver'>
  return createClient({
    base: shop.url,
    token: () => wt,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      return { status: response.status, headers: response.headers, text: () => response.text() }
    },
  })
}
type Acting = Awaited<ReturnType<typeof shopOf>>

/** A holder with a cart that a colleague has filled, ready to be ordered. */
async function filled(backoffice: ReleaseClient, points: number, stock: number | null = null) {
  const gift = await shop.gift({ points, inStock: stock })
  const holder = await shop.holder({ points: points + 50 })
  const acting = await shopOf(backoffice, holder)
  await acting.call('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await acting.call('saveAddress', { ...sampleContact, direct_delivery_consent: true })
  return { holder, acting, gift }
}
const order = (acting: Acting) => acting.call('convertCart', { payment_method: 'FC' })
const WAITS = { refused: 'waits-for-approval' }

type Item = {
  id: string
  outcome: string | null
  reason: string
  asked: { points: number; gifts: { quantity: number }[] }
  changes: { after: string }[]
}
const requests = async ({ voucherId }: TestHolder, backoffice = owner) => {
  const { body } = await backoffice.request<{ items: (Item & { subject_id: string })[] }>(
    'GET',
    '/approvals?kind=order.place&limit=100',
  )
  return body.items.filter((one) => one.subject_id === String(voucherId))
}
const request = async (holder: TestHolder) => {
  const [first] = await requests(holder)
  if (!first) throw new Error('it was asked for')
  return first
}
const decide = (id: string, action: 'approve' | 'reject', backoffice = owner) =>
  backoffice.request('POST', `/approvals/${id}/${action}`, { note: 'Seen' })
const written = async ({ voucherId }: TestHolder) => {
  const [row] = await shop.sql`
    select (select count(*)::integer from orders where voucher_id = ${voucherId}) as orders,
      (select reserved + spent from voucher_balance where voucher_id = ${voucherId}) as points,
      (select count(*)::integer from ledger where voucher_id = ${voucherId} and kind <> 'grant') as entries`
  return row
}
const NOTHING = { orders: 0, points: 0, entries: 0 }

it('holds an order above the colleague’s limit without writing anything, and places it once when approved (SAFE-9, S26)', async () => {
  const service = await releaseClient(shop, 'service')
  const { holder, acting, gift } = await filled(service, LIMIT + 1, 3)
  // A lost answer and a double click are the same request.
  for (const answer of await Promise.all([order(acting), order(acting)]))
    expect(answer).toMatchObject(WAITS)
  expect(await order(acting)).toMatchObject(WAITS)
  expect(await requests(holder)).toMatchObject([
    { outcome: null, reason: 'Cannot see the screen', asked: { points: LIMIT + 1 } },
  ])
  expect(await written(holder)).toEqual(NOTHING)
  const stock = async () => {
    const [row] =
      await shop.sql`select on_hand - reserved as left from stock where sku = ${gift.sku}`
    return row
  }
  expect(await stock()).toEqual({ left: 3 })
  // The open request is shown to its requester and on the voucher's page.
  expect(await requests(holder, service)).toMatchObject([{ outcome: null }])
  const page = await service.request('GET', `/vouchers/${holder.voucherId}`)
  expect(page.body['waiting']).toMatchObject([{ kind: 'order.place' }])

  const { id } = await request(holder)
  expect((await decide(id, 'approve', service)).status).toBe(403)
  const owners = await Promise.all(eight.map(() => releaseClient(shop)))
  const answers = await Promise.all(owners.map((one) => decide(id, 'approve', one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await written(holder)).toEqual({ orders: 1, points: LIMIT + 1, entries: 2 })
  expect(await stock()).toEqual({ left: 2 })
  const [placed] = await shop.sql<{ number: string; staff_id: number }[]>`
    select number, staff_id from orders join order_event on order_number = number
    where orders.voucher_id = ${holder.voucherId} and type = 'placed'`
  expect(placed?.staff_id).toBe(service.guest.staffId)
  // A repeated request returns the order; approved points do not count towards the staff member's limit.
  expect(await order(acting)).toMatchObject({ response: { order_number: placed?.number } })
  const next = await filled(service, LIMIT)
  expect(await order(next.acting)).toMatchObject({ success: true })
  const after = await filled(service, 1)
  expect(await order(after.acting)).toMatchObject(WAITS)
  // Holders may spend their own points.
  expect(await after.holder.call('convertCart', { payment_method: 'FC' })).toMatchObject({
    success: true,
  })
})

it('keeps the basket after a rejection, and gives the reason when an approved order is no longer possible (SAFE-9, S26)', async () => {
  const service = await releaseClient(shop, 'service')
  const refused = await filled(service, LIMIT + 1)
  await order(refused.acting)
  expect((await decide((await request(refused.holder)).id, 'reject')).status).toBe(200)
  expect(await written(refused.holder)).toEqual(NOTHING)
  expect((await refused.holder.done('readCart', {})).response.shopping_cart_items).toHaveLength(1)
  // Asking again creates a new request.
  expect(await order(refused.acting)).toMatchObject(WAITS)
  expect(await requests(refused.holder)).toMatchObject([{ outcome: null }, { outcome: 'refused' }])

  const ends: [string, (it: Awaited<ReturnType<typeof filled>>) => Promise<unknown>][] = [
    [
      'basket',
      ({ holder, gift }) => holder.done('changeCart', { spli_id: gift.spliId, quantity: 0 }),
    ],
    ['ordered', ({ holder }) => holder.done('convertCart', { payment_method: 'FC' })],
    ['stock', ({ gift }) => sampleOrder(shop, { gifts: [gift] })],
    [
      'price',
      ({ gift }) => shop.sql`update offer set points = points + 1 where spli_id = ${gift.spliId}`,
    ],
    [
      'catalogue',
      ({ gift }) => shop.sql`update offer set active = false where spli_id = ${gift.spliId}`,
    ],
    [
      'voucher',
      ({ holder }) => shop.sql`
      update voucher set valid_until = ${shop.clock.now()} where id = ${holder.voucherId}`,
    ],
    [
      'balance',
      ({ holder }) => shop.sql`
      insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'expire', ${LIMIT})`,
    ],
  ]
  for (const [why, happen] of ends) {
    const one = await filled(service, LIMIT + 1, 1)
    await order(one.acting)
    const { id } = await request(one.holder)
    await happen(one)
    const before = await written(one.holder)
    expect([why, (await decide(id, 'approve')).status]).toEqual([why, 409])
    expect(await request(one.holder)).toMatchObject({
      outcome: 'lapsed',
      changes: [{ after: why }],
    })
    expect(await written(one.holder)).toEqual(before)
  }

  // The colleague changed the cart and requested again: the first request ends, the second has the current cart.
  const twice = await filled(service, LIMIT + 1)
  await order(twice.acting)
  await twice.acting.call('changeCart', { spli_id: twice.gift.spliId, quantity: 1 })
  await shop.sql`
    insert into ledger (voucher_id, kind, points) values (${twice.holder.voucherId}, 'grant', ${LIMIT})`
  expect(await order(twice.acting)).toMatchObject(WAITS)
  expect(await requests(twice.holder)).toMatchObject([
    { outcome: null, asked: { points: 2 * (LIMIT + 1), gifts: [{ quantity: 2 }] } },
    { outcome: 'lapsed', changes: [{ after: 'basket' }] },
  ])
})

it('keeps eight simultaneous orders for eight holders within the limit of the colleague (SAFE-9, S26)', async () => {
  const service = await releaseClient(shop, 'service')
  const ready = await Promise.all(eight.map(() => filled(service, LIMIT / 4)))
  const answers = await Promise.all(ready.map(({ acting }) => order(acting)))
  expect(answers.filter((answer) => 'success' in answer && answer.success)).toHaveLength(4)
  expect(answers.filter((answer) => 'refused' in answer)).toEqual(
    Array(4).fill(expect.objectContaining(WAITS)),
  )
  // Refunded points can be spent again.
  const [first] = ready
  const [own] = await shop.sql<{ number: string; voucher_id: number }[]>`
    select number, voucher_id from orders
    where voucher_id = any(${ready.map(({ holder }) => holder.voucherId)}::bigint[]) limit 1`
  if (!first || !own) throw new Error('four were ordered')
  const theirs = ready.find(({ holder }) => holder.voucherId === own.voucher_id)
  await theirs?.holder.done('cancelOrder', { order_number: own.number })
  const again = await filled(service, LIMIT / 4)
  expect(await order(again.acting)).toMatchObject({ success: true })
})

it('counts the points of an order with card payment, and refuses it above the limit (SAFE-9, S26)', async () => {
  const service = await releaseClient(shop, 'service')
  const pay = async (points: number) => {
    const gift = await shop.gift({ points: points + 2 })
    const holder = await shop.holder({ points })
    const acting = await shopOf(service, holder)
    await acting.call('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await acting.call('saveAddress', { ...sampleContact, direct_delivery_consent: true })
    const urls = { cancelUrl: `${shop.url}/checkout`, redirectUrl: `${shop.url}/confirmation` }
    const ask = () =>
      acting.call('createPayment', { amount: '10.00', description: 'Gifts', ...urls })
    return { holder, ask }
  }
  const above = await pay(LIMIT + 1)
  expect(await above.ask()).toMatchObject({ refused: 'acting-limit' })
  expect(await written(above.holder)).toEqual(NOTHING)
  const within = await pay(LIMIT)
  expect(await within.ask()).toMatchObject({ success: true })
  // The same payment again; the points count once.
  expect(await within.ask()).toMatchObject({ success: true })
  const next = await filled(service, 1)
  expect(await order(next.acting)).toMatchObject(WAITS)
})
