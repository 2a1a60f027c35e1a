import { afterAll, beforeAll, expect, it } from 'vitest'

import { readSheet } from '#server/lists/read-spreadsheet.ts'
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

type Item = {
  id: string
  name: string
  brand: { id: string }
  in_stock: number | null
  offers: { channel: string; points: number; version: number; sku: string }[]
  languages: string[]
  active: boolean
}
type Page = {
  items: Item[]
  next: string | null
  previous: string | null
  total: { count: number; exact: boolean }
}
type Gift = {
  id: string
  version: number
  tags: { id: string }[]
  categories: { id: string; name: string }[]
  shared_is_yours: boolean
  texts: { channel: string; language: string; version: number; name: string | null }[]
  offers: { channel: string; sku: string; points: number; active: boolean; version: number }[]
  articles: { sku: string; retired: boolean; sold: boolean; values: string[] }[]
}

const read = async (query: string, guest = owner) =>
  jsonOf<Page>(await guest.request('GET', `/backoffice/api/gifts?${query}`))
const idsOf = ({ items }: Page) => items.map(({ id }) => id)
const giftOf = async (id: string, guest = owner) =>
  jsonOf<Gift>(await guest.request('GET', `/backoffice/api/gifts/${id}`))
const put = (path: string, input: object, guest = owner) =>
  guest.request('PUT', `/backoffice/api/gifts/${path}`, input)
const auditOf = async (id: string) =>
  (
    await shop.sql`select before, after from audit where subject_kind = 'gift' and subject_id = ${id}`
  ).count

it('pages through the gifts in both directions in each order, and with every filter (DESK-7)', async () => {
  for (const sort of ['name', '-brand', 'stock', '-days_left', 'changed']) {
    const seen: string[] = []
    const { total } = await read('limit=1')
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await read(`sort=${sort}&limit=90&cursor=${cursor}`)
      seen.push(...idsOf(page))
      cursor = page.next
    }
    expect(new Set(seen).size).toBe(total.count)
    const last = await read(`sort=${sort}&limit=5&cursor=last`)
    expect(idsOf(last)).toEqual(seen.slice(-5))
  }
  const [tagged] = await shop.sql<{ tag_id: string; gifts: number }[]>`
    select tag_id, count(*)::integer as gifts from product_tag group by 1 order by 2 desc limit 1`
  expect((await read(`tag=${tagged?.tag_id}`)).total.count).toBe(tagged?.gifts)
  const [branded] = await shop.sql<{ brand_id: string; gifts: number }[]>`
    select brand_id, count(*)::integer as gifts from product group by 1 limit 1`
  expect((await read(`brand=${branded?.brand_id}`)).total.count).toBe(branded?.gifts)
  const [item] = await shop.sql<{ parent_id: string; id: string }[]>`
    select item.parent_id, item.id from navigation_item item
    join navigation_tag said on said.item_id = item.id join product_tag using (tag_id)
    where parent_id is not null limit 1`
  const below = await read(`category=${item?.id}&limit=200`)
  const all = await read(`category=${item?.parent_id}&limit=200`)
  expect(below.total.count).toBeGreaterThan(0)
  expect(idsOf(all)).toEqual(expect.arrayContaining(idsOf(below)))

  const gone = await shop.gift({ inStock: 0, name: 'Weg is weg' })
  const endless = await shop.gift({ name: 'Nooit op' })
  expect(idsOf(await read('stock=out&limit=200'))).toContain(gone.sku)
  expect(idsOf(await read(`stock=out&ids=${endless.sku}`))).toEqual([])
  expect(idsOf(await read('search=weg+is'))).toEqual([gone.sku])
  expect(idsOf(await read(`search=${gone.sku}`))).toEqual([gone.sku])
  expect(idsOf(await read(`missing=de&ids=${gone.sku}`))).toEqual([gone.sku])
  expect(idsOf(await read(`missing=nl&ids=${gone.sku}`))).toEqual([])
  expect(idsOf(await read(`channel=1014&active=yes&ids=${gone.sku}`))).toEqual([gone.sku])
  expect(idsOf(await read(`channel=2001&ids=${gone.sku}`))).toEqual([])
  expect(await read(`ids=${gone.sku}`)).toMatchObject({
    items: [
      {
        name: 'Weg is weg',
        in_stock: 0,
        languages: ['nl'],
        offers: [{ channel: '1014', points: 5 }],
      },
    ],
  })
})

