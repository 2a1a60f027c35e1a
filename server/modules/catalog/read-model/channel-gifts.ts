import {
  isOfSeason,
  type RecommendedGift,
  recommendedOrder,
  type Season,
  seasonOfDay,
} from '#domain/catalog/recommendation.ts'
import { missesOccasion } from '#domain/fulfilment/arrival.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import { addDays, dayAt, startOfDay } from '#domain/time/zone-days.ts'
import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { FitGift } from '#domain/catalog/exact-fit.ts'
import type { CacheRegion, Memory } from '#server/platform/cache/memory-cache.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'
import type {
  OfferRow,
  ProductRow,
  SharedText,
  ShownText,
} from '#server/modules/catalog/read-model/catalog.sql.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import type { ContentRow, Menus } from '#server/modules/catalog/read-model/content.sql.ts'
import type { Article, Gift, GiftsInUse } from '#server/modules/catalog/read-model/gift-store.ts'
import { publicFileNames } from '#server/modules/catalog/read-model/image-texts.sql.ts'
import type { SearchIndexes } from '#server/modules/catalog/read-model/search-indexes.ts'
import {
  ContentByPath,
  type Vocabulary,
} from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import type { SynonymRow } from '#server/modules/catalog/search/synonym-rows.ts'
import type { Language } from '#domain/language.ts'

/** A variant that this channel sells, with its price. */
export type Offer = {
  spliId: string
  sku: string
  points: number
  position: number
  product: ProductModel
  values: readonly [string, string]
  pictures: readonly string[]
  deliveryCondition: DeliveryCondition
  /** As of the last change event; an order reads the stock table again. null: unlimited. */
  inStock: number | null
}

export type ProductModel = {
  row: ProductRow
  /** In the order of the dropdown values. */
  offers: Offer[]
  texts: readonly ShownText[]
}

/** The data of a channel; gifts and vocabulary are shared by all channels. */
export type ChannelParts = {
  channel: Channel
  offers: readonly OfferRow[]
  gifts: Pick<GiftsInUse, 'article'>
  /** The channel's own texts for gifts. */
  ownTexts: readonly SharedText[]
  own: { content: ContentRow[]; searchWords: (SynonymRow & { language: Language })[] }
  menus: Menus
  vocabulary: Vocabulary
  /** The event count at the time of reading. */
  since: number
}

/** Values of the current day on which the recommendation depends. `ends` is the end of the day. */
type CatalogDay = { season: Season; suppliersLate: boolean; ends: number }

/** Services of a model, which caches its responses in the memory of the process. */
export type ModelNeeds = { memory: Memory; indexes: SearchIndexes; clock: Clock }

/** Offers by their id, which combines channel and variant. */
class OffersById {
  readonly #prefix: string

  constructor(
    channelId: string,
    readonly bySku: ReadonlyMap<string, Offer>,
  ) {
    this.#prefix = `${channelId}-`
  }

