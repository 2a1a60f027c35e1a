import type { DeliveryCondition } from '#domain/delivery.ts'
import type { FitGift } from '#domain/exact-fit.ts'
import { fallbackOrder, type Language } from '#domain/language.ts'
import {
  type CatalogueRows,
  type OfferRow,
  type ProductRow,
  type ProductTextRow,
  readCatalogue,
} from '#server/models/catalogue-queries.ts'
import { type Channel, findChannel } from '#server/models/channel-queries.ts'
import { LanguageModel } from '#server/models/language-model.ts'
import { type ContentRow, type ContentRows, readContent } from '#server/models/content-queries.ts'
import type { Queries } from '#server/db/database.ts'
import { KeptAnswers } from '#server/ground/kept-answer.ts'

/** One thing this channel sells. */
export type Offer = {
  spliId: string
  sku: string
  points: number
  position: number
  product: ProductModel
  values: [string, string]
  pictures: string[]
  deliveryCondition: DeliveryCondition
  /** As it was when somebody last told us; what is sold is decided at the shelf. null: never runs out. */
  inStock: number | null
}

export type ProductModel = {
  row: ProductRow
  /** In the order of the dropdowns' values. */
  offers: Offer[]
  texts: ProductTextRow[]
}

const BYTES_PER_LANGUAGE = 24_000_000

/** All that a channel shows, in memory; what depends on a language is made on its first use. */
export class ChannelModel {
  readonly offers = new Map<string, Offer>()
  readonly offersBySku = new Map<string, Offer>()
  readonly products: ProductModel[] = []
  readonly productsById = new Map<string, ProductModel>()
  readonly contentByPath = new Map<string, ContentRow[]>()
  /** Answers under the very address they were asked by, so that the hot path parses nothing. */
  readonly quick = new KeptAnswers(BYTES_PER_LANGUAGE)
  #languages = new Map<Language, LanguageModel>()
  #fitGifts: FitGift[] | undefined

  constructor(
    readonly channel: Channel,
    readonly catalogue: CatalogueRows,
    readonly content: ContentRows,
  ) {
    const rows = new Map(catalogue.products.map((row) => [row.id, row]))
    const texts = groupBy(catalogue.texts, (text) => text.product_id)
    for (const offer of catalogue.offers) this.#add(offer, rows, texts)
    for (const product of this.products) {
      product.offers.sort((a, b) => a.position - b.position || (a.sku < b.sku ? -1 : 1))
    }
    for (const row of content.content) {
      const known = this.contentByPath.get(row.path)
      if (known) known.push(row)
      else this.contentByPath.set(row.path, [row])
    }
  }

  #add(row: OfferRow, rows: Map<string, ProductRow>, texts: Map<string, ProductTextRow[]>) {
    const productRow = rows.get(row.product_id)
    if (!productRow) return
    let product = this.productsById.get(row.product_id)
    if (!product) {
      product = { row: productRow, offers: [], texts: texts.get(row.product_id) ?? [] }
      this.productsById.set(row.product_id, product)
      this.products.push(product)
    }
    const offer: Offer = {
      spliId: row.spli_id,
      sku: row.sku,
      points: row.points,
      position: row.article_position,
      product,
      values: [row.value_0, row.value_1],
      pictures: row.pictures,
      deliveryCondition: productRow.delivery_condition,
      inStock: row.in_stock,
    }
    product.offers.push(offer)
    this.offers.set(offer.spliId, offer)
    this.offersBySku.set(offer.sku, offer)
  }

  language(language: Language): LanguageModel {
    let model = this.#languages.get(language)
    if (!model) {
      model = new LanguageModel(this, fallbackOrder(language, this.channel.defaultLanguage))
      this.#languages.set(language, model)
    }
    return model
  }

  /** What exact fits are made of, until the stock of something changes. */
  fitGifts(make: (model: ChannelModel) => FitGift[]): FitGift[] {
    this.#fitGifts ??= make(this)
    return this.#fitGifts
  }

  setStock(sku: string, inStock: number | null) {
    const offer = this.offersBySku.get(sku)
    if (!offer) return
    offer.inStock = inStock
    this.#fitGifts = undefined
    this.quick.clear()
    for (const model of this.#languages.values()) model.details.clear()
  }
}

function groupBy<T>(items: T[], keyOf: (item: T) => string) {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

export async function readChannelModel(
  sql: Queries,
  id: string,
): Promise<ChannelModel | undefined> {
  const channel = await findChannel(sql, id)
  if (!channel) return undefined
  const [catalogue, content] = await Promise.all([readCatalogue(sql, id), readContent(sql, id)])
  return new ChannelModel(channel, catalogue, content)
}

/** Just these offers, also those that are sold no longer: what has been paid for keeps its name and its way. */
export async function readSoldOffers(
  sql: Queries,
  { channel, content }: ChannelModel,
  spliIds: string[],
): Promise<ChannelModel> {
  return new ChannelModel(channel, await readCatalogue(sql, channel.id, spliIds), content)
}
