import type { z } from 'zod'

import { PAGE_SIZE, products } from '#contract/catalogue-api.ts'
import { compareGifts, sortOrderOf } from '#domain/sort-order.ts'
import type { LanguageModel, ListedGift } from '#server/catalogue/language-model.ts'
import { KeptAnswer } from '#server/kept-answer.ts'

export type ListAsk = z.output<typeof products.input>

/** The list as this holder may see it: nothing above the maximum, whatever was asked. */
export function productList(
  words: LanguageModel,
  asked: ListAsk,
  { maximum, available }: { maximum: number; available: number },
): KeptAnswer {
  // Ticking pay extra sets the upper bound to the available points, unless the range was moved since.
  const ask = asked.payExtra ? { ...asked, pointsTo: asked.pointsTo ?? available } : asked
  const key = keyOf(ask, maximum)
  const before = words.lists.find(key)
  if (before) return before

  const found = findGifts(words, ask, maximum)
  const first = (ask.page - 1) * PAGE_SIZE
  return words.lists.keep(
    key,
    new KeptAnswer({
      success: true,
      response: found.slice(first, first + PAGE_SIZE).map((gift) => gift.card),
      pagination: {
        page: ask.page,
        page_size: PAGE_SIZE,
        total_pages: Math.ceil(found.length / PAGE_SIZE),
        total: found.length,
      },
      brands: brandsOf(found, new Set([...ask.brand, ...ask.brandId])),
      maximum_points: maximum,
    }),
  )
}

function findGifts(words: LanguageModel, ask: ListAsk, maximum: number): ListedGift[] {
  const brands = new Set([...ask.brand, ...ask.brandId])
  const tags = new Set(ask.tagId)
  const main = ask.mainTagId ? mainTags(words, ask.mainTagId) : undefined
  const category = ask.categoryCode ? categoryTags(words, ask.categoryCode) : undefined
  const from = ask.pointsFrom ?? 0
  const to = Math.min(maximum, ask.pointsTo ?? maximum)

  const ranked = ask.search?.trim() ? searched(words, ask.search) : undefined
  const found = (ranked ?? words.gifts()).filter(
    (gift) =>
      gift.points >= from &&
      gift.points <= to &&
      (!ask.onlySustainable || gift.sustainable) &&
      (brands.size === 0 || brands.has(gift.brandId)) &&
      (tags.size === 0 || meets(gift.tagIds, tags)) &&
      (!main || meets(gift.tagIds, main)) &&
      (!category || meets(gift.tagIds, category)),
  )
  // What was searched for stands in the order of how well it fits, unless another order is asked for.
  if (ranked && !ask.sortOn) return found
  const order = sortOrderOf(ask.sortOn) ?? 'recommended'
  return found.sort(compareGifts(order, words.language))
}

function searched(words: LanguageModel, text: string): ListedGift[] {
  const byScp = new Map(words.gifts().map((gift) => [gift.scp, gift]))
  return words
    .search()
    .find(text)
    .flatMap((scp) => byScp.get(scp) ?? [])
}

function meets(tags: Set<string>, wanted: Set<string>) {
  for (const tag of wanted) if (tags.has(tag)) return true
  return false
}

/** A menu item stands for all tags below it, a tag group for its tags. */
function mainTags(words: LanguageModel, id: string): Set<string> {
  const { navigation } = words.channelModel.content
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
  const tile = words.channelModel.content.tiles.find(
    (tile) => tile.kind === 'category' && tile.id === code,
  )
  return new Set(tile?.tag_ids)
}

function brandsOf(found: ListedGift[], selected: Set<string>) {
  const brands = new Map(found.map((gift) => [gift.brandId, gift.card.brand_name]))
  return [...brands]
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
    .map(([brand_id, brand_name]) => ({
      brand_id,
      brand_name,
      is_selected: selected.has(brand_id),
    }))
}

function keyOf(ask: ListAsk, maximum: number) {
  const { language: _, sales_channel: __, ...rest } = ask
  return JSON.stringify([maximum, rest.page, rest])
}
