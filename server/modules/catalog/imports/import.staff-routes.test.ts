import { afterAll, beforeAll, expect, it } from 'vitest'

import { csvOf, importClient, type Rows, type Run } from '#server/testing/clients/import-client.ts'
import { jsonOf, staffClient } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

type ImportClient = Awaited<ReturnType<typeof importClient>>
let shop: TestShop
let owner: ImportClient['owner']
let brand: ImportClient['brand']
let upload: ImportClient['upload']
let api: ImportClient['api']
let take: ImportClient['take']
beforeAll(async () => {
  shop = await testShop()
  ;({ owner, brand, upload, api, take } = await importClient(shop))
})
afterAll(() => shop.stop())

/** 37 of the cells are invalid. */
const GIFTS = THOROUGH ? 5000 : 1000
const FIT = GIFTS - 37

it(`imports ${FIT} of ${GIFTS} gifts while 37 cells are corrected, all with the same reason at once, and none twice (DESK-23)`, async () => {
  const rows = Array.from({ length: GIFTS }, (_, at) => {
    const points = at < 12 ? `${4 + (at % 5)},00` : 4 + (at % 20)
    const by = at >= 12 && at < 21 ? `${brand}x` : brand
    const name = at >= 21 && at < 28 ? '' : `Geïmporteerd ${at}`
    const code = at >= 28 && at < 37 ? `Slechte Code ${at}` : `import-${at}`
    return [code, by, 'magazijn', name, `Imported ${at}`.repeat(name === '' ? 0 : 1), points]
  })
  const file = csvOf([['gift', 'brand', 'levering', 'name nl', 'name en', 'points 1014'], ...rows])
  const run = await upload('gifts', 'winter.csv', Buffer.from(file, 'latin1'))
  expect(run.mapping).toEqual(['gift', 'brand', 'delivery', 'name.nl', 'name.en', 'points.1014'])
  expect(run.reading).toMatchObject({ encoding: 'windows-1252', delimiter: ';' })
  expect(run.counts).toEqual({ rows: GIFTS, made: FIT, changed: 0, same: 0, refused: 37, taken: 0 })
  expect(run.problems).toEqual([
    { column: 5, code: 'not-whole', count: 12, hinted: 12 },
    { column: 0, code: 'not-a-code', count: 9, hinted: 9 },
    { column: 1, code: 'unknown-brand', count: 9, hinted: 9 },
    { column: 3, code: 'empty', count: 7, hinted: 0 },
  ])
  const wrong = await api<Rows>('GET', `${run.id}/rows?outcome=refused&code=not-whole`)
  expect(wrong.items).toHaveLength(12)
  expect(wrong.items[0]).toMatchObject({ line: 2, problems: [{ column: 5, hint: '4' }] })

  expect(await take({ ...run, counts: { ...run.counts, made: 12 } })).toBe(409)
  expect(await take(run, { on_sale: true })).toBe(200)
  expect((await api('GET', run.id)).counts).toMatchObject({ taken: FIT, refused: 37 })
  const [made] = await shop.sql`
    select count(*)::integer as gifts from product where id like 'import-%'`
  expect(made?.['gifts']).toBe(FIT)
  const [name] = await shop.sql`
    select name from product_text where product_id = 'import-40' and language = 'nl'`
  expect(name?.['name']).toBe('Geïmporteerd 40')

  const resolved = await api<Run & { resolved: number }>('PATCH', `${run.id}/rows`, {
    all: { column: 5, code: 'not-whole' },
  })
  expect(resolved).toMatchObject({ resolved: 12, counts: { made: FIT + 12, refused: 25 } })
  await api('PATCH', `${run.id}/rows`, { all: { column: 1, code: 'unknown-brand', value: brand } })
  await api('PATCH', `${run.id}/rows`, { all: { column: 0, code: 'not-a-code' } })
  const last = await api('PATCH', `${run.id}/rows`, {
    cells: Array.from({ length: 7 }, (_, at) => ({
      line: 23 + at,
      column: 3,
      value: `Naam ${at}`,
    })),
  })
  expect(last.counts).toMatchObject({ made: GIFTS, refused: 0, taken: FIT })
  expect(await take(last)).toBe(200)
  expect(await take(await api('GET', run.id))).not.toBe(200)

  const again = await upload('gifts', 'winter.csv', Buffer.from(file, 'latin1'))
  expect(again.counts).toMatchObject({ made: 0, changed: 0, same: GIFTS - 30 })

  const [offer] = await shop.sql<{ spli_id: string }[]>`
    select spli_id from offer where sku = 'import-100'`
  await shop.sql`update stock set on_hand = 5 where sku = 'import-100'`
  await sampleOrder(shop, { gifts: [{ spliId: offer?.spli_id ?? '', points: 24 }] })
  await shop.sql`
    update product_text set name = 'Herschreven' where product_id = 'import-50' and language = 'nl'`
  const undone = await api<{ left: { gift: string; field: string }[] }>('POST', `${run.id}/undo`, {
    reason: 'The wrong season',
  })
  // Later edits stay, gifts sold since then stay off sale, and everything else is removed.
  expect(undone.left.filter(({ gift }) => gift !== 'import-100')).toMatchObject([
    { gift: 'import-50', field: 'text.name' },
  ])
  // Buyers still see the gift's name, and the result lists that it stays.
  expect(undone.left).toContainEqual(
    expect.objectContaining({ gift: 'import-100', field: 'text.name' }),
  )
  for (const [method, path, input] of [
    ['PUT', 'mapping', { mapping: run.mapping }],
    ['PATCH', 'rows', { cells: [{ line: 1, column: 0, value: 'x' }] }],
  ] as const) {
    expect(await api(method, `${run.id}/${path}`, input)).toMatchObject({
      error: { code: 'was-put-back' },
    })
  }
  const left = await shop.sql`
    select product.id, article.retired, offer.active, said.name
    from product join article on article.product_id = product.id join offer using (sku)
      left join product_text said on said.product_id = product.id and language = 'nl'
    where product.id like 'import-%' order by product.id`
  expect(left).toEqual([
    { id: 'import-100', retired: true, active: false, name: 'Geïmporteerd 100' },
    { id: 'import-50', retired: true, active: false, name: 'Herschreven' },
  ])
}, 240_000)

