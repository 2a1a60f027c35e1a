import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SandboxDelivery } from '#server/adapters/sandbox-delivery.ts'
import { releaseOrder } from '#server/orders/fulfilment-jobs.ts'
import { readWarehouseFeed } from '#server/orders/warehouse-feed.ts'
import { checkBooks } from '#server/operations/check.ts'
import { deskGuest, type DeskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { eventTypes, sampleOrder } from '#server/testing/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let fulfilment: DeskGuest
let vase: { spliId: string; sku: string; points: number }
let bowl: typeof vase
beforeAll(async () => {
  shop = await testShop()
  fulfilment = await deskGuest(shop, 'fulfilment')
  vase = await shop.gift({ points: 41, inStock: 900, name: 'Vaas' })
  bowl = await shop.gift({ points: 41, inStock: 900, name: 'Schaal' })
})
afterAll(() => shop.stop())
beforeEach(() => fulfilment.signIn())

async function underWay(gifts = [vase, bowl]) {
  const { holder, number } = await sampleOrder(shop, { gifts })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await releaseOrder(shop.shop, number)
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
  { plain: string; subject_id: string }[]
>`
  select plain, subject_id from sandbox_mail join mail on mail.id::text = sandbox_mail.id::text
  where template = ${template} and split_part(subject_id, ':', 1) = ${number} order by mail.created_at`
const atDesk = async (number: string) =>
  jsonOf<{ parcels: { code: string; state: string; lines: object[] }[]; choices: object[] }>(
    await fulfilment.ask('GET', `/desk/api/orders/${number}`),
  )
const mark = (number: string, code: string, state: string) =>
  fulfilment.ask('POST', `/desk/api/orders/${number}/parcel-states`, {
    code,
    state,
    reason: 'De vervoerder belde',
  })
async function booksAreClean() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}

it('sends in two parcels, says which gift is in which, and tells of each once (DESK-34)', async () => {
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
  expect(await order()).toMatchObject({ state: 'shipped' })
  await warehouse(number, 'DELIVERED')
  expect(await order()).toMatchObject({
    state: 'delivered',
    items: [{ tracking: [{ state: 'delivered' }] }, { tracking: [{ state: 'delivered' }] }],
  })
  expect(await mailsOf(number)).toHaveLength(2)
  // Of each that it has arrived, once, with what was in it.
  const arrived = await mailsOf(number, 'order-delivered')
  expect(arrived.map(({ plain }) => [plain.includes('Vaas'), plain.includes('Schaal')])).toEqual([
    [true, false],
    [false, true],
  ])
  const desk = await atDesk(number)
  expect(desk.parcels).toMatchObject([
    { state: 'delivered', lines: [{ name: 'Vaas', quantity: 1 }] },
    { state: 'delivered', lines: [{ name: 'Schaal', quantity: 1 }] },
  ])
  await booksAreClean()
})

it('lets the holder choose again for a lost parcel, or asks a person where the channel says so (DESK-34, DESK-33)', async () => {
  const { number, order } = await underWay()
  await warehouse(number, 'PARTLY_SHIPPED', 'SHIPPED', 'LOST')
  expect((await order()).choices).toMatchObject([{ name: 'Schaal', outcome: null }])
  expect(await atDesk(number)).toMatchObject({
    parcels: [{ state: 'sent' }, { state: 'lost' }],
    choices: [{ cause: 'lost', by_itself: true }],
  })

  await shop.sql`update channel set fallen_parcel = 'person' where id = '1014'`
  const other = await underWay([vase])
  await warehouse(other.number, 'SHIPPED')
  const [parcel] = (await atDesk(other.number)).parcels
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => mark(other.number, parcel?.code ?? '', 'refused')),
  )
  await shop.sql`update channel set fallen_parcel = 'choose-again' where id = '1014'`
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await order()).choices).toHaveLength(1)
  const [cause] = (
    await jsonOf<{ items: { id: string; kind: string }[] }>(
      await fulfilment.ask('GET', '/desk/api/attention?kind=parcel-lost'),
    )
  ).items
  const found = await jsonOf<{ shown: string; mend: { rows: object[] } }>(
    await fulfilment.ask('GET', `/desk/api/attention/${cause?.id}`),
  )
  expect(found.mend.rows).toMatchObject([
    { order: other.number, before: 'parcel-refused', after: 'holder-chooses' },
  ])
  const mended = await fulfilment.ask('POST', `/desk/api/attention/${cause?.id}/mend`, {
    shown: found.shown,
  })
  expect(mended.status).toBe(200)
  expect((await other.order()).choices).toMatchObject([{ name: 'Vaas', outcome: null }])
  expect(await eventTypes(shop, other.number)).toContain('parcel-refused')
  const list = await jsonOf<{ items: { state: string; gifts: string }[] }>(
    await fulfilment.ask('GET', '/desk/api/parcels?state=lost,refused'),
  )
  expect(list.items).toMatchObject([
    { state: 'lost', gifts: '1 × Schaal' },
    { state: 'refused', gifts: '1 × Vaas' },
  ])
  await booksAreClean()
})
