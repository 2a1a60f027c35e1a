import { afterAll, beforeAll, expect, it } from 'vitest'

import { voucherList } from '#server/desk/voucher-list.ts'
import { keysetPage } from '#server/desk/keyset-page.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

const MANY = 4000
let shop: TestDatabase
beforeAll(async () => {
  shop = await testDatabase('template_world')
  const { sql } = shop
  // As many as make a table worth an index; what they bought is beside the point.
  await sql`
    insert into voucher (batch_id, channel_id, lookup, pepper_id, last3, first_name)
    select (select id from voucher_batch limit 1), '1014', sha256(n::text::bytea), 'k1',
      substr(md5(n::text), 1, 3), ''
    from generate_series(1, ${MANY}) n`
  await sql`insert into purse (voucher_id) select id from voucher on conflict do nothing`
  await sql`
    insert into recipient (voucher_id, batch_id, name, email, added_at)
    select id, batch_id, 'Person ' || substr(md5(id::text), 1, 5), 'p' || id || '@firma.example', now()
    from voucher where not exists (select from recipient where voucher_id = voucher.id)`
  await sql`
    insert into cart (guid, voucher_id, state)
    select md5(id::text)::uuid, id, 'ordered' from voucher order by id desc limit ${MANY}`
  await sql`
    insert into orders (cart_guid, voucher_id, channel_id, language, changeable_until, total_points, points_paid,
      cents_paid, person, delivery)
    select guid, voucher_id, '1014', 'nl', now(), 0, 0, 0, jsonb_build_object('firstName', 'Anna', 'prefix', '',
      'surname', md5(guid::text), 'email', 'a' || voucher_id || '@mail.example', 'telephone', ''), '{"kind": "digital"}'
    from cart where state = 'ordered' and not exists (select from orders where cart_guid = guid)`
  // What an index has not sorted in yet would be dearer than a look at all of it.
  await sql`vacuum analyze`
})
afterAll(() => shop.drop())

it.each([
  [{ search: 'c4c' }],
  [{ search: '1000777' }],
  [{ search: 'p777@firma.example' }],
  [{ search: 'anna 1f' }],
  [{ search: 'person 0a' }],
  [{ channel: '1014' }],
  [{}],
])('finds %j by indexes alone, on the first page and the last (DESK-12)', async (asked) => {
  const { sql } = shop
  const list = voucherList(asked, { channels: ['1014'], now: new Date(), names: true })
  for (const order of [sql`desc`, sql`asc`]) {
    const rows = await sql<{ 'QUERY PLAN': string }[]>`
      explain select ${list.select(sql)} from ${list.from(sql)} order by voucher.id ${order} limit 51`
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (voucher|orders|recipient|purse)\s/)
  }
  const page = await keysetPage<{ id: number }, 'id'>(sql, list, { limit: 50 })
  expect(page.total.count).toBeGreaterThan(0)
})