it('remembers the assignment of columns for the next file, and limits a colleague to their own channels (DESK-3, DESK-23)', async () => {
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const { sku } = await shop.gift({ points: 5 })
  const file = `Our number;Costs\n${sku};9\n`
  const first = await upload('prices', 'odd.csv', file)
  expect(first).toMatchObject({ mapping: [null, null], missing: ['sku', 'points'] })
  const mapped = await api('PUT', `${first.id}/mapping`, { mapping: ['sku', 'points.1014'] })
  expect(mapped.counts).toMatchObject({ changed: 1, refused: 0 })
  const second = await upload('prices', 'odd.csv', file, mila)
  expect(second).toMatchObject({ mapping: ['sku', 'points.1014'], counts: { changed: 1 } })
  // The saved mapping of these columns does not apply to a file of another kind.
  expect(await upload('stock', 'odd.csv', file)).toMatchObject({ mapping: [null, null] })
  const refusal = await mila.request('PUT', `/backoffice/api/imports/${second.id}/mapping`, {
    mapping: ['sku', 'points.2001'],
  })
  expect(await jsonOf(refusal)).toMatchObject({ error: { code: 'unknown-name' } })
  expect((await mila.request('GET', `/backoffice/api/imports/${first.id}`)).status).toBe(404)
})

it('imports neither of two different rows for one gift, so that importing the file again changes nothing (DESK-23)', async () => {
  const [{ sku }, other] = [await shop.gift({ points: 5 }), await shop.gift({ points: 5 })]
  const file = csvOf([
    ['sku', 'points 1014'],
    [sku, 5],
    [other.sku, 6],
    [other.sku, 6],
    [sku, 8],
    [sku, 8],
  ])
  for (const [changed, same] of [
    [1, 1],
    [0, 2],
  ] as const) {
    const run = await upload('prices', 'prices.csv', file)
    expect(run.counts).toMatchObject({ rows: 5, changed, same, refused: 3 })
    const { items } = await api<Rows>('GET', `${run.id}/rows?outcome=refused`)
    expect(items.map(({ line, problems }) => [line, problems.map(({ code }) => code)])).toEqual([
      [2, ['twice']],
      [5, ['twice']],
      [6, ['twice']],
    ])
    if (changed > 0) expect(await take(run)).toBe(200)
    const [{ points } = {}] = await shop.sql`
      select points from offer where sku = ${sku} and channel_id = '1014'`
    expect(points).toBe(5)
  }
  const counts = await upload(
    'stock',
    'stock.csv',
    csvOf([
      ['sku', 'on hand'],
      [sku, 4],
      [sku, 4],
    ]),
  )
  expect(counts.counts).toMatchObject({ rows: 2, refused: 2 })
})