it('shows colleagues their own channels, and lets them change gifts that only these sell (DESK-3)', async () => {
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const own = await shop.gift({ channel: '1014' })
  const both = await shop.gift({ channel: '1014' })
  await shop.sql`insert into offer (channel_id, sku, points) values ('2001', ${both.sku}, 9)`
  expect((await giftOf(both.sku, mila)).offers.map(({ channel }) => channel)).toEqual(['1014'])
  expect((await giftOf(both.sku)).offers.map(({ channel }) => channel)).toEqual(['1014', '2001'])

  const shared = await giftOf(both.sku, mila)
  expect(shared.shared_is_yours).toBe(false)
  const tags = async (id: string, version: number) =>
    (await put(id, { version, tags: ['mugs'].slice(1) }, mila)).status
  expect(await tags(both.sku, shared.version)).toBe(403)
  const articles = [{ sku: both.sku, values: ['', ''], retired: true }]
  const retire = { version: shared.version, dimensions: [], articles }
  expect((await put(`${both.sku}/articles`, retire, mila)).status).toBe(403)
  expect(await tags(own.sku, (await giftOf(own.sku, mila)).version)).toBe(200)
  const said = { language: 'nl', version: 0, name: 'Elders' }
  expect((await put(`${both.sku}/texts`, { ...said, channel: '2001' }, mila)).status).toBe(404)
  expect((await put(`${both.sku}/texts`, { ...said, channel: '2' }, mila)).status).toBe(403)
  expect((await put(`${both.sku}/texts`, { ...said, channel: '1014' }, mila)).status).toBe(200)
  const offer = { sku: both.sku, points: 7 }
  const [foreign] = (await giftOf(both.sku)).offers.filter(({ channel }) => channel === '2001')
  expect(
    (
      await put(
        `${both.sku}/offers`,
        { offers: [{ ...offer, channel: '2001', version: foreign?.version }] },
        mila,
      )
    ).status,
  ).toBe(404)
})

it('names the menu items that show a gift, in the channels of the colleague only (PRODUCT-6)', async () => {
  const { sku } = await shop.gift({ points: 4 })
  const [tag] = await shop.sql<{ id: string }[]>`select id from tag order by id limit 1`
  await shop.sql`
    insert into navigation_item (channel_id, id, texts) values
      ('1014', 'of-here', '{"en": "Of here"}'), ('2001', 'of-elsewhere', '{"en": "Of elsewhere"}')`
  await shop.sql`
    insert into navigation_tag (channel_id, item_id, tag_id) values
      ('1014', 'of-here', ${tag?.id ?? ''}), ('2001', 'of-elsewhere', ${tag?.id ?? ''})`
  const categoriesOf = async (guest = owner) =>
    (await giftOf(sku, guest)).categories.map(({ id }) => id)
  expect(await categoriesOf()).toEqual([])
  await shop.sql`insert into product_tag (product_id, tag_id) values (${sku}, ${tag?.id ?? ''})`
  expect(await categoriesOf()).toEqual(expect.arrayContaining(['of-here', 'of-elsewhere']))
  const here = await staffClient(shop, 'merchandiser', ['1014'])
  await here.signIn()
  expect(await categoriesOf(here)).toContain('of-here')
  expect(await categoriesOf(here)).not.toContain('of-elsewhere')
})

