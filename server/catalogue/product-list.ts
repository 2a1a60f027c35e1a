import type { z } from 'zod'

import { PAGE_SIZE, products } from '#contract/catalogue-api.ts'
import { compareGifts, sortOrderOf } from '#domain/sort-order.ts'
import { coloursOf, inColour } from '#server/catalogue/gift-colours.ts'
import type { LanguageModel, ListedGift } from '#server/models/language-model.ts'
import { KeptAnswer } from '#server/ground/kept-answer.ts'

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

  const { found, brands, colours, digital, didYouMean } = findGifts(words, ask, maximum)
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
      brands,
      colours,
      digital_total: digital,
      maximum_points: maximum,
      ...(didYouMean ? { did_you_mean: didYouMean } : {}),
    }),
  )
}

function findGifts(words: LanguageModel, ask: ListAsk, maximum: number) {
  const selected = new Set([...ask.brand, ...ask.brandId])
  const tags = new Set(ask.tagId)
  const main = ask.mainTagId ? mainTags(words, ask.mainTagId) : undefined
  const category = ask.categoryCode ? categoryTags(words, ask.categoryCode) : undefined
  const from = ask.pointsFrom ?? 0
  const to = Math.min(maximum, ask.pointsTo ?? maximum)

  const searched = ask.search?.trim() ? searchFor(words, ask.search, ask.exactly) : undefined
  const ranked = searched?.gifts
  const didYouMean = searched?.didYouMean
  const all = words.gifts()
  const wanted = new Set(ask.colour)
  const affordable = ({ points }: { points: number }) => points >= from && points <= to
  // The page of a brand is that brand's; ticking brands is a choice among those that are there.
  const inScope = (ranked ?? all).filter(
    (gift) =>
      // In another colour it may cost something else.
      (wanted.size > 0 ? gift.product.offers.some(affordable) : affordable(gift)) &&
      (!ask.onlySustainable || gift.sustainable) &&
      (ask.brandId.length === 0 || selected.has(gift.brandId)) &&
      (tags.size === 0 || meets(gift.tagIds, tags)) &&
      (!main || meets(gift.tagIds, main)) &&
      (!category || meets(gift.tagIds, category)),
  )
  const bySelected = (gifts: ListedGift[]) =>
    selected.size === 0 ? gifts : gifts.filter(({ brandId }) => selected.has(brandId))
  const byColour = (gifts: ListedGift[]) =>
    wanted.size === 0
      ? gifts
      : gifts.flatMap((gift) => inColour(words, gift, wanted, affordable) ?? [])
  const byMail = (gifts: ListedGift[]) => gifts.filter(isDigital)
  const orByMail = ask.onlyDigital ? byMail : (gifts: ListedGift[]) => gifts

  const coloured = byColour(inScope)
  const brands = brandsOf(orByMail(coloured), all, selected)
  const colours = coloursOf(words, bySelected(orByMail(inScope)), wanted)
  const chosen = bySelected(coloured)
  const digital = byMail(chosen).length
  const found = orByMail(chosen)
  // What was searched for stands in the order of how well it fits, unless another order is asked for.
  if (ranked && !ask.sortOn) return { found, brands, colours, digital, didYouMean }
  const order = sortOrderOf(ask.sortOn) ?? 'recommended'
  found.sort(compareGifts(order, words.language))
  return { found, brands, colours, digital, didYouMean }
}

const isDigital = ({ product }: ListedGift) => product.row.delivery_condition === 'digital'

function searchFor(words: LanguageModel, text: string, exactly: boolean) {
  const { ids, used, nearest } = words.search().find(text, exactly)
  const gifts = ids.flatMap((id) => words.giftOf(id) ?? [])
  const isSaid = used !== undefined || nearest.length > 0
  return { gifts, didYouMean: isSaid ? { used: used ?? null, nearest } : undefined }
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

/** The brands there are to choose from; a chosen one stays, so that it can be let go again. */
function brandsOf(inScope: ListedGift[], all: ListedGift[], selected: Set<string>) {
  const chosen = selected.size === 0 ? [] : all.filter(({ brandId }) => selected.has(brandId))
  const shown = [...inScope, ...chosen]
  const brands = new Map(shown.map((gift) => [gift.brandId, gift.card.brand_name]))
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