it('reports a price list without a column of points, whose rows would change nothing (DESK-23)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const none = await upload(
    'prices',
    'p.csv',
    csvOf([
      ['article', 'points'],
      [sku, 8],
    ]),
  )
  expect(none).toMatchObject({ mapping: ['sku', null], missing: ['points'] })
  const mapped = await api('PUT', `${none.id}/mapping`, { mapping: ['sku', 'points.1014'] })
  expect(mapped).toMatchObject({ missing: [], counts: { changed: 1 } })
})

it('continues after a failed portion: each portion is imported completely or not at all, and none twice (DESK-23)', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [`portion-${at}`, brand, `Stuk ${at}`, 6])
  const run = await upload(
    'gifts',
    'portions.csv',
    csvOf([['gift', 'brand', 'name nl', 'points 1014'], ...rows]),
  )
  await shop.sql`
    create function dies_at_280() returns trigger language plpgsql as $$
    begin
      if new.line = 280 and new.taken_at is not null then raise exception 'died'; end if;
      return new;
    end $$`
  await shop.sql`
    create trigger dies_at_280 before update on import_row for each row execute function dies_at_280()`
  await take(run)
  const gifts = async () =>
    (await shop.sql`select count(*)::integer as n from product where id like 'portion-%'`)[0]?.['n']
  expect((await api('GET', run.id)).counts.taken).toBe(250)
  expect(await gifts()).toBe(250)
  await shop.sql`drop trigger dies_at_280 on import_row`
  await shop.shop.jobs.drain({ includeScheduled: true })
  const after = await api('GET', run.id)
  if (after.counts.taken < 300) expect(await take(after)).toBe(200)
  expect((await api('GET', run.id)).counts.taken).toBe(300)
  expect(await gifts()).toBe(300)
  const twice = await shop.sql`
    select id from bulk_change_row where field = 'made' and kind = 'gift' and id like 'portion-%'
    group by id having count(*) > 1`
  expect(twice.count).toBe(0)
})

it('adds no retired brand or tag to a gift, and keeps it on gifts that have it (DESK-23)', async () => {
  await shop.sql`
    insert into brand (id, name, retired) values ('gone-brand', 'Voorbij', true), ('new-brand', 'Voorbij', false)`
  await shop.sql`
    insert into tag (id, tag_group_id, texts, retired)
    select 'gone-tag', (select id from tag_group order by id limit 1), '{"nl": "Uit"}', true`
  const { sku } = await shop.gift()
  await shop.sql`update product set brand_id = 'gone-brand' where id = ${sku}`
  await shop.sql`insert into product_tag (product_id, tag_id) values (${sku}, 'gone-tag')`
  const rows = [
    ['gift', 'brand', 'tags', 'name nl'],
    [sku, 'gone-brand', 'gone-tag', 'Had het al'],
    ['never-had', 'gone-brand', 'Uit', 'Nieuw'],
    ['by-name', 'Voorbij', '', 'Het merk dat er is'],
  ]
  const run = await upload('gifts', 'retired.csv', csvOf(rows))
  expect(run.problems).toEqual([
    { column: 1, code: 'retired-word', count: 1, hinted: 0 },
    { column: 2, code: 'retired-word', count: 1, hinted: 0 },
  ])
  expect(run.counts).toMatchObject({ made: 1, changed: 1, refused: 1 })
})

