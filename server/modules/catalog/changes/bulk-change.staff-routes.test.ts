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

type Preview = {
  gifts: number
  fields: number
  carts: number
  left_out: { why: string; count: number }[]
  first: { id: string; variant: string; field: string; before: unknown; after: unknown }[]
  seen: string
}
type Undone = { put_back: number; left_alone: number; left: { id: string; by: string | null }[] }

const preview = async (input: object, guest = owner) =>
  jsonOf<Preview>(await guest.request('POST', '/backoffice/api/bulk-changes/preview', input))
const make = (input: object, guest = owner) =>
  guest.request('POST', '/backoffice/api/bulk-changes', input)
const undo = (id: string, guest = owner) =>
  guest.request('POST', `/backoffice/api/bulk-changes/${id}/undo`, {})
const some = (count: number, points = 5) =>
  Promise.all(Array.from({ length: count }, () => shop.gift({ points })))
const pointsOf = async (skus: string[], channel = '1014') => {
  const rows = await shop.sql<{ sku: string; points: number }[]>`
    select sku, points from offer where sku = any(${skus}) and channel_id = ${channel}`
  return skus.map((sku) => rows.find((row) => row.sku === sku)?.points)
}
const cheaper = { field: 'points', how: 'add', value: -1, channels: ['1014'] }

it('refuses a percentage of points that leaves none, at its field (DESK-10)', async () => {
  const [gift] = await some(1, 100)
  const shareOf = (value: number) =>
    owner.request('POST', '/backoffice/api/bulk-changes/preview', {
      ids: [gift?.sku ?? ''],
      count: 1,
      action: { ...cheaper, how: 'percent', value },
    })
  for (const value of [-100_000, -100, 0]) {
    const response = await shareOf(value)
    expect([response.status, await jsonOf(response)]).toMatchObject([
      400,
      { error: { code: 'invalid-input', field: 'action.value' } },
    ])
  }
  expect(await jsonOf(await shareOf(1))).toMatchObject({ first: [{ before: 100, after: 1 }] })
})

it('names a variant by its options, and shows as many rows as requested (DESK-11, PRODUCT-11)', async () => {
  const [first, ...others] = await some(22)
  const { sku = '' } = first ?? {}
  await shop.sql`insert into dimension (id, texts) values ('fit', '{"en": "Fit"}')`
  await shop.sql`
    insert into dimension_value (dimension_id, id, texts) values ('fit', 'wide', '{"en": "Wide", "nl": "Ruim"}')`
  await shop.sql`update product set dimension_ids = '{fit}' where id = ${sku}`
  await shop.sql`update article set value_0 = 'wide' where sku = ${sku}`
  const ids = [sku, ...others.map((gift) => gift.sku)]
  const asked = { ids, count: 22, action: cheaper }
  expect((await preview(asked)).first).toHaveLength(20)
  const { first: rows } = await preview({ ...asked, shown: 100 })
  expect(rows).toHaveLength(22)
  expect(rows.filter(({ id }) => id === sku)).toMatchObject([{ variant: 'Ruim' }])
  expect(rows.filter(({ id }) => id !== sku).every(({ variant }) => variant === '')).toBe(true)
})

it('previews the change, makes it for one of eight requests with the confirmed number of gifts, and undoes it except for later changes (DESK-10, DESK-11, DESK-12)', async () => {
  const gifts = await some(24)
  const ids = gifts.map(({ sku }) => sku)
  const holder = await shop.holder()
  await holder.done('changeCart', {
    cart_guid: holder.cartGuid,
    spli_id: gifts[0]?.spliId ?? '',
    quantity: 1,
  })
  await shop.sql`update offer set points = 1 where sku = ${ids[23] ?? ''}`
  const asked = { ids, count: 24, action: { ...cheaper, channels: ['1014', '2001'] } }
  const seen = await preview(asked)
  expect(seen).toMatchObject({ gifts: 23, fields: 23, carts: 1 })
  expect(seen.first).toHaveLength(20)
  expect(seen.first[0]).toMatchObject({ field: 'offer.points', before: 5, after: 4 })
  expect(seen.left_out).toEqual([
    { why: 'least', count: 1 },
    { why: 'not-offered', count: 24 },
  ])
  expect(await pointsOf(ids.slice(0, 2))).toEqual([5, 5])

  const other = { ...asked, count: 23, seen: seen.seen }
  expect(await jsonOf(await make(other))).toMatchObject({ error: { code: 'count-differs' } })
  await shop.sql`update offer set points = 9 where sku = ${ids[4] ?? ''}`
  expect(await jsonOf(await make({ ...asked, seen: seen.seen }))).toMatchObject({
    error: { code: 'changed-since' },
  })
  await shop.sql`update offer set points = 5 where sku = ${ids[4] ?? ''}`
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => make({ ...asked, seen: seen.seen, reason: 'A sale' })),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const { id } = await jsonOf<{ id: string }>(
    tries.find(({ status }) => status === 200) as Response,
  )
  expect(new Set(await pointsOf(ids.slice(0, 23)))).toEqual(new Set([4]))
  const lines =
    await shop.sql`select from audit where action = 'gifts.changed' and subject_id = ${id}`
  expect(lines.count).toBe(1)

  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const [sku = ''] = ids
  const gift = await jsonOf<{ offers: { version: number }[] }>(
    await mila.request('GET', `/backoffice/api/gifts/${sku}`),
  )
  await mila.request('PUT', `/backoffice/api/gifts/${sku}/offers`, {
    offers: [{ channel: '1014', sku, version: gift.offers[0]?.version, points: 12 }],
  })
  const about = await jsonOf<{ would_stay: { by: string }[] }>(
    await owner.request('GET', `/backoffice/api/bulk-changes/${id}`),
  )
  expect(about.would_stay).toMatchObject([{ gift: sku, by: 'The merchandiser' }])
  expect((await undo(id, mila)).status).toBe(404)
  const undone = await Promise.all(Array.from({ length: 8 }, () => undo(id)))
  expect(undone.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const told = await jsonOf<Undone>(undone.find(({ status }) => status === 200) as Response)
  expect(told).toMatchObject({
    put_back: 22,
    left_alone: 1,
    left: [{ id: sku, by: 'The merchandiser' }],
  })
  expect(await pointsOf(ids.slice(0, 3))).toEqual([12, 5, 5])
})

