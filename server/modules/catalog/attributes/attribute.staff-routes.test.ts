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

type Word = {
  kind: string
  id: string
  parent: string | null
  texts: Record<string, string>
  version: number
  gifts: number
  places: number
  yours: boolean
  retired: boolean
}
type Done = { change: string; word: Word; error?: { code: string } }
type Merged = { change: string; gifts: number; places: number; release: string | null }

const PATH = '/backoffice/api/attributes'
const tree = async (kind: string, guest = owner) =>
  (await jsonOf<{ items: Word[] }>(await guest.request('GET', `${PATH}/${kind}`))).items
async function word(kind: string, id: string, guest = owner) {
  const page = kind === 'group' ? 'tag' : kind === 'value' ? 'dimension' : kind
  const found = (await tree(page, guest)).find((one) => one.kind === kind && one.id === id)
  if (!found) throw new Error(`there is no ${kind} ${id}`)
  return found
}
const isThere = async (kind: string, id: string) =>
  word(kind, id).then(
    () => true,
    () => false,
  )
const make = async (kind: string, input: object, guest = owner) =>
  guest.request('POST', `${PATH}/${kind}`, input)
const change = async (kind: string, input: object, guest = owner) =>
  guest.request('PUT', `${PATH}/${kind}`, input)
const merge = async (kind: string, input: object, guest = owner) =>
  guest.request('POST', `${PATH}/${kind}/merges`, input)
const undo = async (id: string, guest = owner) =>
  guest.request('POST', `/backoffice/api/bulk-changes/${id}/undo`, {})
const codeOf = async (response: Response) =>
  (await jsonOf<{ error?: { code: string } }>(response)).error?.code ?? response.status
const auditOf = async (kind: string, id: string) =>
  (
    await shop.sql`select action from audit where subject_kind = 'catalogue-attribute' and subject_id = ${`${kind} ${id}`} order by id`
  ).map(({ action }) => action as string)
const menu = async () =>
  JSON.stringify(await shop.call('navigation', { language: 'nl', sales_channel: '1014' }))
const tagsOf = async (sku: string) =>
  (await shop.sql`select tag_id from product_tag where product_id = ${sku} order by position`).map(
    ({ tag_id }) => tag_id as string,
  )
const tagGift = async (tags: string[], gift?: { channel: string }) => {
  const { sku } = await shop.gift(gift ?? {})
  await shop.sql`
    insert into product_tag (product_id, tag_id, position)
    select ${sku}, tag, place from unnest(${tags}::text[]) with ordinality one (tag, place)`
  return sku
}
async function createTag(id: string, group = 'material-words') {
  await make('group', { id: group, texts: { nl: 'Materiaal', en: 'Material' } })
  await make('tag', { id, parent: group, texts: { nl: `Dutch ${id}`, en: `English ${id}` } })
}