it('finds no changes in an exported list of gifts, for any colleague, and creates no article without a row (DESK-13, DESK-23)', async () => {
  const plain = await shop.gift({ points: 5 })
  const coloured = await shop.gift({ points: 7, variant: 'Rood' })
  await shop.sql`
    insert into dimension_value (dimension_id, id, texts) values (${coloured.sku}, 'other', '{"nl": "Blauw"}')`
  await shop.sql`
    insert into article (sku, product_id, value_0) values (${`${coloured.sku}-b`}, ${coloured.sku}, 'other')`
  await shop.sql`insert into offer (channel_id, sku, points) values ('1014', ${`${coloured.sku}-b`}, 9)`
  const offSale = await shop.gift({ points: 6 })
  await shop.sql`update offer set active = false where sku = ${offSale.sku}`
  const retired = await shop.gift()
  await shop.sql`update article set retired = true where sku = ${retired.sku}`
  const elsewhere = await shop.gift({ points: 4, name: 'Overal te koop' })
  const [other] = await shop.sql<{ id: string }[]>`
    select id from channel where id not in ('2', '1014') order by id limit 1`
  await shop.sql`
    insert into offer (channel_id, sku, points) values (${other?.id ?? ''}, ${elsewhere.sku}, 4)`
  await shop.sql`
    update product_text set language = 'en' where product_id = ${plain.sku}`

  const exported = await owner.request('GET', '/backoffice/api/gifts?as=xlsx')
  const file = Buffer.from(await exported.arrayBuffer())
  const again = await upload('gifts', 'gifts.xlsx', file)
  expect(again).toMatchObject({ problems: [], counts: { same: again.counts.rows, refused: 0 } })
  expect(again.counts.rows).toBeGreaterThanOrEqual(5)
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const hers = await mila.request('GET', '/backoffice/api/gifts?as=xlsx')
  const seen = await upload('gifts', 'g.xlsx', Buffer.from(await hers.arrayBuffer()), mila)
  expect(seen).toMatchObject({ problems: [], counts: { same: seen.counts.rows, refused: 0 } })

  const rows = [
    ['gift', 'name nl', 'points 1014'],
    [coloured.sku, 'Vaas', 8],
    [elsewhere.sku, 'Overal te koop', 11],
  ]
  const changed = await upload('gifts', 'changed.csv', csvOf(rows), mila)
  expect(changed).toMatchObject({
    problems: [{ column: 2, code: 'which-article', count: 1, hinted: 0 }],
    counts: { made: 0, changed: 1, refused: 1 },
  })
  const renamed = csvOf([rows[0] ?? [], [elsewhere.sku, 'Nergens te koop', 11]])
  const refusal = await upload('gifts', 'changed.csv', renamed, mila)
  expect(refusal).toMatchObject({ problems: [{ column: 0, code: 'not-yours' }] })
})

it('creates warehouse gifts with a stock level of 0, sold out until they are counted (DESK-23)', async () => {
  const rows = [
    ['gift', 'brand', 'delivery', 'name nl', 'points 1014'],
    ['of-the-warehouse', brand, '', 'Uit het magazijn', 6],
    ['of-a-supplier', brand, 'leverancier', 'Van de leverancier', 6],
  ]
  const run = await upload('gifts', 'warehouse.csv', csvOf(rows))
  expect(run.counts).toMatchObject({ made: 2 })
  expect(await take(run)).toBe(200)
  const shelfOf = async (sku: string) =>
    (
      await jsonOf<{ stockLevel: object | null }>(
        await owner.request('GET', `/backoffice/api/stock/${sku}`),
      )
    ).stockLevel
  expect(await shelfOf('of-the-warehouse')).toMatchObject({ on_hand: 0, state: 'out' })
  expect(await shelfOf('of-a-supplier')).toBeNull()
  expect((await upload('gifts', 'warehouse.csv', csvOf(rows))).counts).toMatchObject({ same: 2 })
  expect(await api<object>('POST', `${run.id}/undo`, { reason: 'Too early' })).toMatchObject({
    left_alone: 0,
  })
  const left = await shop.sql`
    select sku from article where sku in ('of-the-warehouse', 'of-a-supplier')
    union all select sku from stock where sku = 'of-the-warehouse'`
  expect([...left]).toEqual([])
})

it('checks each row again when it is imported, and keeps rows with new errors with the reason (DESK-23)', async () => {
  await shop.sql`insert into brand (id, name) values ('goes-soon', 'Gaat weg')`
  const stockLevel = await shop.gift({ inStock: 10, points: 1 })
  const gifts = await upload(
    'gifts',
    'soon.csv',
    csvOf([
      ['gift', 'brand', 'name nl'],
      ['went-soon', 'goes-soon', 'Te laat'],
      ['stays-here', brand, 'Op tijd'],
    ]),
  )
  const count = await upload(
    'stock',
    'soon.csv',
    csvOf([
      ['sku', 'on_hand'],
      [stockLevel.sku, 3],
    ]),
  )
  expect([gifts.counts, count.counts]).toMatchObject([{ made: 2 }, { changed: 1 }])
  await shop.sql`update brand set retired = true where id = 'goes-soon'`
  await shop.sql`update stock set reserved = 4 where sku = ${stockLevel.sku}`
  expect([await take(gifts), await take(count)]).toEqual([200, 200])

  expect(await api('GET', gifts.id)).toMatchObject({
    counts: { taken: 1, refused: 1 },
    problems: [{ column: 1, code: 'retired-word', count: 1, hinted: 0 }],
  })
  const made = await shop.sql`select id from product where id in ('went-soon', 'stays-here')`
  expect([...made]).toEqual([{ id: 'stays-here' }])
  expect(await api('GET', count.id)).toMatchObject({
    counts: { taken: 0, refused: 1 },
    problems: [{ column: 1, code: 'reserved', count: 1, hinted: 0 }],
  })
  const [left] = await shop.sql`select on_hand from stock where sku = ${stockLevel.sku}`
  expect(left).toEqual({ on_hand: 10 })
  await shop.sql`update stock set reserved = 0 where sku = ${stockLevel.sku}`
})

