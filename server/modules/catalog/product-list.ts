import type { z } from 'zod'

import { PAGE_SIZE, products } from '#contract/catalog/catalog.shop.ts'
import { sortOrderOf } from '#domain/catalog/sort-order.ts'
import { findGifts, type GiftQuestion } from '#server/modules/catalog/find-gifts.ts'
import { coloursOf } from '#server/modules/catalog/gift-colours.ts'
import type {
  LocalizedCatalog,
  SearchedGifts,
} from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { SearchResult } from '#server/modules/catalog/search/gift-search.ts'
import { type ResponseLocation, CachedResponse } from '#server/platform/cache/cached-response.ts'

export type ListQuery = z.output<typeof products.input>

/** The recipient, and the accepted response format. */
export type ListReader = {
  maximum: number
  available: number
  accepted: string | string[] | undefined
}
type CachedList = ResponseLocation & { answer: CachedResponse }

/** The list as this recipient may see it: nothing above the maximum, whatever the request contains. */
export async function productList(
  catalog: LocalizedCatalog,
  input: ListQuery,
  reader: ListReader,
): Promise<CachedList> {
  const list = listWithoutWaiting(catalog, input, reader)
  if (list) return list
  const found = await catalog.find(input.search ?? '', input.exactly)
  return createList(
    catalog,
    withPayExtra(input, reader),
    reader,
    cacheSearch(catalog, input, found),
  )
}

/** The same without waiting; undefined if the search index must be loaded first. */
export function listWithoutWaiting(
  catalog: LocalizedCatalog,
  input: ListQuery,
  reader: ListReader,
): CachedList | undefined {
  const query = withPayExtra(input, reader)
  const key = keyOf(query, reader.maximum)
  const answer = catalog.lists.find(key)
  if (answer) return { region: catalog.lists, key, answer }
  if (!query.search?.trim()) return createList(catalog, query, reader)
  const searched = catalog.searches.find(searchKey(query)) ?? searchWithoutWaiting(catalog, query)
  return searched && createList(catalog, query, reader, searched)
}

/** The pay-extra filter sets the upper bound to the available points, unless the range was changed since. */
const withPayExtra = (input: ListQuery, { available }: ListReader): ListQuery =>
  input.payExtra ? { ...input, pointsTo: input.pointsTo ?? available } : input

function createList(
  catalog: LocalizedCatalog,
  query: ListQuery,
  { maximum, available, accepted }: ListReader,
  searched?: SearchedGifts,
): CachedList {
  const key = keyOf(query, maximum)
  const selected = new Set([...query.brand, ...query.brandId])
  const wanted = new Set(query.colour)
  const first = (query.page - 1) * PAGE_SIZE
  const question = buildQuestion(catalog, query, {
    maximum,
    // Not the filter's budget: a narrowed list keeps its order, and one order serves all requests with the same
    // balance.
    budget: available,
    selected,
    wanted,
    searched: searched?.numbers,
  })
  const found = findGifts(catalog, question, { first, size: PAGE_SIZE })
  const above = searched && found.total === 0 ? countAbove(catalog, question, maximum) : 0
  const facts = {
    pagination: {
      page: query.page,
      page_size: PAGE_SIZE,
      total_pages: Math.ceil(found.total / PAGE_SIZE),
      total: found.total,
    },
    brands: brandsOf(catalog, found.brands, selected),
    colours: coloursOf(catalog, found.colours, wanted),
    digital_total: found.digital,
    maximum_points: maximum,
    ...(above > 0 ? { above_total: above } : {}),
    ...(searched?.didYouMean ? { did_you_mean: searched.didYouMean } : {}),
  }
  const cards = found.page.map((gift) => catalog.cardText(gift))
  const text = `{"success":true,"response":[${cards.join(',')}],${JSON.stringify(facts).slice(1)}`
  const answer = catalog.lists.store(key, new CachedResponse(text, String).compressedFor(accepted))
  return { region: catalog.lists, key, answer }
}

