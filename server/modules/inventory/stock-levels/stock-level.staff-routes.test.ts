import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

type StockLevel = {
  sku: string
  on_hand: number
  reserved: number
  sold: number
  days_left: number | null
  state: string
  warehouse: { on_hand: number } | null
}
const correct = (sku: string, input: object, guest = owner) =>
  guest.request('POST', `/backoffice/api/stock/${sku}/corrections`, { reason: 'count', ...input })
const stockLevel = async (sku: string) =>
  jsonOf<{
    stockLevel: StockLevel | null
    moves: { quantity: number; reason: string; by: string | null }[]
  }>(await owner.request('GET', `/backoffice/api/stock/${sku}`))
const list = async (query: string) =>
  jsonOf<{ items: StockLevel[]; total: { count: number } }>(
    await owner.request('GET', `/backoffice/api/stock?${query}`),
  )

const order = (gift: { spliId: string; points: number }) => sampleOrder(shop, { gifts: [gift] })

it('corrects a stock level once in a race of eight, with its reason and an audit entry (DESK-6)', async () => {
  const { sku } = await shop.gift({ inStock: 10 })
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      correct(sku, { from: 10, on_hand: 3 + at, note: 'Shelf 12' }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const winner = 3 + tries.findIndex(({ status }) => status === 200)
  const refused = await jsonOf<{ stands: StockLevel }>(
    tries.find(({ status }) => status === 409) as Response,
  )
  expect(refused.stands.on_hand).toBe(winner)
  const { moves, stockLevel: current } = await stockLevel(sku)
  expect(current?.on_hand).toBe(winner)
  expect(moves[0]).toMatchObject({
    quantity: winner - 10,
    reason: 'count',
    by: 'The owner',
    note: 'Shelf 12',
  })
  const lines = await shop.sql`select before, after from audit where subject_id = ${sku}`
  expect([...lines]).toEqual([{ before: { [sku]: 10 }, after: { [sku]: winner } }])
  await expect(shop.sql`delete from stock_correction`).rejects.toThrow('append-only')
})

it('corrects stock correctly while orders are placed', async () => {
  const gift = await shop.gift({ inStock: 40, points: 1 })
  const { sku } = gift
  const work = Array.from({ length: 8 }, async (_, at) =>
    at % 2 === 0 ? order(gift) : correct(sku, { from: 40, on_hand: 30, reason: 'damaged' }),
  )
  await Promise.all(work)
  const [sums] = await shop.sql<{ on_hand: number; moved: number; ordered: number }[]>`
    select on_hand, (select sum(quantity)::integer from stock_movement where sku = stock.sku) as moved,
      (select count(*)::integer from order_line where sku = stock.sku) as ordered
    from stock where sku = ${sku}`
  expect(sums?.on_hand).toBe(sums?.moved)
  const corrections = await shop.sql`select from stock_correction where sku = ${sku}`
  expect(corrections.count).toBeLessThanOrEqual(1)
  expect(sums?.on_hand).toBe((corrections.count === 1 ? 30 : 40) - (sums?.ordered ?? 0))
})

it('starts to count an unlimited gift, and refuses a level below the reserved units', async () => {
  const { sku } = await shop.gift({ inStock: null })
  expect(await stockLevel(sku)).toEqual({ stockLevel: null, moves: [] })
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => correct(sku, { from: null, on_hand: 6 })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await shop.sql`update stock set reserved = 2 where sku = ${sku}`
  expect(await jsonOf(await correct(sku, { from: 6, on_hand: 1 }))).toMatchObject({
    error: { code: 'reserved' },
  })
  await shop.sql`update stock set reserved = 0 where sku = ${sku}`
  const reader = await staffClient(shop, 'reader')
  await reader.signIn()
  expect((await correct(sku, { from: 6, on_hand: 1 }, reader)).status).toBe(403)
})

it('lists stock at risk first, by the sales of four weeks, with the warehouse’s counts', async () => {
  const slow = await shop.gift({ inStock: 50, points: 1 })
  const quick = await shop.gift({ inStock: 4, points: 1 })
  await order(quick)
  await shop.sql`update sales_velocity_counted set at = 'epoch'`
  const { items } = await list(`ids=${slow.sku},${quick.sku}`)
  expect(items.map(({ sku }) => sku)).toEqual([quick.sku, slow.sku])
  expect(items[0]).toMatchObject({ sold: 1, days_left: 84, on_hand: 3, state: 'low' })
  expect((await list('state=out&search=no-such-thing')).total.count).toBe(0)
  const asked = await jsonOf<{ asked: number }>(
    await owner.request('POST', '/backoffice/api/warehouse-counts', {}),
  )
  expect(asked.asked).toBeGreaterThanOrEqual(0)
})

it('lists gifts that sell out first, with their variants in order and their daily sales (PRODUCT-10)', async () => {
  const unsold = await shop.gift({ inStock: 50, points: 1 })
  const out = await shop.gift({ inStock: 1, points: 1 })
  const soon = await shop.gift({ inStock: 4, points: 1 })
  await shop.sql`insert into dimension (id, texts) values ('length', '{"en": "Length"}')`
  await shop.sql`
    insert into dimension_value (dimension_id, id, texts) values
      ('length', 'short', '{"en": "Short", "nl": "Kort"}'), ('length', 'long', '{"en": "Long", "nl": "Lang"}')`
  await shop.sql`update product set dimension_ids = '{length}' where id = ${soon.sku}`
  await shop.sql`update article set value_0 = 'short' where sku = ${soon.sku}`
  const other = `${soon.sku}-long`
  await shop.sql`
    insert into article (sku, product_id, value_0, position) values (${other}, ${soon.sku}, 'long', 1)`
  await correct(other, { from: null, on_hand: 9 })
  await order(out)
  // Its remaining stock lasts longer than two weeks, but shorter than all other stock.
  await order(soon)
  await order(soon)
  await shop.sql`
    insert into warehouse_count (sku, on_hand, asked_at) values (${other}, 7, now())`
  await shop.sql`update sales_velocity_counted set at = 'epoch'`

  type StockGift = StockLevel & {
    gift: string
    difference: number | null
    sales: number[]
    variants: (StockLevel & { variant: string; sales: number[] })[]
  }
  const gifts = async (query: string) =>
    jsonOf<{ items: StockGift[]; total: { count: number } }>(
      await owner.request('GET', `/backoffice/api/stock-gifts?${query}`),
    )
  const { items } = await gifts(`ids=${unsold.sku},${out.sku},${soon.sku}`)
  expect(items.map(({ gift }) => gift)).toEqual([soon.sku, out.sku, unsold.sku])
  expect(items[0]).toMatchObject({ on_hand: 11, sold: 2, days_left: 28, difference: -2 })
  expect(items[0]?.sales).toHaveLength(28)
  expect(items[0]?.sales.at(-1)).toBe(2)
  expect(items[0]?.variants).toMatchObject([
    { sku: soon.sku, variant: 'Kort', on_hand: 2, days_left: 28 },
    { sku: other, variant: 'Lang', on_hand: 9, days_left: null, sales: Array(28).fill(0) },
  ])
  // A search for one variant finds its gift with all of them.
  expect((await gifts(`search=${other}`)).items[0]?.variants).toHaveLength(2)

  // Three left and a hundred sold: gone today, but still within the week.
  const today = await shop.gift({ inStock: 3, points: 1 })
  await shop.sql`
    insert into sales_velocity (sku, sold) values (${today.sku}, 100)
    on conflict (sku) do update set sold = 100`
  expect((await list(`ids=${today.sku}&ends=week`)).items).toMatchObject([{ days_left: 1 }])
  // Each count above the list is the length of the list behind it.
  const counts = await jsonOf<{ out: number; week: number; differ: number }>(
    await owner.request('GET', '/backoffice/api/stock-counts'),
  )
  const lists = await Promise.all(['state=out', 'ends=week', 'differs=yes'].map(gifts))
  expect(lists.map(({ total }) => total.count)).toEqual([counts.out, counts.week, counts.differ])
  expect(counts.out).toBeGreaterThan(0)
  expect(counts.differ).toBeGreaterThan(0)
})
