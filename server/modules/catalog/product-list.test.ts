import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { allLanguages } from '#domain/language.ts'
import { maximumPoints } from '#domain/vouchers/points.ts'
import { SORT_ORDERS } from '#domain/catalog/sort-order.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Offer, ProductModel } from '#server/modules/catalog/read-model/channel-gifts.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
const holders: { holder: TestHolder; available: number; model: ChannelModel }[] = []

beforeAll(async () => {
  shop = await testShop()
  for (const [channel, points] of [
    ['1014', 20],
    ['1014', 3],
    ['2001', 40],
  ] as const) {
    const holder = await shop.holder({ channel, points })
    const model = await shop.shop.models.channel(channel)
    if (model) holders.push({ holder, available: points, model })
  }
})
afterAll(() => shop.stop())

const MANY = { numRuns: 300, seed: 22_11 }

it('returns the same gifts as a simple implementation, for random combinations of filters (WIRE-4, LIST-3)', async () => {
  const { model } = holders[0] ?? never()
  const tags = [...new Set(model.products.flatMap(({ row }) => row.tag_ids))]
  const groups = [...model.language('nl').tagsOfGroup.keys()]
  const brands = [...new Set(model.products.map(({ row }) => row.brand_id))]
  const menu = model.parts.menus.navigation.map(({ id }) => id)
  const tiles = model.parts.menus.tiles
    .filter(({ kind }) => kind === 'category')
    .map(({ id }) => id)
  const words = model.language('nl')
  const colours = model.products
    .flatMap((product) => words.coloursOfAll(product))
    .map(({ id }) => id)
  // All filters together would leave hardly any gift.
  const rarely = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
  const some = (from: string[], most: number) =>
    rarely(fc.subarray([...new Set(from), 'no-such-thing'], { maxLength: most })).map(
      (chosen) => chosen ?? [],
    )
  const flag = rarely(fc.constantFrom('true', 'false'))
  const points = rarely(fc.integer({ min: 0, max: 44 }).map(String))
  const question = fc.record({
    tagId: some(tags, 5),
    mainTagId: rarely(fc.constantFrom(...groups, ...menu)),
    categoryCode: rarely(fc.constantFrom(...tiles, 'none')),
    brandId: some(brands, 5),
    brand: some(brands, 5),
    colour: some(colours, 4),
    payExtra: flag,
    onlySustainable: flag,
    onlyDigital: flag,
    pointsFrom: points,
    pointsTo: points,
    search: rarely(fc.constantFrom('lamp', 'mok', 'green cup', 'kaars', 'vaze', 'xyzzy', 'set')),
    exactly: flag,
    sortOn: rarely(fc.constantFrom(...SORT_ORDERS)),
    page: fc.integer({ min: 1, max: 3 }).map(String),
    language: rarely(fc.constantFrom(...allLanguages)),
  })
  let shown = 0
  await fc.assert(
    fc.asyncProperty(question, fc.nat(holders.length - 1), async (ask, who) => {
      const viewer = holders[who] ?? never()
      const answer = await viewer.holder.done('products', ask)
      const { did_you_mean: _, above_total = 0, ...plain } = answer
      const found = ask.search === undefined ? undefined : await searched(viewer.model, ask)
      expect({
        ...plain,
        response: answer.response.map(({ SCP, points }) => [SCP, points]),
      }).toEqual(plainList(viewer, ask, found))
      shown += answer.response.length
      // A search without affordable results returns only the number of gifts above the holder's points.
      const above = found && answer.pagination.total === 0 ? aboveAll(viewer, ask, found) : 0
      expect(above_total).toBe(above)
    }),
    MANY,
  )
  expect(shown).toBeGreaterThan(500)
})

