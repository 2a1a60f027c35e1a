import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

type Coverage = {
  points: number[]
  rows: { category: { id: string; name: string }; reach: number[]; elsewhere: number[] }[]
  all: number[]
  balances: number[]
}
type Why = {
  shown: boolean
  reasons: { why: string; hides: boolean; detail: string; resolve: string }[]
}
const read = async <Body>(path: string, guest = owner) =>
  jsonOf<Body>(await guest.request('GET', `/backoffice/api/${path}`))

it('counts affordable gifts like the list behind each cell (DESK-40)', async () => {
  const before = await read<Coverage>('coverage?channel=1014&language=nl')
  const six = before.points.indexOf(6)
  const [tag] = await shop.sql<{ tag_id: string; top: string }[]>`
    select said.tag_id, coalesce(item.parent_id, item.id) as top
    from navigation_tag said join navigation_item item on item.channel_id = said.channel_id and item.id = said.item_id
    where said.channel_id = coalesce((select channel_id from navigation_item where channel_id = '1014' limit 1), '2')
    order by 1 limit 1`
  const here = await shop.gift({ points: 6, inStock: 3 })
  const gone = await shop.gift({ points: 6, inStock: 0 })
  const dear = await shop.gift({ points: 7 })
  const there = await shop.gift({ points: 6, channel: '2001' })
  for (const { sku } of [here, gone, dear, there]) {
    await shop.sql`insert into product_tag (product_id, tag_id) values (${sku}, ${tag?.tag_id ?? ''})`
  }
  const after = await read<Coverage>('coverage?channel=1014&language=nl')
  const rowOf = ({ rows }: Coverage) => rows.find(({ category }) => category.id === tag?.top)
  expect(after.all[six]).toBe((before.all[six] ?? 0) + 1)
  expect(rowOf(after)?.reach[six]).toBe((rowOf(before)?.reach[six] ?? 0) + 1)
  const elsewhere = rowOf(after)?.elsewhere[six] ?? 0
  expect(elsewhere).toBe((rowOf(before)?.elsewhere[six] ?? 0) + 1)
  expect(rowOf(after)?.elsewhere[0]).toBe(rowOf(before)?.elsewhere[0])
  const behind = await read<{ items: { id: string }[] }>(
    `gifts?category=${tag?.top}&not_in=1014&points=6&stock=there&limit=200`,
  )
  expect(behind.items).toHaveLength(elsewhere)
  expect(behind.items.map(({ id }) => id)).toContain(there.sku)
  const german = await read<Coverage>('coverage?channel=1014&language=de')
  const soldOut = await read<Coverage>('coverage?channel=1014&language=nl&in_stock=no')
  expect(soldOut.all[six]).toBeGreaterThan(after.all[six] ?? 0)
  expect(german.all[six]).toBeLessThan(after.all[six] ?? 0)
  // Category names are in the reader's language, not in that of the shop.
  expect(german.rows.map(({ category }) => category.name)).toEqual(
    after.rows.map(({ category }) => category.name),
  )
  expect(after.balances.every(Number.isInteger)).toBe(true)
  expect(after.balances.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(102)
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  expect(
    (await mila.request('GET', '/backoffice/api/coverage?channel=2001&language=nl')).status,
  ).toBe(404)
})

it('names each reason why a gift is not shown, and where to change it', async () => {
  const why = (sku: string, more = '') =>
    read<Why>(`gifts/${sku}/hidden-reasons?channel=1014&language=nl${more}`)
  const { sku } = await shop.gift({ points: 9, inStock: 1, name: 'Klok' })
  const [tag] = await shop.sql<{ id: string }[]>`select id from tag limit 1`
  await shop.sql`insert into product_tag (product_id, tag_id) values (${sku}, ${tag?.id ?? ''})`
  expect(await why(sku)).toEqual({ name: 'Klok', shown: true, reasons: [] })
  await shop.sql`insert into stock_movement (sku, quantity, reason) values (${sku}, -1, 'count')`
  await shop.sql`delete from product_tag where product_id = ${sku}`
  const german = await read<Why>(`gifts/${sku}/hidden-reasons?channel=1014&language=de&points=4`)
  // The shop lists only gifts that the voucher can pay.
  expect(german.shown).toBe(false)
  expect(await why(sku, '&points=9')).toMatchObject({ shown: true })
  expect(german.reasons.map(({ why, detail }) => [why, detail])).toEqual([
    ['sold-out', sku],
    ['above-balance', '9'],
    ['other-language', 'nl'],
    ['no-tag', ''],
  ])
  await shop.sql`update offer set active = false where sku = ${sku}`
  expect(await why(sku)).toMatchObject({
    shown: false,
    reasons: [{ why: 'not-on-sale', resolve: 'offers' }, {}],
  })
  await shop.sql`delete from offer where sku = ${sku}`
  expect(await why(sku)).toMatchObject({ reasons: [{ why: 'never-offered' }, {}] })
  await shop.sql`update article set retired = true where sku = ${sku}`
  expect(await why(sku)).toMatchObject({ reasons: [{ why: 'retired', resolve: 'variants' }, {}] })
})
