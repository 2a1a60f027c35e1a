import { afterAll, beforeAll, expect, it } from 'vitest'

import { giftList, type GiftQuery } from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

const GIFTS = THOROUGH ? 5000 : 1000
const CHANNELS = 30

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
  const { sql } = shop
  await sql`
    insert into channel (id, name) select (7000 + n)::text, 'Channel ' || n from generate_series(1, ${CHANNELS}) n`
  await sql`
    insert into product (id, brand_id, delivery_condition, owner_channel_id)
    select 'scale-' || n, (select id from brand order by id offset n % 5 limit 1), 'monta', '2'
    from generate_series(1, ${GIFTS}) n`
  await sql`
    insert into product_text (product_id, channel_id, language, name)
    select 'scale-' || n, '2', language, 'Schaal ' || n || ' ' || language
    from generate_series(1, ${GIFTS}) n, unnest('{nl,en,de,fr}'::text[]) language`
  await sql`insert into article (sku, product_id) select 'scale-' || n, 'scale-' || n from generate_series(1, ${GIFTS}) n`
  await sql`insert into stock (sku, on_hand) select 'scale-' || n, n % 60 from generate_series(1, ${GIFTS}) n`
  await sql`
    insert into product_tag (product_id, tag_id)
    select 'scale-' || n, (select id from tag order by id offset n % 7 limit 1) from generate_series(1, ${GIFTS}) n`
  // One query after the other, because a busy machine would exceed the time limit of a single one.
  for (let channel = 1; channel <= CHANNELS; channel += 1) {
    await sql`
      insert into offer (channel_id, sku, points, position)
      select ${String(7000 + channel)}, 'scale-' || n, 1 + n % 24, n from generate_series(1, ${GIFTS}) n`
  }
  for (const table of ['product', 'product_text', 'article', 'offer', 'stock', 'product_tag']) {
    await sql.unsafe(`analyze ${table}`)
  }
}, 120_000)
afterAll(() => shop.stop())

const ASKED: [string, GiftQuery][] = [
  ['all of them', {}],
  ['words', { search: 'schaal 49' }],
  ['a channel', { channel: '7003', active: 'yes' }],
  ['not shown anywhere', { active: 'no' }],
  ['a language', { missing: ['de'] }],
  ['sold out', { stock: 'out' }],
]

it.each(ASKED)(
  `finds %s among ${GIFTS} gifts in 30 channels without reading all their offers (DESK-12)`,
  async (_, asked) => {
    const { sql } = shop
    const list = giftList(asked, { channels: null, colleague: { id: 0 }, language: 'nl' })
    const plans = await sql<{ 'QUERY PLAN': string }[]>`
    explain select gift.id from ${list.from(sql)} order by lower(gift.name), gift.id limit 51`
    const plan = plans.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on offer/)
  },
)

it.each([
  ['what is sold out', { stock: 'out' }],
  ['what runs low', { stock: 'low' }],
  ['what never runs out', { stock: 'endless' }],
] satisfies [string, GiftQuery][])(
  `counts %s among ${GIFTS} gifts by reading each stock level once, not gift by gift (DESK-12)`,
  async (_, asked) => {
    const { sql } = shop
    const list = giftList(asked, { channels: null, colleague: { id: 0 }, language: 'nl' })
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>`
      explain (analyze, buffers, format json) select count(*) from ${list.from(sql)}`
    const plan = row?.['QUERY PLAN'][0].Plan
    const blocks = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    expect(blocks).toBeLessThan(2 * GIFTS)
  },
)

it(`changes ${GIFTS} gifts at once, and undoes the change for all of them (DESK-11, DESK-12)`, async () => {
  const action = { field: 'points', how: 'add', value: 1, channels: ['7001'] }
  const asked = { found: { search: 'scale-' }, count: GIFTS, action }
  const seen = await jsonOf<{ seen: string; fields: number }>(
    await owner.request('POST', '/backoffice/api/bulk-changes/preview', asked),
  )
  expect(seen.fields).toBe(GIFTS)
  const made = await jsonOf<{ id: string; fields: number }>(
    await owner.request('POST', '/backoffice/api/bulk-changes', { ...asked, seen: seen.seen }),
  )
  expect(made.fields).toBe(GIFTS)
  const undone = await jsonOf<{ put_back: number }>(
    await owner.request('POST', `/backoffice/api/bulk-changes/${made.id}/undo`, {}),
  )
  expect(undone.put_back).toBe(GIFTS)
}, 120_000)
