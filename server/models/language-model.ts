import type { Breadcrumb, CrossSell, ProductCard } from '#contract/catalogue-api.ts'
import type { Language } from '#domain/language.ts'
import type { Texts } from '#server/models/catalogue-queries.ts'
import { SHARED_CHANNEL } from '#server/models/channel-queries.ts'
import type { ChannelGifts, Offer, ProductModel } from '#server/models/channel-gifts.ts'
import { KeptAnswers } from '#server/ground/kept-answer.ts'
import { compareGifts, type SortOrder } from '#domain/sort-order.ts'
import { GiftIndex } from '#server/search/gift-index.ts'
import { GiftSearch } from '#server/search/gift-search.ts'
import { searchWordsFrom } from '#server/search/search-words.ts'
import type { z } from 'zod'

type TextField =
  | 'name'
  | 'description'
  | 'details'
  | 'sustainability'
  | 'warranty'
  | 'delivery_info'
type Crumb = z.infer<typeof Breadcrumb>

/** A gift as the list shows it, with what the list is filtered and sorted by. */
export type ListedGift = {
  card: ProductCard
  product: ProductModel
  name: string
  points: number
  position: number
  scp: string
  brandId: string
  tagIds: Set<string>
  sustainable: boolean
  /** All it comes in, in the order of its variants. */
  colours: GiftColour[]
}

/** A value of a dimension that can be shown as a colour. */
export type GiftColour = { id: string; name: string; hexcode: string; place: number }

const LIST_BYTES = 24_000_000
const DETAIL_BYTES = 12_000_000
const CROSS_SELLS = 4

/** A channel in one language. */
export class LanguageModel {
  readonly language: Language
  readonly lists = new KeptAnswers(LIST_BYTES)
  readonly details = new KeptAnswers(DETAIL_BYTES)
  readonly components = new KeptAnswers(LIST_BYTES)
  readonly tagTitles = new Map<string, { title: string; groupId: string; groupTitle: string }>()
  readonly tagsOfGroup = new Map<string, string[]>()
  readonly dimensionTitles = new Map<string, string>()
  readonly valueTitles = new Map<string, { label: string; hexcode: string | null; place: number }>()
  #gifts: ListedGift[] | undefined
  #giftsById: Map<string, ListedGift> | undefined
  readonly #inOrder = new Map<SortOrder, ListedGift[]>()
  /** Forgets those that a list made for itself, in a colour that was asked for. */
  readonly #cardTexts = new WeakMap<ListedGift, string>()
  #brands: { brand_id: string; brand_name: string }[] | undefined
  #search: GiftSearch | undefined

  constructor(
    readonly channelModel: ChannelGifts,
    readonly order: Language[],
  ) {
    this.language = order[0] ?? 'nl'
    const { tags, dimensions, values } = channelModel.catalogue
    for (const tag of tags) {
      this.tagTitles.set(tag.id, {
        title: this.pick(tag.texts) || tag.id,
        groupId: tag.tag_group_id,
        groupTitle: this.pick(tag.group_texts) || tag.tag_group_id,
      })
      const group = this.tagsOfGroup.get(tag.tag_group_id)
      if (group) group.push(tag.id)
      else this.tagsOfGroup.set(tag.tag_group_id, [tag.id])
    }
    for (const { id, texts } of dimensions) this.dimensionTitles.set(id, this.pick(texts) || id)
    for (const [place, value] of values.entries()) {
      this.valueTitles.set(`${value.dimension_id} ${value.id}`, {
        label: this.pick(value.texts) || value.id,
        hexcode: value.hexcode,
        place,
      })
    }
  }

  pick(texts: Texts | undefined): string {
    for (const language of this.order) {
      const text = texts?.[language]
      if (text) return text
    }
    return ''
  }

  /** The words for a product: by language first, and within one in the order in which they were read. */
  words(product: ProductModel, field: TextField): { text: string; language: Language | undefined } {
    for (const language of this.order) {
      for (const row of product.texts)
        if (row.language === language && row[field]) return { text: row[field], language }
    }
    return { text: '', language: undefined }
  }

  /** What else holders call it in this very language: words of another one would only be noise. */
  searchWords(product: ProductModel): string[] {
    const row = product.texts.find(
      ({ language, search_words }) => language === this.language && search_words !== null,
    )
    return row?.search_words ?? []
  }

  /** One text of a component's own fields, for what the server itself has to say. */
  sentence(path: string, key: string): string | undefined {
    for (const language of this.order) {
      let shared: string | undefined
      for (const row of this.channelModel.contentByPath.get(path) ?? []) {
        if (row.key !== key || row.language !== language || row.kind !== 'text') continue
        if (row.channel_id !== SHARED_CHANNEL) return row.value
        shared = row.value
      }
      if (shared) return shared
    }
    return undefined
  }

  /** A product that nobody has named yet is found by its code rather than hidden. */
  nameOf(product: ProductModel) {
    const { text, language } = this.words(product, 'name')
    return text === '' ? { text: product.row.id, language: undefined } : { text, language }
  }