/** A recipient without results learns that points are the reason, but not which gifts exist above the maximum. */
const countAbove = (catalog: LocalizedCatalog, question: GiftQuestion, maximum: number): number =>
  findGifts(catalog, { ...question, from: maximum + 1, to: Infinity }, { first: 0, size: 0 }).total

type ListContext = {
  maximum: number
  budget: number
  selected: ReadonlySet<string>
  wanted: ReadonlySet<string>
  searched: Uint32Array | undefined
}

function buildQuestion(
  catalog: LocalizedCatalog,
  query: ListQuery,
  { maximum, budget, selected, wanted, searched }: ListContext,
): GiftQuestion {
  const tags = [
    query.tagId.length > 0 && new Set(query.tagId),
    query.mainTagId && mainTags(catalog, query.mainTagId),
    query.categoryCode && categoryTags(catalog, query.categoryCode),
  ].filter((tagSet) => tagSet instanceof Set)
  return {
    from: query.pointsFrom ?? 0,
    to: Math.min(maximum, query.pointsTo ?? maximum),
    sustainable: query.onlySustainable,
    tags,
    // A brand page shows only that brand; selected brands are a choice among the available ones.
    brands: query.brandId.length > 0 ? selected : ALL_BRANDS,
    chosen: selected,
    colours: wanted,
    onlyDigital: query.onlyDigital,
    arrives: new Set(query.arrives),
    order: sortOrderOf(query.sortOn) ?? 'recommended',
    budget,
    searched,
    byRelevance: !query.sortOn,
  }
}

/** An empty set restricts nothing. */
const ALL_BRANDS: ReadonlySet<string> = new Set()

const searchKey = ({ search = '', exactly }: ListQuery) => `${exactly ? 'exactly ' : ''}"${search}"`

function searchWithoutWaiting(
  catalog: LocalizedCatalog,
  query: ListQuery,
): SearchedGifts | undefined {
  const found = catalog.findIfLoaded(query.search ?? '', query.exactly)
  return found && cacheSearch(catalog, query, found)
}

function cacheSearch(
  catalog: LocalizedCatalog,
  query: ListQuery,
  { ids, used, nearest }: SearchResult,
): SearchedGifts {
  const numbers = Uint32Array.from(ids.flatMap((id) => catalog.numberOf(id) ?? []))
  const isCorrected = used !== undefined || nearest.length > 0
  const didYouMean = isCorrected ? { used: used ?? null, nearest } : undefined
  return catalog.searches.store(searchKey(query), { numbers, didYouMean })
}

/** The tags of a tag group, or of a menu item and all items below it. */
function mainTags(catalog: LocalizedCatalog, id: string): Set<string> {
  const { navigation } = catalog.channelModel.parts.menus
  const tags = new Set(catalog.tagsOfGroup.get(id) ?? [])
  const addTagsBelow = (item: string) => {
    for (const row of navigation) {
      if (row.id === item) for (const tag of row.tags) tags.add(tag.id)
      if (row.parent_id === item) addTagsBelow(row.id)
    }
  }
  addTagsBelow(id)
  return tags
}

function categoryTags(catalog: LocalizedCatalog, code: string): Set<string> {
  const tile = catalog.channelModel.parts.menus.tiles.find(
    (tile) => tile.kind === 'category' && tile.id === code,
  )
  return new Set(tile?.tag_ids)
}

/** The brands of the filter. A selected one stays, so that it can be deselected. */
function brandsOf(catalog: LocalizedCatalog, shown: Uint8Array, selected: ReadonlySet<string>) {
  return catalog.table().brands.flatMap(({ id, name }, index) => {
    const is_selected = selected.has(id)
    return is_selected || shown[index] === 1 ? { brand_id: id, brand_name: name, is_selected } : []
  })
}

/** The maximum identifies the balance: no two balances of a channel have the same. */
function keyOf(query: ListQuery, maximum: number) {
  const { language: _, sales_channel: __, view: ___, ...rest } = query
  return JSON.stringify([maximum, rest.page, rest])
}
