import type { Breadcrumb, CrossSell, ProductCard } from '#contract/catalog/catalog.shop.ts'
import { yesNo } from '#domain/text/wire-boolean.ts'
import type { Language } from '#domain/language.ts'
import type { ProductRow, Texts } from '#server/modules/catalog/read-model/catalog.sql.ts'
import type {
  ChannelGifts,
  Offer,
  ProductModel,
} from '#server/modules/catalog/read-model/channel-gifts.ts'
import { GiftTable } from '#server/modules/catalog/read-model/gift-table.ts'
import type { ListedGift, GiftColour } from '#server/modules/catalog/read-model/listed-gift.ts'
import { type CachedResponses, cachedResponses } from '#server/platform/cache/cached-response.ts'
import { findAltText, publicFileName } from '#server/modules/catalog/read-model/image-texts.sql.ts'
import { pickText, type Titles } from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import type { CacheRegion } from '#server/platform/cache/memory-cache.ts'
import type { SearchResult } from '#server/modules/catalog/search/gift-search.ts'
import type { z } from 'zod'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Crumb = z.infer<typeof Breadcrumb>

/** Indexes of the found gifts, best first, and the searched words if they differ from the typed ones. */
export type SearchedGifts = {
  numbers: Uint32Array
  didYouMean: { used: string | null; nearest: string[] } | undefined
}

const CROSS_SELLS = 4
/** Bytes of the typed array and the corrections, besides the numbers. */
const SEARCH_BYTES = 300

/** The content of a channel in one language. */
export class LocalizedCatalog {
  readonly language: Language
  readonly lists: CachedResponses
  readonly details: CachedResponses
  /** Search results by words, shared by pages, sort orders and filters. */
  readonly searches: CacheRegion<string, SearchedGifts>
  /** Components, pages and menus. */
  readonly components: CachedResponses
  readonly tagTitles: Titles['tags']
  readonly tagsOfGroup: Titles['tagsOfGroup']
  readonly dimensionTitles: Titles['dimensions']
  readonly valueTitles: Titles['values']
  #gifts: ListedGift[] | undefined
  #numbersById: Map<string, number> | undefined
  #table: GiftTable | undefined
  /** The serialised card of a gift, by spli_id. */
  readonly #cardTexts: CacheRegion<string, string>

  constructor(
    readonly channelModel: ChannelGifts,
    readonly order: Language[],
  ) {
    this.language = order[0] ?? 'nl'
    const { memory } = channelModel.needs
    this.#cardTexts = memory.region('cards', (text) => text.length * 1.2)
    this.lists = cachedResponses(memory, 'lists')
    this.details = cachedResponses(memory, 'details')
    this.searches = memory.region(
      'searches',
      ({ numbers }, words) => numbers.byteLength + words.length * 2 + SEARCH_BYTES,
    )
    this.components = cachedResponses(memory, 'components')
    const titles = channelModel.parts.vocabulary.titles(order)
    this.tagTitles = titles.tags
    this.tagsOfGroup = titles.tagsOfGroup
    this.dimensionTitles = titles.dimensions
    this.valueTitles = titles.values
  }

  /** Called when the model is no longer used. */
  close() {
    for (const cache of [this.lists, this.details, this.components]) cache.close()
    this.#cardTexts.close()
    this.searches.close()
    this.channelModel.needs.indexes.release(this)
  }

  /** Erases responses that depend on the stock status: lists, and the card of this variant. */
  eraseLists(sku: string) {
    this.lists.clear()
    this.#cardTexts.erase(sku)
  }

  pick(texts: Texts | undefined): string {
    return pickText(this.order, texts)
  }

  /** A text of a product and its language. The language counts before the priority of the row. */
  textIn<Field extends string>(
    texts: readonly ({ language: Language } & Record<Field, string | null>)[],
    field: Field,
  ): { text: string; language: Language | undefined } {
    for (const language of this.order) {
      for (const row of texts) {
        const text = row.language === language ? row[field] : null
        if (text) return { text, language }
      }
    }
    return { text: '', language: undefined }
  }

  /** The alternative text in the first available language, from the place of use or from the library. */
  altOf(file: string, own?: Texts): string | undefined {
    return findAltText(this.channelModel.parts.vocabulary.pictures, file, own, this.order)
  }

  /** The public file name of an image. */
  shown(file: string): string {
    return publicFileName(this.channelModel.parts.vocabulary.pictures, file)
  }

  deliveryInfoOf({ texts }: ProductModel): string {
    return this.textIn(texts, 'delivery_info').text
  }