it('cannot be undone after seven days, and refuses an empty list (DESK-11)', async () => {
  const [gift] = await some(1)
  const asked = { ids: [gift?.sku], count: 1, action: cheaper }
  const { id } = await jsonOf<{ id: string }>(
    await make({ ...asked, seen: (await preview(asked)).seen }),
  )
  expect((await make({ ids: [], count: 1, action: cheaper, seen: '' })).status).toBe(400)
  expect((await make({ count: 1, action: cheaper, seen: '' })).status).toBe(400)
  shop.clock.advance(7 * 24 * 3_600_000 + 1000)
  await owner.signIn()
  expect(await jsonOf(await undo(id))).toMatchObject({ error: { code: 'too-late' } })
})

it('changes tags, category, sale, delivery and texts of all gifts of a filter, but not those of other channels (DESK-3, DESK-11)', async () => {
  const gifts = await some(6)
  await shop.sql`
    update product_text set name = 'Zeldzaam ' || product_id where product_id = any(${gifts.map(({ sku }) => sku)})`
  const found = { search: 'zeldzaam' }
  const run = async (action: object, guest = owner, count = 6) => {
    const asked = { found, count, action }
    const seen = await preview(asked, guest)
    const made = await jsonOf<{ id: string }>(await make({ ...asked, seen: seen.seen }, guest))
    return { seen, id: made.id }
  }
  const tagsOf = async () =>
    (
      await shop.sql<{ tags: string[] }[]>`
      select array(select tag_id from product_tag where product_id = ${gifts[0]?.sku ?? ''} order by position) as tags`
    )[0]?.tags
  const [one, two] = await shop.sql<{ item_id: string; tag_id: string }[]>`
    select distinct on (tag_id) item_id, tag_id from navigation_tag
    where item_id in (select item_id from navigation_tag group by channel_id, item_id having count(*) = 1)
    order by tag_id, item_id limit 2`
  const { id } = await run({ field: 'tags', how: 'add', value: [one?.tag_id] })
  expect(await tagsOf()).toEqual([one?.tag_id])
  await run({ field: 'category', value: two?.item_id, from: one?.item_id })
  expect(await tagsOf()).toEqual([two?.tag_id])
  expect(await jsonOf<Undone>(await undo(id))).toMatchObject({ put_back: 0, left_alone: 6 })

  await run({ field: 'active', value: false, channels: ['1014'] })
  const [sold] = await shop.sql`
    select count(*)::integer as n from offer where active and sku = any(${gifts.map(({ sku }) => sku)})`
  expect(sold?.['n']).toBe(0)
  await run({ field: 'delivery', value: 'dropship' })
  await run({
    field: 'delivery_info',
    value: 'Voor de feestdagen',
    language: 'nl',
    channel: '1014',
  })

  await shop.sql`
    insert into offer (channel_id, sku, points) values ('2001', ${gifts[0]?.sku ?? ''}, 9)`
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const { seen } = await run({ field: 'delivery', value: 'monta' }, mila)
  expect(seen).toMatchObject({ gifts: 5, left_out: [{ why: 'shared', count: 1 }] })
  const foreign = { ...cheaper, channels: ['2001'] }
  const refused = await mila.request('POST', '/backoffice/api/bulk-changes/preview', {
    found,
    count: 6,
    action: foreign,
  })
  expect(refused.status).toBe(404)
})