it('marks one field of each of two lines that differ, however many fields differ (SAFE-16, C-5)', async () => {
  const run = await upload(
    'gifts',
    'double.csv',
    csvOf([
      ['gift', 'brand', 'levering', 'name nl', 'name en', 'points 1014'],
      ['double-1', brand, 'magazijn', 'Een', 'One', 5],
      ['double-1', brand, 'digitaal', 'Twee', 'Two', 6],
    ]),
  )
  expect(run.counts).toMatchObject({ rows: 2, refused: 2 })
  const { items } = await api<Rows>('GET', `${run.id}/rows`)
  expect(items.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['twice'],
    ['twice'],
  ])
})

it('reports a wrong number of rows as such, with the right number (SAFE-16, C-11)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const run = await upload('prices', 'one.csv', `sku;points 1014\n${sku};7\n`)
  const refusal = await owner.request('POST', `/backoffice/api/imports/${run.id}/apply`, {
    count: 9,
  })
  expect([refusal.status, await jsonOf(refusal)]).toMatchObject([
    409,
    { error: { code: 'count-differs' }, stands: { count: 1 } },
  ])
})

it('marks no cells for a missing column, and only names the column (SAFE-16, C-4)', async () => {
  const file = 'SKU;Name (Dutch)\nfilled-1;Vaas\nfilled-2;Kom'
  const noGift = await upload('gifts', 'no-gift.csv', file)
  expect(noGift).toMatchObject({
    mapping: ['sku', 'name.nl'],
    missing: ['gift'],
    problems: [],
    counts: { rows: 2, made: 0, refused: 2 },
  })
  const { items } = await api<Rows>('GET', `${noGift.id}/rows?outcome=refused`)
  expect(items.map(({ problems }) => problems)).toEqual([[], []])
  expect(await take({ ...noGift, counts: { ...noGift.counts, made: 2 } })).toBe(409)

  // A new gift needs a brand and a name; an existing one needs neither.
  const bare = await upload('gifts', 'bare.csv', 'Cadeaunummer;Punkte (1014)\nbrand-new-one;5')
  expect(bare).toMatchObject({
    mapping: ['gift', 'points.1014'],
    missing: ['brand', 'name'],
    problems: [],
    counts: { refused: 1 },
  })
  // An empty cell in an existing column is a cell to fix.
  const empty = await upload('gifts', 'e.csv', 'gift;brand;name nl\n;x;Vaas')
  expect(empty).toMatchObject({ missing: [], problems: [{ column: 0, code: 'empty', count: 1 }] })
})

const onSaleNow = async (...skus: string[]) =>
  Object.fromEntries(
    (
      await shop.sql<{ sku: string; channel_id: string; active: boolean; points: number }[]>`
        select sku, channel_id, active, points from offer where sku = any(${skus}::text[])`
    ).map(({ sku, channel_id, active, points }) => [
      channel_id === '1014' ? sku : `${sku} ${channel_id}`,
      active ? points : `${points} off sale`,
    ]),
  )

