import type { z } from 'zod'

import { PAGE_SIZE, products } from '#contract/catalogue-api.ts'
import { compareGifts, sortOrderOf } from '#domain/sort-order.ts'
import { coloursOf, inColour } from '#server/catalogue/gift-colours.ts'
import type { LanguageModel, ListedGift } from '#server/models/language-model.ts'
import { type AnswerPlace, KeptAnswer } from '#server/ground/kept-answer.ts'

export type ListAsk = z.output<typeof products.input>

/** The list as this holder may see it: nothing above the maximum, whatever was asked. */
export async function productList(
  words: LanguageModel,
  asked: ListAsk,
  { maximum, available }: { maximum: number; available: number },
): Promise<AnswerPlace & { answer: KeptAnswer }> {
  // Ticking pay extra sets the upper bound to the available points, unless the range was moved since.
  const ask = asked.payExtra ? { ...asked, pointsTo: asked.pointsTo ?? available } : asked
  const key = keyOf(ask, maximum)
  const before = words.lists.find(key)
  if (before) return { kept: words.lists, key, answer: before }

  const searched = ask.search?.trim() ? await searchFor(words, ask.search, ask.exactly) : undefined
  const { found, brands, colours, digital, didYouMean } = findGifts(words, ask, {
    maximum,
    searched,
  })
  const first = (ask.page - 1) * PAGE_SIZE
  const rest = {
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
  }
  const cards = found.slice(first, first + PAGE_SIZE).map((gift) => words.cardText(gift))
  const text = `{"success":true,"response":[${cards.join(',')}],${JSON.stringify(rest).slice(1)}`
  const answer = words.lists.keep(key, new KeptAnswer(text, String))
  return { kept: words.lists, key, answer }
}

function findGifts(
  words: LanguageModel,
  ask: ListAsk,
  { maximum, searched }: { maximum: number; searched: Searched | undefined },
) {
  const selected = new Set([...ask.brand, ...ask.brandId])
  const tags = new Set(ask.tagId)
  const main = ask.mainTagId ? mainTags(words, ask.mainTagId) : undefined
  const category = ask.categoryCode ? categoryTags(words, ask.categoryCode) : undefined
  const from = ask.pointsFrom ?? 0
  const to = Math.min(maximum, ask.pointsTo ?? maximum)

  const didYouMean = searched?.didYouMean
  const wanted = new Set(ask.colour)
  const affordable = ({ points }: { points: number }) => points >= from && points <= to
  // The page of a brand is that brand's; ticking brands is a choice among those that are there.
  const isInScope = (gift: ListedGift) =>
    // In another colour it may cost something else.
    (wanted.size > 0 ? gift.product.offers.some(affordable) : affordable(gift)) &&
    (!ask.onlySustainable || gift.sustainable) &&
    (ask.brandId.length === 0 || selected.has(gift.brandId)) &&
    (tags.size === 0 || meets(gift.tagIds, tags)) &&
    (!main || meets(gift.tagIds, main)) &&
    (!category || meets(gift.tagIds, category))
  const bySelected = (gifts: ListedGift[]) =>
    selected.size === 0 ? gifts : gifts.filter(({ brandId }) => selected.has(brandId))
  const byColour = (gifts: ListedGift[]) =>
    wanted.size === 0
      ? gifts
      : gifts.flatMap((gift) => inColour(words, gift, wanted, affordable) ?? [])
  const byMail = (gifts: ListedGift[]) => gifts.filter(isDigital)
  const orByMail = ask.onlyDigital ? byMail : (gifts: ListedGift[]) => gifts

  const inScope = candidates(words, ask, searched?.gifts).filter(isInScope)
  const coloured = byColour(inScope)
  const brands = brandsOf(words, orByMail(coloured), selected)
  const colours = coloursOf(words, bySelected(orByMail(inScope)), wanted)
  const chosen = bySelected(coloured)
  const digital = byMail(chosen).length
  const found = orByMail(chosen)
  // In the colour asked for a gift may cost something else, and then stands elsewhere.
  const isMoved = wanted.size > 0 && !(searched && !ask.sortOn)
  if (isMoved) found.sort(compareGifts(sortOrderOf(ask.sortOn) ?? 'recommended', words.language))
  return { found, brands, colours, digital, didYouMean }
}

/** In the order asked for; what was searched for in that of how well it fits, unless another is asked for. */
function candidates(words: LanguageModel, ask: ListAsk, ranked: ListedGift[] | undefined) {
  if (ranked && !ask.sortOn) return ranked
  const inOrder = words.giftsBy(sortOrderOf(ask.sortOn) ?? 'recommended')
  if (!ranked) return inOrder
  const found = new Set(ranked)
  return inOrder.filter((gift) => found.has(gift))
}

const isDigital = ({ product }: ListedGift) => product.row.delivery_condition === 'digital'

type Searched = Awaited<ReturnType<typeof searchFor>>

async function searchFor(words: LanguageModel, text: string, exactly: boolean) {
  const { ids, used, nearest } = await words.find(text, exactly)
  const gifts = ids.flatMap((id) => words.giftOf(id) ?? [])
  const isSaid = used !== undefined || nearest.length > 0
  return { gifts, didYouMean: isSaid ? { used: used ?? null, nearest } : undefined }
}

function meets(tags: ReadonlySet<string>, wanted: ReadonlySet<string>) {
  for (const tag of wanted) if (tags.has(tag)) return true
  return false
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

/** The brands there are to choose from; a chosen one stays, so that it can be let go again. */
function brandsOf(words: LanguageModel, inScope: ListedGift[], selected: Set<string>) {
  const shown = new Set(inScope.map(({ brandId }) => brandId))
  return words.brands().flatMap(({ brand_id, brand_name }) => {
    const is_selected = selected.has(brand_id)
    return is_selected || shown.has(brand_id) ? { brand_id, brand_name, is_selected } : []
  })
}

function keyOf(ask: ListAsk, maximum: number) {
  const { language: _, sales_channel: __, view: ___, ...rest } = ask
  return JSON.stringify([maximum, rest.page, rest])
}
