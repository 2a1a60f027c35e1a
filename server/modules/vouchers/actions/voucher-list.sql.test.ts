import { afterAll, beforeAll, expect, it } from 'vitest'

import { voucherList, searchVouchers } from '#server/modules/vouchers/actions/voucher-list.sql.ts'
import { keysetPage, uncountedPage } from '#server/lists/keyset-page.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

const MANY = 4000
let shop: TestDatabase
beforeAll(async () => {
  shop = await testDatabase('template_world')
  const { sql } = shop
  // Enough rows that the planner uses an index. Their orders do not matter.
  await sql`
    insert into voucher (batch_id, channel_id, lookup, pepper_id, last3, first_name)
    select (select id from voucher_batch limit 1), '1014', sha256(n::text::bytea), 'k1',
      substr(md5(n::text), 1, 3), ''
    from generate_series(1, ${MANY}) n`
  await sql`insert into voucher_balance (voucher_id) select id from voucher on conflict do nothing`
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
  // Entries still pending in the index would make a full scan cheaper.
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
    expect(plan).not.toMatch(/Seq Scan on (voucher|orders|recipient|balance)\s/)
  }
  const page = await keysetPage<{ id: number }, 'id'>(sql, list, { limit: 50 })
  expect(page.total.count).toBeGreaterThan(0)
})

it('reads a frequent name page by page to the last page, at the cost of a page (DESK-12)', async () => {
  const { sql } = shop
  const viewer = { channels: ['1014'], now: new Date(), names: true }
  const found = (search: string, more: object = {}) =>
    searchVouchers(sql, { as: 'json', search, ...more }, viewer)
  const pagesOf = async (search: string, sort: 'id' | '-id', limit: number) => {
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const list = await found(search, { sort, cursor })
      const page = await uncountedPage(sql, list, { sort, cursor, limit })
      ids.push(...page.rows.map((row) => (row as { id: number }).id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    return ids
  }
  const everybody = await sql<{ id: number }[]>`
    select distinct voucher_id as id from orders where person ->> 'firstName' = 'Anna' order by id`
  const down = everybody.map(({ id }) => id).reverse()
  expect(down.length).toBeGreaterThan(MANY - 10)
  expect(await pagesOf('anna', '-id', 900)).toEqual(down)

  // The newest vouchers match and few others do: the index finds the rest.
  await sql`update recipient set email = 'x@haus.example' where voucher_id = any(${down.slice(0, 100)}::bigint[])`
  await sql`update recipient set email = 'y@haus.example' where voucher_id = ${down.at(-1) ?? 0}`
  const ofHouse = [...down.slice(0, 100), down.at(-1)]
  expect(await pagesOf('haus', '-id', 60)).toEqual(ofHouse)
  const last = await uncountedPage(sql, await found('haus', { cursor: 'last' }), {
    cursor: 'last',
    limit: 5,
  })
  expect(last.rows.map((row) => (row as { id: number }).id)).toEqual(ofHouse.slice(-5))

  const list = await found('anna')
  const { total } = await keysetPage(sql, list, { limit: 50 })
  expect(total).toEqual({ count: 299, exact: false })
  const rows = await sql<{ 'QUERY PLAN': string }[]>`
    explain (analyze, timing off) select voucher.id from ${list.from(sql)} order by voucher.id desc limit 51`
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toMatch(/Seq Scan|Bitmap/)
  // Of four thousand vouchers, only those of the page are read.
  const read = [...plan.matchAll(/\(actual rows=([\d.]+) loops=(\d+)\)/g)].map(
    ([, rows, loops]) => Number(rows) * Number(loops),
  )
  expect(Math.max(...read)).toBeLessThan(200)
})

it('lists an active voucher without points as spent, and finds it by that state', async () => {
  const { sql } = shop
  const found = async (state: 'open' | 'spent') => {
    const list = voucherList({ state: [state] }, { channels: null, now: new Date(), names: true })
    const { rows } = await keysetPage<{ id: number; state: string }, 'id'>(sql, list, { limit: 50 })
    return rows.find(({ id }) => id === spent)?.state
  }
  const [newest] = await sql<{ id: number }[]>`select max(id) as id from voucher`
  const spent = newest?.id ?? 0
  expect([await found('open'), await found('spent')]).toEqual(['open', undefined])
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update voucher_balance set granted = 4, spent = 4 where voucher_id = ${spent}`
  })
  expect([await found('open'), await found('spent')]).toEqual([undefined, 'spent'])
})