  /** A single text of a component, for messages that the server sends itself. */
  componentText(path: string, key: string): string | undefined {
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

  /** A product without a name shows its id, so that it can still be found. */
  nameOf(product: ProductModel) {
    const { text, language } = this.textIn(product.texts, 'name')
    return text === '' ? { text: product.row.id, language: undefined } : { text, language }
  }

  gifts(): ListedGift[] {
    this.#gifts ??= this.channelModel.products.map((product) => this.#toListed(product))
    return this.#gifts
  }

  /** The same data in columns, for queries over all gifts. */
  table(): GiftTable {
    this.#table ??= new GiftTable(this.gifts(), this.language)
    return this.#table
  }

  /** The serialised card of a gift, created once. */
  cardText({ offer }: ListedGift): string {
    const cached = this.#cardTexts.find(offer.sku)
    return cached ?? this.#cardTexts.store(offer.sku, JSON.stringify(this.#card(offer)))
  }

  /** The index of a gift in `gifts`. */
  numberOf(productId: string): number | undefined {
    this.#numbersById ??= new Map(this.gifts().map((gift, number) => [gift.product.row.id, number]))
    return this.#numbersById.get(productId)
  }

  /** Finds gifts of this channel; the words are looked up in an index that channels share. */
  async find(text: string, exactly: boolean): Promise<SearchResult> {
    return this.channelModel.needs.indexes.find(this, text, exactly)
  }

  /** The same without waiting; undefined if the index is not loaded. */
  findIfLoaded(text: string, exactly: boolean): SearchResult | undefined {
    return this.channelModel.needs.indexes.findIfLoaded(this, text, exactly)
  }

  #toListed(product: ProductModel): ListedGift {
    const offer = firstOffer(product)
    const { row } = product
    return {
      product,
      offer,
      name: this.nameOf(product).text,
      points: offer.points,
      scp: offer.sku,
      brandId: row.brand_id,
      tagIds: tagSetOf(row),
      sustainable: row.sustainable,
      colours: row.dimension_ids.length === 0 ? NO_COLOURS : this.coloursOfAll(product),
    }
  }

  coloursOfAll({ offers }: ProductModel): GiftColour[] {
    return offers.flatMap((offer) => this.coloursOf(offer))
  }

  #card(offer: Offer): ProductCard {
    const { product } = offer
    const { row } = product
    const { text: name, language } = this.nameOf(product)
    const media = firstPicture(offer)
    const colours = this.coloursOfAll(product)
    return {
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
      delivery_condition: offer.deliveryCondition,
      stock_availability: yesNo(offer.inStock === null || offer.inStock > 0),
      breadcrumb: this.breadcrumb(product).slice(0, 1),
      CrossSelling: this.crossSelling(product),
    }
  }

  /** The variant's colour, size and so on, also if the channel sells no other variant. */
  variantOf({ product, values }: Offer): string {
    return product.row.dimension_ids
      .map((dimension, index) => {
        const value = values[index] ?? ''
        return this.valueTitles.get(`${dimension} ${value}`)?.label ?? value
      })
      .filter((label) => label !== '')
      .join(', ')
  }

  coloursOf({ product, values }: Offer): GiftColour[] {
    return product.row.dimension_ids.flatMap((dimension, index) => {
      const id = values[index] ?? ''
      const value = this.valueTitles.get(`${dimension} ${id}`)
      if (!value?.hexcode) return []
      return { id, name: value.label, hexcode: value.hexcode, position: value.position }
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
          isSustainable: other.row.sustainable,
        }
      })
  }
}

const NO_COLOURS: readonly GiftColour[] = []

/** Cached per shared row, so that each gift has one set for all channels and languages. */
const tagSets = new WeakMap<ProductRow, ReadonlySet<string>>()

function tagSetOf(row: ProductRow): ReadonlySet<string> {
  let tags = tagSets.get(row)
  if (!tags) {
    tags = new Set(row.tag_ids)
    tagSets.set(row, tags)
  }
  return tags
}

export function firstOffer(product: ProductModel): Offer {
  const [offer] = product.offers
  if (!offer) throw new Error(`product ${product.row.id} is in the model without an offer`)
  return offer
}

export function picturesOf(offer: Offer): string[] {
  return [...new Set([...offer.pictures, ...offer.product.row.pictures])]
}

/** The first image of the variant or its gift, else of another variant: another colour is better than no image. */
export function firstPicture(offer: Offer): string {
  return (
    picturesOf(offer)[0] ??
    offer.product.offers.find(({ pictures }) => pictures.length > 0)?.pictures[0] ??
    ''
  )
}
