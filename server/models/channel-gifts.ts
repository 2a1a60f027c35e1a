import type { DeliveryCondition } from '#domain/delivery.ts'
import type { FitGift } from '#domain/exact-fit.ts'
import type { Memory } from '#server/ground/memory.ts'
import type {
  CatalogueRows,
  OfferRow,
  ProductRow,
  ProductTextRow,
} from '#server/models/catalogue-queries.ts'
import type { Channel } from '#server/models/channel-queries.ts'
import type { ContentRow, ContentRows } from '#server/models/content-queries.ts'

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

/** What a channel sells and says, in whatever language. */
export class ChannelGifts {
  readonly offers = new Map<string, Offer>()
  readonly offersBySku = new Map<string, Offer>()
  readonly products: ProductModel[] = []
  readonly productsById = new Map<string, ProductModel>()
  readonly contentByPath = new Map<string, ContentRow[]>()
  #fitGifts: FitGift[] | undefined

  constructor(
    readonly channel: Channel,
    readonly catalogue: CatalogueRows,
    readonly content: ContentRows,
    readonly memory: Memory,
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

  /** What exact fits are made of, until the stock of something changes. */
  fitGifts(make: (model: ChannelGifts) => FitGift[]): FitGift[] {
    this.#fitGifts ??= make(this)
    return this.#fitGifts
  }

  setStock(sku: string, inStock: number | null) {
    const offer = this.offersBySku.get(sku)
    if (!offer) return
    offer.inStock = inStock
    this.#fitGifts = undefined
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