it('lets a colleague change a shared gift in their own channel only, names who edits the rest, and changes no other channel (DESK-3, DESK-17)', async () => {
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const everywhere = await staffClient(shop, 'merchandiser', ['1014', '2001'])
  await shop.sql`update staff set name = 'Works in both' where id = ${everywhere.staffId}`
  const { sku } = await shop.gift({ channel: '1014', name: 'Van iedereen' })
  await shop.sql`insert into offer (channel_id, sku, points) values ('2001', ${sku}, 9)`
  type Kept = Gift & { keepers: string[] }
  const seen = (await giftOf(sku, mila)) as Kept
  expect(seen.keepers.slice(0, 2)).toEqual(['Works in both', 'The owner'])
  expect(((await giftOf(sku)) as Kept).keepers).toEqual([])
  const say = async (version: number, name: string) =>
    put(`${sku}/texts`, { channel: '1014', language: 'nl', version, name }, mila)
  expect((await say(0, 'Van ons')).status).toBe(200)
  const nameIn = async (channel: string) => {
    const holder = await shop.holder({ channel })
    return JSON.stringify(await holder.done('product', { scpId: sku, language: 'nl' }))
  }
  await expect.poll(async () => nameIn('1014')).toContain('Van ons')
  expect(await nameIn('2001')).toContain('Van iedereen')
  const own = (await giftOf(sku, mila)).texts.find(({ channel }) => channel === '1014')
  expect((await say(own?.version ?? 0, '')).status).toBe(200)
  await expect.poll(async () => nameIn('1014')).toContain('Van iedereen')
})

it('saves a text for one of eight requests from the version that was seen, and returns the stored text to the others (DESK-14, DESK-17)', async () => {
  const { sku } = await shop.gift({ name: 'Eerst' })
  const holder = await shop.holder()
  const before = await giftOf(sku)
  const version = before.texts[0]?.version ?? 0
  await shop.sql`insert into product_text (product_id, channel_id, language, name) values (${sku}, '2', 'de', 'Zuerst')`
  const others = () =>
    shop.sql`select *, xmin::text from product_text where product_id = ${sku} and language <> 'nl'`
  const untouched = [...(await others())]
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      put(`${sku}/texts`, { channel: '2', language: 'nl', version, name: `Naam ${at}` }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const won = tries.findIndex(({ status }) => status === 200)
  const late = await jsonOf<{ stands: Gift }>(
    tries.find(({ status }) => status === 409) as Response,
  )
  expect(late.stands.texts.find(({ language }) => language === 'nl')?.name).toBe(`Naam ${won}`)
  expect([...(await others())]).toEqual(untouched)
  expect(await auditOf(sku)).toBe(1)

  // A catalogue change needs no release: it is visible at once.
  await shop.shop.changeEvents.poll()
  expect(await holder.done('product', { scpId: sku, language: 'nl' })).toMatchObject({
    response: { name: `Naam ${won}` },
  })
})

it('saves points and sale of a channel by their own versions, and never deletes a gift that was sold (DESK-6)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const [offer] = (await giftOf(sku)).offers
  const change = (points: number, version = offer?.version) =>
    put(`${sku}/offers`, { offers: [{ channel: '1014', sku, version, points }] })
  const tries = await Promise.all(Array.from({ length: 8 }, (_, at) => change(6 + at)))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(
    (await put(`${sku}/offers`, { offers: [{ channel: '2001', sku, version: 0, active: true }] }))
      .status,
  ).toBe(409)
  const made = await jsonOf<Gift>(
    await put(`${sku}/offers`, { offers: [{ channel: '2001', sku, version: 0, points: 8 }] }),
  )
  expect(made.offers.find(({ channel }) => channel === '2001')).toMatchObject({
    points: 8,
    active: true,
  })
  expect((await owner.request('DELETE', `/backoffice/api/gifts/${sku}`)).status).toBe(404)
})