  get(spliId: string): Offer | undefined {
    return spliId.startsWith(this.#prefix)
      ? this.bySku.get(spliId.slice(this.#prefix.length))
      : undefined
  }

  has(spliId: string): boolean {
    return this.get(spliId) !== undefined
  }
}

/** The gifts and texts of a channel, for all languages. */
export class ChannelGifts {
  readonly offersBySku = new Map<string, Offer>()
  readonly offers: OffersById
  readonly products: ProductModel[] = []
  readonly productsById = new Map<string, ProductModel>()
  readonly contentByPath: ContentByPath
  readonly channel: Channel
  readonly since: number
  readonly #ownTexts: ReadonlyMap<string, ShownText[]>
  #fitGifts: FitGift[] | undefined
  #day: CatalogDay
  #recommendable: RecommendedGift[] | undefined
  /** By budget in points. */
  readonly #recommended: CacheRegion<number, Uint32Array>

  constructor(
    readonly parts: ChannelParts,
    readonly needs: ModelNeeds,
  ) {
    const { channel, offers, gifts, own, ownTexts, vocabulary, since } = parts
    this.channel = channel
    this.since = since
    this.#day = this.#today()
    this.#recommended = needs.memory.region('recommended', (order) => order.byteLength)
    this.offers = new OffersById(channel.id, this.offersBySku)
    this.contentByPath = new ContentByPath(own.content, vocabulary.content)
    this.#ownTexts = textsByProduct(ownTexts)
    for (const row of offers) {
      const article = gifts.article(row.sku)
      if (article) this.#add(row, article)
    }
    for (const { offers } of this.products) {
      if (offers.length > 1)
        offers.sort((a, b) => a.position - b.position || (a.sku < b.sku ? -1 : 1))
    }
  }

  /** Whether the channel has its own text for the gift. */
  hasOwnText(productId: string): boolean {
    return this.#ownTexts.has(productId)
  }

  /** Whether the channel has no searchable texts of its own. Then it can share an index with similar channels. */
  get usesSharedTextsOnly(): boolean {
    return this.#ownTexts.size === 0 && this.parts.own.searchWords.length === 0
  }

  #add(row: OfferRow, article: Article) {
    const product = this.#productOf(article.gift)
    const offer: Offer = {
      spliId: `${this.channel.id}-${row.sku}`,
      sku: article.sku,
      points: row.points,
      position: article.position,
      product,
      values: article.values,
      pictures: publicFileNames(this.parts.vocabulary.pictures, article.pictures),
      deliveryCondition: product.row.delivery_condition,
      inStock: row.in_stock,
    }
    product.offers.push(offer)
    this.offersBySku.set(offer.sku, offer)
  }

  #productOf({ row, texts }: Gift): ProductModel {
    let product = this.productsById.get(row.id)
    if (!product) {
      const own = this.#ownTexts.get(row.id)
      const pictures = publicFileNames(this.parts.vocabulary.pictures, row.pictures)
      product = {
        row: pictures === row.pictures ? row : { ...row, pictures: [...pictures] },
        offers: [],
        texts: own ? [...own, ...texts] : texts,
      }
      this.productsById.set(row.id, product)
      this.products.push(product)
    }
    return product
  }

  /** Input for exact fits, cached until a stock status changes. */
  fitGifts(create: (model: ChannelGifts) => FitGift[]): FitGift[] {
    this.#fitGifts ??= create(this)
    return this.#fitGifts
  }

  /** Indexes of the products, the most recommended for this budget first. */
  recommended(budget: number): Uint32Array {
    const cached = this.#recommended.find(budget)
    if (cached) return cached
    this.#recommendable ??= this.products.map(({ row, offers }) => ({
      id: row.id,
      points: offers[0]?.points ?? 0,
      available: highestStock(offers),
      inSeason: row.tag_ids.some((tag) => isOfSeason(tag, this.#day.season)),
      isLate: this.#day.suppliersLate && row.delivery_condition === 'dropship',
    }))
    const channelId = this.channel.id
    return this.#recommended.store(
      budget,
      recommendedOrder(this.#recommendable, { channelId, budget }),
    )
  }

  /** Recomputes the season and the delivery times once a day. Returns whether one of them has changed. */
  updateSeason(): boolean {
    if (this.needs.clock.now().getTime() < this.#day.ends) return false
    const before = this.#day
    this.#day = this.#today()
    const { season, suppliersLate } = this.#day
    if (before.season === season && before.suppliersLate === suppliersLate) return false
    this.#clearRecommended()
    return true
  }

  #today(): CatalogDay {
    const { timeZone, supplierDays } = this.channel
    const day = dayAt(this.needs.clock.now().getTime(), timeZone)
    return {
      season: seasonOfDay(day),
      suppliersLate: missesOccasion(day, supplierDays),
      ends: startOfDay(addDays(day, 1), timeZone),
    }
  }

  #clearRecommended() {
    this.#recommendable = undefined
    this.#recommended.clear()
  }

  /** Whether the stock status changed. Only then do lists and their order change. */
  setStock(sku: string, inStock: number | null): boolean {
    const offer = this.offersBySku.get(sku)
    if (!offer) return false
    const before = stockStatus(offer.inStock).status
    offer.inStock = inStock
    this.#fitGifts = undefined
    if (stockStatus(inStock).status === before) return false
    this.#clearRecommended()
    return true
  }

  close() {
    this.#recommended.close()
  }
}

const highestStock = (offers: readonly Offer[]): number | null =>
  offers.some(({ inStock }) => inStock === null)
    ? null
    : Math.max(0, ...offers.map(({ inStock }) => inStock ?? 0))

function textsByProduct(texts: readonly SharedText[]) {
  const products = new Map<string, ShownText[]>()
  for (const text of texts) {
    const ofProduct = products.get(text.product_id)
    if (ofProduct) ofProduct.push(text)
    else products.set(text.product_id, [text])
  }
  return products
}
