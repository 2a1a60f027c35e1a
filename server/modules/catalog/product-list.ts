import type { z } from 'zod'

import { PAGE_SIZE, products } from '#contract/catalog/catalog.shop.ts'
import { sortOrderOf } from '#domain/catalog/sort-order.ts'
import { findGifts, type GiftQuestion } from '#server/modules/catalog/find-gifts.ts'
import { coloursOf } from '#server/modules/catalog/gift-colours.ts'
import type {
  LanguageModel,
  SearchedGifts,
} from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { Found } from '#server/modules/catalog/search/gift-search.ts'
import { type AnswerPlace, CachedResponse } from '#server/platform/cache/cached-response.ts'

export type ListAsk = z.output<typeof products.input>

/** The recipient, and the accepted response format. */
export type ListReader = {
  maximum: number
  available: number
  accepted: string | string[] | undefined
}
type KeptList = AnswerPlace & { answer: CachedResponse }

/** The list as this recipient may see it: nothing above the maximum, whatever the request contains. */
export async function productList(
  words: LanguageModel,
  input: ListAsk,
  reader: ListReader,
): Promise<KeptList> {
  const atOnce = listAtOnce(words, input, reader)
  if (atOnce) return atOnce
  const found = await words.find(input.search ?? '', input.exactly)
  return makeList(words, questioned(input, reader), reader, keepFound(words, input, found))
}

/** The same without waiting; undefined if the search index must be loaded first. */
export function listAtOnce(
  words: LanguageModel,
  input: ListAsk,
  reader: ListReader,
): KeptList | undefined {
  const ask = questioned(input, reader)
  const key = keyOf(ask, reader.maximum)
  const answer = words.lists.find(key)
  if (answer) return { kept: words.lists, key, answer }
  if (!ask.search?.trim()) return makeList(words, ask, reader)
  const searched = words.searches.find(wordsAsked(ask)) ?? searchAtOnce(words, ask)
  return searched && makeList(words, ask, reader, searched)
}

/** The pay-extra filter sets the upper bound to the available points, unless the range was changed since. */
const questioned = (input: ListAsk, { available }: ListReader): ListAsk =>
  input.payExtra ? { ...input, pointsTo: input.pointsTo ?? available } : input

function makeList(
  words: LanguageModel,
  ask: ListAsk,
  { maximum, available, accepted }: ListReader,
  searched?: SearchedGifts,
): KeptList {
  const key = keyOf(ask, maximum)
  const selected = new Set([...ask.brand, ...ask.brandId])
  const wanted = new Set(ask.colour)
  const first = (ask.page - 1) * PAGE_SIZE
  const question = questionOf(words, ask, {
    maximum,
    // Not the filter's budget: a narrowed list keeps its order, and one order serves all requests with the same
    // balance.
    budget: available,
    selected,
    wanted,
    searched: searched?.numbers,
  })
  const found = findGifts(words, question, { first, size: PAGE_SIZE })
  const above = searched && found.total === 0 ? countAbove(words, question, maximum) : 0
  const rest = {
    pagination: {
      page: ask.page,
      page_size: PAGE_SIZE,
      total_pages: Math.ceil(found.total / PAGE_SIZE),
      total: found.total,
    },
    brands: brandsOf(words, found.brands, selected),
    colours: coloursOf(words, found.colours, wanted),
    digital_total: found.digital,
    maximum_points: maximum,
    ...(above > 0 ? { above_total: above } : {}),
    ...(searched?.didYouMean ? { did_you_mean: searched.didYouMean } : {}),
  }
  const cards = found.page.map((gift) => words.cardText(gift))
  const text = `{"success":true,"response":[${cards.join(',')}],${JSON.stringify(rest).slice(1)}`
  const answer = words.lists.keep(key, new CachedResponse(text, String).packedFor(accepted))
  return { kept: words.lists, key, answer }
}

/** A recipient without results learns that points are the reason, but not which gifts exist above the maximum. */
const countAbove = (words: LanguageModel, question: GiftQuestion, maximum: number): number =>
  findGifts(words, { ...question, from: maximum + 1, to: Infinity }, { first: 0, size: 0 }).total

type Narrowed = {
  maximum: number
  budget: number
  selected: ReadonlySet<string>
  wanted: ReadonlySet<string>
  searched: Uint32Array | undefined
}

function questionOf(
  words: LanguageModel,
  ask: ListAsk,
  { maximum, budget, selected, wanted, searched }: Narrowed,
): GiftQuestion {
  const tags = [
    ask.tagId.length > 0 && new Set(ask.tagId),
    ask.mainTagId && mainTags(words, ask.mainTagId),
    ask.categoryCode && categoryTags(words, ask.categoryCode),
  ].filter((some) => some instanceof Set)
  return {
    from: ask.pointsFrom ?? 0,
    to: Math.min(maximum, ask.pointsTo ?? maximum),
    sustainable: ask.onlySustainable,
    tags,
    // A brand page shows only that brand; selected brands are a choice among the available ones.
    brands: ask.brandId.length > 0 ? selected : NONE,
    chosen: selected,
    colours: wanted,
    onlyDigital: ask.onlyDigital,
    arrives: new Set(ask.arrives),
    order: sortOrderOf(ask.sortOn) ?? 'recommended',
    budget,
    searched,
    byFit: !ask.sortOn,
  }
}

const NONE: ReadonlySet<string> = new Set()

const wordsAsked = ({ search = '', exactly }: ListAsk) => `${exactly ? 'exactly ' : ''}"${search}"`

function searchAtOnce(words: LanguageModel, ask: ListAsk): SearchedGifts | undefined {
  const found = words.findAtOnce(ask.search ?? '', ask.exactly)
  return found && keepFound(words, ask, found)
}

function keepFound(
  words: LanguageModel,
  ask: ListAsk,
  { ids, used, nearest }: Found,
): SearchedGifts {
  const numbers = Uint32Array.from(ids.flatMap((id) => words.numberOf(id) ?? []))
  const isSaid = used !== undefined || nearest.length > 0
  const didYouMean = isSaid ? { used: used ?? null, nearest } : undefined
  return words.searches.keep(wordsAsked(ask), { numbers, didYouMean })
}

/** A menu item stands for all tags below it, a tag group for its tags. */
function mainTags(words: LanguageModel, id: string): Set<string> {
  const { navigation } = words.channelModel.parts.menus
  const tags = new Set(words.tagsOfGroup.get(id) ?? [])
  const gather = (item: string) => {
    for (const row of navigation) {
      if (row.id === item) for (const tag of row.tags) tags.add(tag.id)
      if (row.parent_id === item) gather(row.id)
    }
  }
  gather(id)
  return tags
}

function categoryTags(words: LanguageModel, code: string): Set<string> {
  const tile = words.channelModel.parts.menus.tiles.find(
    (tile) => tile.kind === 'category' && tile.id === code,
  )
  return new Set(tile?.tag_ids)
}

/** The brands of the filter. A selected one stays, so that it can be deselected. */
function brandsOf(words: LanguageModel, shown: Uint8Array, selected: ReadonlySet<string>) {
  return words.table().brands.flatMap(({ id, name }, place) => {
    const is_selected = selected.has(id)
    return is_selected || shown[place] === 1 ? { brand_id: id, brand_name: name, is_selected } : []
  })
}

/** The maximum identifies the balance: no two balances of a channel have the same. */
function keyOf(ask: ListAsk, maximum: number) {
  const { language: _, sales_channel: __, view: ___, ...rest } = ask
  return JSON.stringify([maximum, rest.page, rest])
}