it('creates, moves and sorts attribute values, renames one for one of eight requests, and the shop shows it within a second (DESK-6, DESK-14)', async () => {
  await createTag('linen')
  await createTag('wool')
  await tagGift(['linen'])
  const before = await word('tag', 'linen')
  expect(before).toMatchObject({ parent: 'material-words', gifts: 1, places: 0, retired: false })
  const { version } = before
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      change('tag', { id: 'linen', version, texts: { nl: `Linnen ${at}`, de: 'Leinen' } }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const late = tries.find(({ status }) => status === 409)
  expect(await jsonOf(late as Response)).toMatchObject({
    error: { code: 'changed-since' },
    stands: { texts: { de: 'Leinen' } },
  })
  await expect.poll(menu).toContain('Linnen')
  expect(await auditOf('tag', 'linen')).toEqual(['attribute.created', 'attribute.changed'])
  expect(await codeOf(await change('tag', { id: 'linen', version, texts: { en: 'x' } }))).toBe(
    'invalid-input',
  )

  const order = async (after: string[], seen = ['linen', 'wool']) =>
    owner.request('PUT', `${PATH}/tag/order`, { parent: 'material-words', before: seen, after })
  expect((await order(['wool', 'linen'])).status).toBe(200)
  expect(await codeOf(await order(['wool', 'linen']))).toBe('changed-since')
  expect(await codeOf(await order(['wool', 'wool'], ['wool', 'linen']))).toBe('invalid-input')
  const inGroup = (await tree('tag')).filter(({ parent }) => parent === 'material-words')
  expect(inGroup.map(({ id }) => id)).toEqual(['wool', 'linen'])

  await make('group', { id: 'other-words', texts: { nl: 'Anders' } })
  const moved = await jsonOf<Done>(
    await change('tag', {
      id: 'wool',
      version: (await word('tag', 'wool')).version,
      parent: 'other-words',
    }),
  )
  expect(moved.word.parent).toBe('other-words')
  expect((await undo(moved.change)).status).toBe(200)
  expect((await word('tag', 'wool')).parent).toBe('material-words')
  expect(
    await codeOf(await make('tag', { id: 'linen', parent: 'other-words', texts: { nl: 'x' } })),
  ).toBe('code-taken')
})

it('merges a tag into another wherever it stands, once of eight and to as many gifts as were shown, and puts gifts, menu and tag back but for what others changed since (DESK-10, DESK-11)', async () => {
  await createTag('mug')
  await createTag('mugs-too')
  const both = await tagGift(['mugs-too', 'mug'])
  const alone = await tagGift(['mugs-too'])
  const touched = await tagGift(['mugs-too'])
  await shop.sql`
    insert into navigation_item (channel_id, id, texts) values ('1014', 'cups', '{"nl": "Kopjes"}')`
  await shop.sql`
    insert into navigation_tag (channel_id, item_id, tag_id, web_menu_column) values ('1014', 'cups', 'mugs-too', 3)`
  const uses = await jsonOf(await owner.request('GET', `${PATH}/tag/uses?id=mugs-too`))
  expect(uses).toMatchObject({
    gifts: 3,
    sold: 0,
    places: [{ channel: '1014', kind: 'navigation', id: 'cups', name: 'Kopjes' }],
  })
  const asked = { id: 'mugs-too', into: 'mug', gifts: 3, reason: 'The same' }
  expect(await codeOf(await merge('tag', { ...asked, gifts: 2 }))).toBe('changed-since')
  const tries = await Promise.all(Array.from({ length: 8 }, () => merge('tag', asked)))
  const won = tries.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const merged = await jsonOf<Merged>(won[0] as Response)
  expect(merged).toMatchObject({ gifts: 3, places: 1 })
  expect(await isThere('tag', 'mugs-too')).toBe(false)
  expect(await Promise.all([both, alone, touched].map(tagsOf))).toEqual([['mug'], ['mug'], ['mug']])
  const menuTags = async () =>
    (
      await shop.sql`select tag_id, web_menu_column from navigation_tag where channel_id = '1014' and item_id = 'cups'`
    ).map(({ tag_id, web_menu_column }) => `${tag_id} ${web_menu_column}`)
  expect(await menuTags()).toEqual(['mug 3'])
  const versions = await shop.sql`
    select after from content_version where release_id = ${merged.release ?? ''} and kind = 'navigation'`
  expect(versions[0]?.['after']).toMatchObject({ tags: [{ tag: 'mug', web_menu_column: 3 }] })
  await expect.poll(menu).not.toContain('mugs-too')

  await shop.sql`delete from product_tag where product_id = ${touched}`
  const list = await jsonOf<{ items: { id: string; kind: string; undo_until: string | null }[] }>(
    await owner.request('GET', '/backoffice/api/bulk-changes?kind=merge&open=yes'),
  )
  expect(list.items).toMatchObject([{ id: merged.change, kind: 'merge' }])
  const undone = await jsonOf(await undo(merged.change))
  expect(undone).toMatchObject({ left_alone: 1, left: [{ gift: touched, field: 'gift.tags' }] })
  expect(await Promise.all([both, alone, touched].map(tagsOf))).toEqual([
    ['mugs-too', 'mug'],
    ['mugs-too'],
    [],
  ])
  expect(await menuTags()).toEqual(['mugs-too 3'])
  expect((await word('tag', 'mugs-too')).texts).toEqual({
    nl: 'Dutch mugs-too',
    en: 'English mugs-too',
  })
})

it('merges brands with their tiles, categories with their tags, values and dimensions with variants, and names gifts whose variants would become equal (DESK-11)', async () => {
  for (const id of ['potter', 'potter-inc']) await make('brand', { id, name: `Brand ${id}` })
  const { sku } = await shop.gift()
  await shop.sql`update product set brand_id = 'potter-inc' where id = ${sku}`
  await shop.sql`
    with made as (insert into supplier (name, email) values ('Potters', 'potters@example.com') returning id)
    update brand set supplier_id = made.id from made where brand.id = 'potter-inc'`
  await shop.sql`insert into home_tile (channel_id, kind, id, banner) values ('1014', 'brand', 'potter-inc', 'x.jpg')`
  const branded = await jsonOf<Merged>(
    await merge('brand', { id: 'potter-inc', into: 'potter', gifts: 1 }),
  )
  expect(branded).toMatchObject({ gifts: 1, places: 1 })
  const tiles = async () =>
    (
      await shop.sql`select id, banner from home_tile where kind = 'brand' and id like 'potter%'`
    ).map(({ id, banner }) => `${id} ${banner}`)
  expect(await tiles()).toEqual(['potter x.jpg'])
  expect((await undo(branded.change)).status).toBe(200)
  expect(await tiles()).toEqual(['potter-inc x.jpg'])
  expect(await word('brand', 'potter-inc')).toMatchObject({
    gifts: 1,
    texts: { nl: 'Brand potter-inc' },
  })
  const [sends] = await shop.sql`
    select supplier.name from brand join supplier on supplier.id = supplier_id where brand.id = 'potter-inc'`
  expect(sends).toEqual({ name: 'Potters' })

  // The tags of the merged category come after those of the other, and an undo moves them back.
  await createTag('mohair', 'warm-words')
  await createTag('angora', 'cosy-words')
  const placed = async () =>
    (
      await shop.sql`
        select id, tag_group_id from tag where id in ('mohair', 'angora') order by tag_group_id, position`
    ).map((tag) => `${tag['tag_group_id']} ${tag['id']}`)
  const { gifts } = await word('group', 'warm-words')
  const grouped = await jsonOf<Merged>(
    await merge('group', { id: 'warm-words', into: 'cosy-words', gifts }),
  )
  expect(await placed()).toEqual(['cosy-words angora', 'cosy-words mohair'])
  expect(await isThere('group', 'warm-words')).toBe(false)
  expect((await undo(grouped.change)).status).toBe(200)
  expect(await placed()).toEqual(['cosy-words angora', 'warm-words mohair'])

  for (const id of ['shade', 'tint']) {
    await make('dimension', { id, texts: { nl: id } })
    for (const value of ['red', 'crimson', 'navy'])
      await make('value', { id: value, parent: id, texts: { nl: value }, hexcode: '#AA0000' })
  }
  expect(await word('value', 'shade/red')).toMatchObject({ parent: 'shade', hexcode: '#aa0000' })
  await shop.sql`update product set dimension_ids = '{shade}' where id = ${sku}`
  await shop.sql`update article set value_0 = 'crimson' where sku = ${sku}`
  await shop.sql`insert into article (sku, product_id, value_0) values (${`${sku}-b`}, ${sku}, 'red')`
  const values = { id: 'shade/crimson', into: 'shade/red', gifts: 1 }
  const refusal = await jsonOf<{ error: { code: string; field: string } }>(
    await merge('value', values),
  )
  expect(refusal.error).toMatchObject({ code: 'same-values', field: sku })
  expect(await codeOf(await merge('value', { ...values, into: 'tint/red' }))).toBe('unknown-name')
  await shop.sql`update article set retired = true where sku = ${`${sku}-b`}`
  const valued = await jsonOf<Merged>(await merge('value', values))
  const valueOf = async (article: string) =>
    (await shop.sql`select value_0 from article where sku = ${article}`)[0]?.['value_0'] as string
  expect(await valueOf(sku)).toBe('red')
  expect(await isThere('value', 'shade/crimson')).toBe(false)

  const dimensions = await jsonOf<Merged>(
    await merge('dimension', { id: 'shade', into: 'tint', gifts: 1 }),
  )
  const [now] = await shop.sql`select dimension_ids from product where id = ${sku}`
  expect(now?.['dimension_ids']).toEqual(['tint'])
  expect(await isThere('dimension', 'shade')).toBe(false)
  expect((await undo(dimensions.change)).status).toBe(200)
  expect((await undo(valued.change)).status).toBe(200)
  expect(await valueOf(sku)).toBe('crimson')
  expect((await word('dimension', 'shade')).gifts).toBe(1)
})

it('deletes only unused values, also while eight requests add one to a gift, and retires the others (DESK-6)', async () => {
  await createTag('felt')
  const used = await tagGift(['felt'])
  const { version } = await word('tag', 'felt')
  const remove = async (id: string, of: number) =>
    owner.request('DELETE', `${PATH}/tag?id=${id}&version=${of}`)
  expect(await codeOf(await remove('felt', version))).toBe('in-use')
  const retired = await change('tag', { id: 'felt', version, retired: true })
  expect((await jsonOf<Done>(retired)).word.retired).toBe(true)
  const giftVersion = async (id: string) =>
    (await jsonOf<{ version: number }>(await owner.request('GET', `/backoffice/api/gifts/${id}`)))
      .version
  const wear = async (id: string, tags: string[]) =>
    owner.request('PUT', `/backoffice/api/gifts/${id}`, { version: await giftVersion(id), tags })
  const fresh = await shop.gift()
  expect(await codeOf(await wear(fresh.sku, ['felt']))).toBe('unknown-name')
  expect((await wear(used, ['felt'])).status).toBe(200)

  await createTag('jute')
  const gifts = await Promise.all(Array.from({ length: 7 }, () => shop.gift()))
  const free = (await word('tag', 'jute')).version
  const [gone, ...worn] = await Promise.all([
    remove('jute', free),
    ...gifts.map(({ sku }) => wear(sku, ['jute'])),
  ])
  const taken = worn.filter(({ status }) => status === 200).length
  expect([200, 409]).toContain(gone.status)
  expect(taken === 7 ? gone.status === 409 : gone.status === 200 && taken === 0).toBe(true)
  expect(worn.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await isThere('tag', 'jute')).toBe(gone.status === 409)
})

it('lets a colleague change values that only their channels use, and menus only with the permission to publish (DESK-3)', async () => {
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  await createTag('silk')
  await createTag('satin')
  const both = await tagGift(['silk'], { channel: '1014' })
  const rename = async (guest: StaffClient) =>
    change(
      'tag',
      {
        id: 'silk',
        version: (await word('tag', 'silk')).version,
        texts: { nl: `Zijde ${guest.email}` },
      },
      guest,
    )
  expect((await rename(mila)).status).toBe(200)
  await shop.sql`insert into offer (channel_id, sku, points) values ('2001', ${both}, 9)`
  expect(await word('tag', 'silk', mila)).toMatchObject({ yours: false, gifts: 1 })
  expect(await codeOf(await rename(mila))).toBe('shared-word')
  const asked = { id: 'silk', into: 'satin', gifts: 1 }
  expect(await codeOf(await merge('tag', asked, mila))).toBe('shared-word')
  const { parent } = await word('tag', 'silk')
  const before = (await tree('tag')).filter((one) => one.parent === parent).map(({ id }) => id)
  const order = { parent, before, after: before.toReversed() }
  expect(await codeOf(await mila.request('PUT', `${PATH}/tag/order`, order))).toBe('shared-word')
  await shop.sql`delete from offer where channel_id = '2001' and sku = ${both}`
  await shop.sql`
    insert into navigation_item (channel_id, id, texts) values ('1014', 'soft', '{"nl": "Zacht"}')`
  await shop.sql`insert into navigation_tag (channel_id, item_id, tag_id) values ('1014', 'soft', 'silk')`
  expect(await codeOf(await merge('tag', asked, mila))).toBe('in-menus')

  const [release] = await shop.sql<{ id: number }[]>`
    insert into release (name, channels, made_at) values ('Monday', '{1014}', now()) returning id`
  await shop.sql`
    insert into release_change (release_id, kind, subject, key, channel_id, base_version, after, changed_at)
    values (${release?.id ?? 0}, 'navigation', '1014 soft', '{"channel": "1014", "id": "soft"}', '1014', 0,
      '{"tags": [{"tag": "silk", "web_menu_column": 1}]}', now())`
  await shop.sql`update release set state = 'scheduled', from_at = now() + interval '1 day' where id = ${release?.id ?? 0}`
  expect(await codeOf(await merge('tag', asked))).toBe('in-schedule')
  await shop.sql`update release set state = 'draft' where id = ${release?.id ?? 0}`
  const uses = await jsonOf<{ drafts: object[] }>(
    await mila.request('GET', `${PATH}/tag/uses?id=silk`),
  )
  expect(uses.drafts).toMatchObject([{ name: 'Monday', scheduled: false }])
  expect((await merge('tag', asked)).status).toBe(200)
  const reader = await staffClient(shop, 'reader')
  await reader.signIn()
  expect((await tree('tag', reader)).length).toBeGreaterThan(5)
  expect((await make('brand', { id: 'x', name: 'X' }, reader)).status).toBe(403)
})

it('adds no retired value to gifts, and either adds a tag to a gift or reports its merge in a race of nine (DESK-10, DESK-11)', async () => {
  const bulk = async (action: object, ids: string[]) => {
    const asked = { ids, count: ids.length, action }
    const shown = await owner.request('POST', '/backoffice/api/bulk-changes/preview', asked)
    const { seen } = await jsonOf<{ seen: string }>(shown)
    return async () => owner.request('POST', '/backoffice/api/bulk-changes', { ...asked, seen })
  }
  const category = async (id: string, tag: string) => {
    await createTag(tag)
    await shop.sql`insert into navigation_item (channel_id, id, texts) values ('2', ${id}, '{"nl": "Riet"}')`
    await shop.sql`insert into navigation_tag (channel_id, item_id, tag_id) values ('2', ${id}, ${tag})`
  }
  await category('old-reeds', 'old-reed')
  const fresh = await shop.gift()
  const { version } = await word('tag', 'old-reed')
  await change('tag', { id: 'old-reed', version, retired: true })
  for (const action of [
    { field: 'tags', how: 'add', value: ['old-reed'] },
    { field: 'category', value: 'old-reeds' },
  ]) {
    const make = await bulk(action, [fresh.sku])
    expect(await codeOf(await make())).toBe('retired-word')
  }
  expect(await tagsOf(fresh.sku)).toEqual([])

  for (const round of [1, 2, 3]) {
    const [item, tag, into] = [`reeds-${round}`, `reed-${round}`, `cane-${round}`]
    await category(item, tag)
    await createTag(into)
    const gifts = await Promise.all(Array.from({ length: 8 }, () => shop.gift()))
    const into8 = await Promise.all(
      gifts.map(({ sku }) => bulk({ field: 'category', value: item }, [sku])),
    )
    const answers = await Promise.all([
      ...into8.slice(0, 4).map((make) => make()),
      merge('tag', { id: tag, into, gifts: 0 }),
      ...into8.slice(4).map((make) => make()),
    ])
    expect(
      answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
    ).toEqual([])
    const isMerged = answers[4]?.status === 200
    expect(await isThere('tag', tag)).toBe(!isMerged)
    for (const [at, { sku }] of gifts.entries()) {
      const done = answers[at < 4 ? at : at + 1]?.status === 200
      const tags = await tagsOf(sku)
      expect(done ? tags.length : tags).toEqual(done ? 1 : [])
      if (isMerged) expect(tags).not.toContain(tag)
    }
  }
})