it('creates a gift, sorts and changes its variants, and retires omitted ones', async () => {
  const make = () =>
    owner.request('POST', '/backoffice/api/gifts', {
      id: 'round-bowl',
      brand: brand?.id,
      delivery: 'monta',
      language: 'nl',
      name: 'Ronde schaal',
    })
  const [brand] = await shop.sql<{ id: string }[]>`select id from brand order by id limit 1`
  const made = await jsonOf<Gift>(await make())
  expect(made).toMatchObject({
    id: 'round-bowl',
    articles: [{ sku: 'round-bowl', retired: false }],
  })
  expect(await jsonOf(await make())).toMatchObject({ error: { code: 'code-taken' } })

  const [first, second] = await shop.sql<{ dimension_id: string; id: string }[]>`
    select dimension_id, id from dimension_value
    where dimension_id = (select dimension_id from dimension_value group by 1 having count(*) > 1 limit 1)
    order by id limit 2`
  const articles = (rows: [string, string | undefined][], version: number) =>
    put('round-bowl/articles', {
      version,
      dimensions: [first?.dimension_id],
      articles: rows.map(([sku, value]) => ({ sku, values: [value, ''] })),
    })
  const two = await jsonOf<Gift>(
    await articles(
      [
        ['bowl-a', first?.id],
        ['bowl-b', second?.id],
      ],
      made.version,
    ),
  )
  expect(two.articles).toMatchObject([
    { sku: 'bowl-a', values: [first?.id, ''], retired: false },
    { sku: 'bowl-b', retired: false },
    { sku: 'round-bowl', retired: true },
  ])
  const same = await articles(
    [
      ['bowl-a', first?.id],
      ['bowl-b', first?.id],
    ],
    two.version,
  )
  expect(await jsonOf(same)).toMatchObject({ error: { code: 'same-values' } })
  const swapped = await jsonOf<Gift>(
    await articles(
      [
        ['bowl-b', first?.id],
        ['bowl-a', second?.id],
      ],
      two.version,
    ),
  )
  expect(swapped.articles.slice(0, 2)).toMatchObject([
    { sku: 'bowl-b', values: [first?.id, ''] },
    { sku: 'bowl-a', values: [second?.id, ''] },
  ])
  const history = await jsonOf<{ items: { fields: { field: string }[] }[] }>(
    await owner.request('GET', '/backoffice/api/gifts/round-bowl/history'),
  )
  expect(history.items).toHaveLength(3)
  expect(history.items[2]?.fields.map(({ field }) => field)).toContain('gift.made')
})

it('exports exactly the filtered list as text or spreadsheet, without formulas (DESK-13)', async () => {
  const gift = await shop.gift({ name: '=1+1 Lamp' })
  await shop.gift({ name: 'Andere lamp' })
  const query = 'search=lamp&sort=-name'
  const { items } = await read(`${query}&limit=200`)
  const csv = await (
    await owner.request('GET', `/backoffice/api/gifts?${query}&as=csv&limit=1`)
  ).text()
  const [head, ...lines] = csv.slice(1).trimEnd().split('\r\n')
  const semicolon = head?.includes(';') ? ';' : ','
  expect(lines.map((line) => line.split(semicolon)[0])).toEqual(items.map(({ id }) => id))
  expect(lines.find((line) => line.startsWith(gift.sku))).toContain("'=1+1 Lamp")
  const xlsx = await owner.request('GET', `/backoffice/api/gifts?${query}&as=xlsx`)
  const sender = { colleague: { id: 0 }, request: { socket: { destroyed: false } } }
  const sheet = await readSheet(Buffer.from(await xlsx.arrayBuffer()), sender)
  if ('unreadable' in sheet) throw new Error('the spreadsheet cannot be read')
  const cells = sheet.rows.map((row) => row.cells)
  expect(cells.slice(1).map(([id]) => id)).toEqual(items.map(({ id }) => id))
  expect(cells.find(([id]) => id === gift.sku)?.[1]).toBe('=1+1 Lamp')
})