it('creates new gifts without an image off sale unless chosen otherwise, keeps the choice for later rows, and changes no gift on sale (SAFE-16, C-8)', async () => {
  const shown = await shop.gift({ points: 5 })
  const hidden = await shop.gift({ points: 5 })
  await shop.sql`update offer set active = false where sku = ${hidden.sku}`
  const file = (name: string) =>
    csvOf([
      ['gift', 'brand', 'name nl', 'points 1014'],
      [`${name}-a`, brand, 'Nieuw', 6],
      [`${name}-b`, brand, 'Nieuw', '6,00'],
      [shown.sku, '', '', 7],
      [hidden.sku, '', '', 7],
    ])
  const run = await upload('gifts', 'unseen.csv', file('unseen'))
  expect(run).toMatchObject({ on_sale: false, counts: { made: 1, changed: 2, refused: 1 } })
  expect(await take(run)).toBe(200)
  const old = { [shown.sku]: 7, [hidden.sku]: '7 off sale' }
  expect(await onSaleNow('unseen-a', 'unseen-b', shown.sku, hidden.sku)).toEqual({
    ...old,
    'unseen-a': '6 off sale',
  })
  const listed = await owner.request('GET', '/backoffice/api/gifts?active=no&search=unseen-a')
  expect(await jsonOf(listed)).toMatchObject({ items: [{ id: 'unseen-a' }] })

  const put = await upload('gifts', 'put.csv', file('put'))
  expect(await take(put, { on_sale: true })).toBe(200)
  const resolved = await owner.request('PATCH', `/backoffice/api/imports/${put.id}/rows`, {
    all: { column: 3, code: 'not-whole' },
  })
  const later = await jsonOf<Run>(resolved)
  expect(later).toMatchObject({ on_sale: true, counts: { refused: 0 } })
  expect(await take(later)).toBe(200)
  expect(await onSaleNow('put-a', 'put-b')).toEqual({ 'put-a': 6, 'put-b': 6 })

  expect((await owner.request('POST', `/backoffice/api/imports/${run.id}/undo`, {})).status).toBe(
    200,
  )
  expect(await onSaleNow('unseen-a', shown.sku, hidden.sku)).toEqual({
    [shown.sku]: 5,
    [hidden.sku]: '5 off sale',
  })
})

it('offers to put gifts with an image on sale, and asks nothing if there are no new gifts (SAFE-16, C-8)', async () => {
  const [other = { id: '' }] = await shop.sql<{ id: string }[]>`
    select id from channel where id not in ('2', '1014') order by id limit 1`
  const [pictured, bare] = [await shop.gift({ points: 5 }), await shop.gift({ points: 5 })]
  await shop.sql`
    update product set pictures = case when id = ${pictured.sku} then array['a.png'] else '{}' end
    where id in (${pictured.sku}, ${bare.sku})`
  const bring = (...rows: (string | number)[][]) =>
    upload('gifts', 'more.csv', csvOf([['gift', 'points 1014', `points ${other.id}`], ...rows]))
  expect(await bring([bare.sku, 6, ''])).toMatchObject({ on_sale: null, counts: { changed: 1 } })
  expect(await bring([bare.sku, '', 6], [pictured.sku, '', 6])).toMatchObject({ on_sale: false })
  const run = await bring([pictured.sku, '', 6])
  expect(run.on_sale).toBe(true)
  expect(await take(run)).toBe(200)
  expect(await onSaleNow(pictured.sku)).toEqual({
    [pictured.sku]: 5,
    [`${pictured.sku} ${other.id}`]: 6,
  })
  const put = await upload(
    'prices',
    'p.csv',
    csvOf([
      ['sku', `points ${other.id}`],
      [bare.sku, 8],
    ]),
  )
  expect(put.on_sale).toBeNull()
  expect(await take(put)).toBe(200)
  expect(await onSaleNow(bare.sku)).toEqual({ [bare.sku]: 5, [`${bare.sku} ${other.id}`]: 8 })
})

it('the list of gifts finds those of one import, also of stock counts', async () => {
  const counted = await shop.gift({ inStock: 3 })
  const gifts = await upload(
    'gifts',
    'linked.csv',
    csvOf([
      ['gift', 'brand', 'name nl', 'points 1014'],
      ['linked-one', brand, 'Een', 3],
      ['linked-two', brand, 'Twee', 4],
    ]),
  )
  await take(gifts)
  const counts = await upload(
    'stock',
    'counts.csv',
    csvOf([
      ['sku', 'on hand'],
      [counted.sku, 8],
    ]),
  )
  await take(counts)
  const found = async ({ id }: Run, caller = owner) =>
    (
      await jsonOf<{ items: { id: string }[] }>(
        await caller.request('GET', `/backoffice/api/gifts?import=${id}`),
      )
    ).items.map((item) => item.id)
  expect(await found(gifts)).toEqual(['linked-one', 'linked-two'])
  // A colleague of some channels sees no import of another colleague.
  const other = await staffClient(shop, 'merchandiser', ['1014'])
  await other.signIn()
  expect(await found(gifts, other)).toEqual([])
  expect(await found(counts)).toEqual([counted.sku])
})