it('looks words up once for all combined filters', async () => {
  const { holder } = holders[0] ?? never()
  const looked = async () => {
    const text = await (await shop.request('/metrics')).text()
    const figure = (name: string) =>
      Number(new RegExp(`^memory_${name}\\{kind="searches"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return { again: figure('hits'), first: figure('misses') }
  }
  const before = await looked()
  const all = await holder.done('products', { search: 'lampen' })
  const some = await holder.done('products', {
    search: 'lampen',
    pointsFrom: '4',
    sortOn: 'name_asc',
  })
  expect(some.pagination.total).toBeLessThanOrEqual(all.pagination.total)
  expect(all.pagination.total).toBeGreaterThan(0)
  await holder.done('products', { search: 'lampen', exactly: 'true' })
  const after = await looked()
  expect(after.again - before.again).toBe(1)
  expect(after.first - before.first).toBeGreaterThanOrEqual(2)
})

type Ask = {
  tagId: string[]
  mainTagId?: string | undefined
  categoryCode?: string | undefined
  brandId: string[]
  brand: string[]
  colour: string[]
  payExtra?: string | undefined
  onlySustainable?: string | undefined
  onlyDigital?: string | undefined
  pointsFrom?: string | undefined
  pointsTo?: string | undefined
  search?: string | undefined
  exactly?: string | undefined
  sortOn?: (typeof SORT_ORDERS)[number] | undefined
  page: string
  language?: string | undefined
}

const wordsOf = (model: ChannelModel, { language }: Ask) =>
  model.language(allLanguages.find((one) => one === language) ?? model.channel.defaultLanguage)

async function searched(model: ChannelModel, ask: Ask) {
  return (await wordsOf(model, ask).find(ask.search ?? '', ask.exactly === 'true')).ids
}

type Viewer = { model: ChannelModel; available: number }

/** Filters gift by gift, with each condition spelled out and no caches. */
function plainList({ model, available }: Viewer, ask: Ask, found: string[] | undefined) {
  const words = wordsOf(model, ask)
  const maximum = maximumPoints({ available, canBuyPoints: model.channel.canBuyPoints })
  const from = Number(ask.pointsFrom ?? 0)
  const to = Math.min(
    maximum,
    Number(ask.pointsTo ?? (ask.payExtra === 'true' ? available : maximum)),
  )
  const affordable = ({ points }: Offer) => points >= from && points <= to
  const chosen = [...ask.brand, ...ask.brandId]
  const coloursOf = (product: ProductModel) => words.coloursOfAll(product).map(({ id }) => id)
  const isInScope = (product: ProductModel) => {
    const { row, offers } = product
    const has = (tags: readonly string[]) => tags.some((tag) => row.tag_ids.includes(tag))
    if (found && !found.includes(row.id)) return false
    if (ask.colour.length > 0 ? !offers.some(affordable) : !affordable(first(product))) return false
    if (ask.onlySustainable === 'true' && !row.sustainable) return false
    if (ask.brandId.length > 0 && !chosen.includes(row.brand_id)) return false
    if (ask.tagId.length > 0 && !has(ask.tagId)) return false
    if (ask.mainTagId !== undefined && !has(tagsBelow(model, words, ask.mainTagId))) return false
    if (ask.categoryCode === undefined) return true
    const tile = model.parts.menus.tiles.find(
      ({ kind, id }) => kind === 'category' && id === ask.categoryCode,
    )
    return has(tile?.tag_ids ?? [])
  }
  const isChosen = ({ row }: ProductModel) => chosen.length === 0 || chosen.includes(row.brand_id)
  const byMail = ({ row }: ProductModel) => row.delivery_condition === 'digital'
  const isAsked = (product: ProductModel) => ask.onlyDigital !== 'true' || byMail(product)
  const shownAs = (product: ProductModel) =>
    ask.colour.length === 0
      ? first(product)
      : product.offers.find(
          (offer) =>
            affordable(offer) && words.coloursOf(offer).some(({ id }) => ask.colour.includes(id)),
        )

  const scope = model.products.filter(isInScope)
  const coloured = scope.filter((product) => shownAs(product) !== undefined)
  const order = ask.sortOn ?? 'recommended'
  const collator = new Intl.Collator(words.language, { numeric: true, sensitivity: 'accent' })
  const recommended = [...model.recommended(available)]
  const place = (product: ProductModel) => recommended.indexOf(model.products.indexOf(product))
  const sign = order.endsWith('_desc') ? -1 : 1
  const compare = (a: ProductModel, b: ProductModel) => {
    const [one, other] = [shownAs(a) ?? first(a), shownAs(b) ?? first(b)]
    const bySearch = found && (ask.sortOn === undefined || ask.sortOn === 'recommended')
    const by = bySearch
      ? found.indexOf(a.row.id) - found.indexOf(b.row.id)
      : order === 'recommended'
        ? place(a) - place(b)
        : order.startsWith('name')
          ? collator.compare(words.nameOf(a).text, words.nameOf(b).text)
          : one.points - other.points
    return by * sign || (one.sku < other.sku ? -1 : 1)
  }
  const listed = coloured.filter(isChosen).filter(isAsked).sort(compare)
  const page = Number(ask.page)
  const brandsShown = new Set(coloured.filter(isAsked).map(({ row }) => row.brand_id))
  const coloursShown = new Set(scope.filter(isAsked).filter(isChosen).flatMap(coloursOf))
  const allBrands = new Map(model.products.map(({ row }) => [row.brand_id, row.brand_name]))
  const allColours = new Map(
    model.products
      .flatMap((product) => words.coloursOfAll(product))
      .toSorted((a, b) => b.position - a.position)
      .map((colour) => [colour.id, colour]),
  )
  return {
    success: true,
    response: listed.slice((page - 1) * 24, page * 24).map((product) => {
      const { sku, points } = shownAs(product) ?? first(product)
      return [sku, points]
    }),
    pagination: {
      page,
      page_size: 24,
      total_pages: Math.ceil(listed.length / 24),
      total: listed.length,
    },
    brands: [...allBrands]
      .filter(([id]) => brandsShown.has(id) || chosen.includes(id))
      .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
      .map(([brand_id, brand_name]) => ({
        brand_id,
        brand_name,
        is_selected: chosen.includes(brand_id),
      })),
    colours: [...allColours.values()]
      .filter(({ id }) => coloursShown.has(id) || ask.colour.includes(id))
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, name, hexcode }) => ({
        colour_id: id,
        name,
        hexcode,
        is_selected: ask.colour.includes(id),
      })),
    digital_total: coloured.filter(isChosen).filter(byMail).length,
    maximum_points: maximum,
  }
}

function tagsBelow(model: ChannelModel, words: LocalizedCatalog, id: string): string[] {
  const { navigation } = model.parts.menus
  return [
    ...(words.tagsOfGroup.get(id) ?? []),
    ...navigation.filter((row) => row.id === id).flatMap(({ tags }) => tags.map((tag) => tag.id)),
    ...navigation
      .filter((row) => row.parent_id === id)
      .flatMap((row) => tagsBelow(model, words, row.id)),
  ]
}

function aboveAll(viewer: Viewer, ask: Ask, found: string[]): number {
  const maximum = plainList(viewer, ask, found).maximum_points
  const dearer = { ...ask, pointsFrom: String(maximum + 1), pointsTo: undefined }
  return plainList({ ...viewer, available: 10_000 }, dearer, found).pagination.total
}

const first = ({ offers }: ProductModel) => offers[0] ?? never()

function never(): never {
  throw new Error('it not found')
}