  gifts(): ListedGift[] {
    this.#gifts ??= this.channelModel.products.map((product, position) =>
      this.#listed(product, position),
    )
    return this.#gifts
  }

  /** Sorted once for all who ask. */
  giftsBy(order: SortOrder): readonly ListedGift[] {
    const before = this.#inOrder.get(order)
    if (before) return before
    const sorted = this.gifts().toSorted(compareGifts(order, this.language))
    this.#inOrder.set(order, sorted)
    return sorted
  }

  /** A card's part of an answer, written once. */
  cardText(gift: ListedGift): string {
    const before = this.#cardTexts.get(gift)
    if (before !== undefined) return before
    const text = JSON.stringify(gift.card)
    this.#cardTexts.set(gift, text)
    return text
  }

  /** All brands that have a gift, by name. */
  brands(): { brand_id: string; brand_name: string }[] {
    this.#brands ??= [...new Map(this.gifts().map((gift) => [gift.brandId, gift.card.brand_name]))]
      .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
      .map(([brand_id, brand_name]) => ({ brand_id, brand_name }))
    return this.#brands
  }

  giftOf(productId: string): ListedGift | undefined {
    this.#giftsById ??= new Map(this.gifts().map((gift) => [gift.product.row.id, gift]))
    return this.#giftsById.get(productId)
  }

  /** Finds by product; made on the first search. Equally good ones stand by SCP, so that pages never repeat one. */
  search(): GiftSearch {
    this.#search ??= new GiftSearch(
      new GiftIndex(
        this.language,
        this.gifts()
          .toSorted((a, b) => (a.scp < b.scp ? -1 : 1))
          .map(({ product, name, card, tagIds, sustainable }) => ({
            id: product.row.id,
            name,
            brand: card.brand,
            tags: [...tagIds].map((id) => this.tagTitles.get(id)?.title ?? '').join(' '),
            description: this.words(product, 'description').text,
            searchWords: this.searchWords(product),
            sustainable,
          })),
        searchWordsFrom(
          this.channelModel.content.searchWords.filter(
            ({ language }) => language === this.language,
          ),
        ),
      ),
    )
    return this.#search
  }

  #listed(product: ProductModel, position: number): ListedGift {
    const offer = firstOffer(product)
    const { text: name, language } = this.nameOf(product)
    const { row } = product
    const media = firstPicture(offer)
    const colours = product.offers.flatMap((offer) => this.coloursOf(offer))
    return {
      product,
      name,
      points: offer.points,
      position,
      scp: offer.sku,
      brandId: row.brand_id,
      tagIds: new Set(row.tag_ids),
      sustainable: row.sustainable,
      colours,
      card: {
        SCP: offer.sku,
        spli_id: offer.spliId,
        name,
        ...(language && language !== this.language ? { lang: language } : {}),
        brand: row.brand_name,
        brand_name: row.brand_name,
        brand_id: row.brand_id,
        points: offer.points,
        basicImageUrl: media,
        media,
        picture_count: picturesOf(offer).length,
        isSustainable: row.sustainable,
        colours: [...new Map(colours.map(({ hexcode, name }) => [hexcode, name]))].map(
          ([hexcode, name]) => ({ hexcode, name }),
        ),
        has_other_variants: product.offers.length > 1,
        breadcrumb: this.breadcrumb(product).slice(0, 1),
        CrossSelling: this.crossSelling(product),
      },
    }
  }

  /** Its colour, size and so on: also where the channel has no other left, since somebody chose this one. */
  variantOf({ product, values }: Offer): string {
    return product.row.dimension_ids
      .map((dimension, place) => {
        const value = values[place] ?? ''
        return this.valueTitles.get(`${dimension} ${value}`)?.label ?? value
      })
      .filter((label) => label !== '')
      .join(', ')
  }

  coloursOf({ product, values }: Offer): GiftColour[] {
    return product.row.dimension_ids.flatMap((dimension, at) => {
      const id = values[at] ?? ''
      const value = this.valueTitles.get(`${dimension} ${id}`)
      if (!value?.hexcode) return []
      return { id, name: value.label, hexcode: value.hexcode, place: value.place }
    })
  }

  breadcrumb(product: ProductModel): Crumb[] {
    return product.row.tag_ids.flatMap((id) => {
      const tag = this.tagTitles.get(id)
      if (!tag) return []
      return {
        product_tag_group_id: tag.groupId,
        tag_group_discription: tag.groupTitle,
        product_tag_id: id,
        tag_description: tag.title,
        tag_ids: this.tagsOfGroup.get(tag.groupId) ?? [],
      }
    })
  }

  crossSelling(product: ProductModel): CrossSell[] {
    return product.row.cross_sell_ids
      .flatMap((id) => this.channelModel.productsById.get(id) ?? [])
      .slice(0, CROSS_SELLS)
      .map((other) => {
        const offer = firstOffer(other)
        return {
          SCP: offer.sku,
          spli_id: offer.spliId,
          name: this.nameOf(other).text,
          brand: other.row.brand_name,
          points: offer.points,
          media: firstPicture(offer),
        }
      })
  }
}

/** The variant that stands for the product in a list. */
export function firstOffer(product: ProductModel): Offer {
  const [offer] = product.offers
  if (!offer) throw new Error(`product ${product.row.id} is in the model without an offer`)
  return offer
}

export function picturesOf(offer: Offer): string[] {
  return [...new Set([...offer.pictures, ...offer.product.row.pictures])]
}

export function firstPicture(offer: Offer) {
  return picturesOf(offer)[0] ?? ''
}
