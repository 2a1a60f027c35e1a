import type { Sql } from '#server/platform/db/database.ts'
import type { Memory } from '#server/platform/cache/memory-cache.ts'
import { createSliceYield } from '#server/platform/jobs/yield-to-event-loop.ts'
import {
  type ArticleRow,
  type ProductRow,
  readGifts,
  type ShownText,
} from '#server/modules/catalog/read-model/catalog.sql.ts'

/** The data of a gift that all channels share. */
export type Gift = {
  row: ProductRow
  /** By priority: the owner's, then the shared channel's. */
  texts: readonly ShownText[]
}
export type Article = {
  sku: string
  position: number
  values: readonly [string, string]
  pictures: readonly string[]
  gift: StoredGift
}
type GiftRows = Awaited<ReturnType<typeof readGifts>>
type StoredGift = Gift & {
  articles: Article[]
  /** The number of channels in memory that sell it. */
  users: number
  bytes: number
  readAt: number
}

/** Variants that stay in memory until `release` is called. */
export type GiftsInUse = { article(sku: string): Article | undefined; release: () => void }

/** Measured with names and delivery in four languages, one article, five tags: see decision 006. */
const GIFT_BYTES = 900
const ARTICLE_BYTES = 420
const TEXT_BYTES = 110

/**
 * The gifts sold by the channels in memory: each is read and stored once, and removed when no channel sells it. Texts
 * for gift pages only are in `gift-texts.ts`.
 */
export class GiftStore {
  readonly #articles = new Map<string, Article>()
  readonly #memoryUse: ReturnType<Memory['reserve']>
  #reading: Promise<unknown> = Promise.resolve()

  constructor(
    readonly sql: Sql,
    memory: Memory,
    /** The current event count. */
    readonly now: () => number,
  ) {
    this.#memoryUse = memory.reserve('gifts')
  }

  /**
   * Returns variants that were read at this event count or later. Reads one after the other, so that each reuses the
   * results of the previous one.
   */
  async use(skus: readonly string[], since: number): Promise<GiftsInUse> {
    const before = this.#reading
    const loading = before.then(() => this.#load(skus, since))
    this.#reading = loading.catch(() => {})
    await loading
    const gifts = new Set<StoredGift>()
    const articles = new Map<string, Article>()
    for (const sku of skus) {
      const article = this.#articles.get(sku)
      if (!article) continue
      articles.set(sku, article)
      gifts.add(article.gift)
    }
    for (const gift of gifts) gift.users += 1
    let isReleased = false
    return {
      article: (sku) => articles.get(sku),
      release: () => {
        if (isReleased) return
        isReleased = true
        for (const gift of gifts) {
          gift.users -= 1
          if (gift.users === 0) this.#erase(gift)
        }
      },
    }
  }

  async #load(skus: readonly string[], since: number) {
    const missing = skus.filter((sku) => (this.#articles.get(sku)?.gift.readAt ?? -1) < since)
    if (missing.length === 0) return
    const readAt = this.now()
    const rows = await readGifts(this.sql, missing)
    const gifts = await giftsOf(rows, readAt)
    // In one synchronous step, so that a parallel read gets either the old or the new data.
    let bytes = 0
    for (const gift of gifts) {
      for (const article of gift.articles) this.#articles.set(article.sku, article)
      bytes += gift.bytes
    }
    this.#memoryUse.add(bytes, gifts.length)
  }

  #erase(gift: StoredGift) {
    for (const article of gift.articles)
      if (this.#articles.get(article.sku) === article) this.#articles.delete(article.sku)
    this.#memoryUse.add(-gift.bytes, -1)
  }
}

/** The variants by SKU, for a single use without storing the gifts. */
export async function articlesOf(rows: GiftRows): Promise<Map<string, Article>> {
  const gifts = await giftsOf(rows, 0)
  return new Map(gifts.flatMap(({ articles }) => articles.map((article) => [article.sku, article])))
}

async function giftsOf({ articles, products, texts }: GiftRows, readAt: number) {
  const yieldIfDue = createSliceYield()
  const textsOf = new Map<string, ShownText[]>()
  /** Most gifts share the same delivery text. */
  const sharedTexts = new Map<string, string>()
  for (const { product_id, language, name, delivery_info } of texts) {
    const text = {
      language,
      name,
      delivery_info: delivery_info && reuseText(sharedTexts, delivery_info),
    }
    const ofGift = textsOf.get(product_id)
    if (ofGift) ofGift.push(text)
    else textsOf.set(product_id, [text])
    await yieldIfDue()
  }
  const gifts = new Map<string, StoredGift>()
  for (const row of products) {
    const shown = textsOf.get(row.id) ?? []
    const bytes = GIFT_BYTES + shown.length * TEXT_BYTES
    gifts.set(row.id, { row, texts: shown, articles: [], users: 0, bytes, readAt })
    await yieldIfDue()
  }
  for (const row of articles) {
    const gift = gifts.get(row.product_id)
    if (!gift) continue
    gift.articles.push(articleOf(row, gift))
    gift.bytes += ARTICLE_BYTES
  }
  return [...gifts.values()]
}

function articleOf(row: ArticleRow, gift: StoredGift): Article {
  const { sku, position, value_0, value_1, pictures } = row
  return { sku, position, values: [value_0, value_1], pictures, gift }
}

/** Returns the equal string that is stored already, so that each text takes memory once. */
function reuseText(sharedTexts: Map<string, string>, text: string): string {
  const known = sharedTexts.get(text)
  if (known !== undefined) return known
  sharedTexts.set(text, text)
  return text
}
