import type { Language } from '#domain/language.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Memory, CacheRegion } from '#server/platform/cache/memory-cache.ts'
import { createSliceYield } from '#server/platform/jobs/yield-to-event-loop.ts'
import type { Vocabulary } from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import { readSearchedGifts } from '#server/modules/catalog/read-model/searched-gifts.sql.ts'
import { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import { type Found, GiftSearch, SearchSource } from '#server/modules/catalog/search/gift-search.ts'
import { GiftView } from '#server/modules/catalog/search/search-result-filter.ts'
import { synonymsFrom } from '#server/modules/catalog/search/synonym-rows.ts'

/** A smaller index is built quickly, and contains no words of gifts that the channel does not sell. */
const WORTH_SHARING = 500

/** The data of a channel that a search needs. */
export type SearchedChannel = {
  readonly channel: { readonly id: string }
  readonly since: number
  /** Whether the channel has no searchable texts of its own. */
  readonly usesSharedTextsOnly: boolean
  readonly products: readonly {
    readonly row: { readonly id: string }
    readonly offers: readonly { readonly sku: string }[]
  }[]
  readonly parts: {
    readonly vocabulary: Vocabulary
    readonly own: { readonly searchWords: Vocabulary['searchWords'] }
  }
}

/** A channel in one language. */
export type Searcher = {
  readonly language: Language
  /** Its fallback languages. */
  readonly order: readonly Language[]
  readonly channelModel: SearchedChannel
}

type Kept = {
  index: GiftIndex
  backoffice: SearchSource
  numbers: ReadonlyMap<string, number>
  views: Map<Searcher, { search: GiftSearch; bytes: number }>
  /** The event count at the time of reading. */
  readAt: number
  /** The channel of the index, if it has texts of its own. */
  owner: SearchedChannel | null
}

/** One index of all gifts on sale for all channels with the same texts; each channel searches its own gifts in it. */
export class SearchIndexes {
  readonly #kept: CacheRegion<string, Kept>
  readonly #building = new Map<string, Promise<Kept>>()
  /** Built one after the other: two at once take twice the memory and are not faster. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    readonly sql: Sql,
    readonly memory: Memory,
    readonly now: () => number,
  ) {
    this.#kept = memory.region('search indexes', (kept) =>
      Math.min(bytesOf(kept), memory.mostBytes / 4),
    )
  }

  findAtOnce(searcher: Searcher, text: string, exactly: boolean): Found | undefined {
    const key = keyOf(searcher)
    const kept = this.#kept.find(key)
    if (!kept || kept.readAt < searcher.channelModel.since) return undefined
    return this.#searchOf(key, kept, searcher).find(text, exactly)
  }

  async find(searcher: Searcher, text: string, exactly: boolean): Promise<Found> {
    const { since } = searcher.channelModel
    const key = keyOf(searcher)
    for (;;) {
      const kept = this.#kept.find(key) ?? (await this.#build(key, searcher))
      if (kept.readAt >= since) return this.#searchOf(key, kept, searcher).find(text, exactly)
      this.#kept.erase(key)
    }
  }

  erase() {
    this.#kept.clear()
  }

  /** Called when the searcher is no longer used. */
  release(searcher: Searcher) {
    for (const kept of this.#kept.values()) kept.views.delete(searcher)
    const key = keyOf(searcher)
    if (this.#kept.peek(key)?.owner === searcher.channelModel) this.#kept.erase(key)
  }

  #searchOf(key: string, kept: Kept, searcher: Searcher): GiftSearch {
    const before = kept.views.get(searcher)
    if (before) return before.search
    const sold = searcher.channelModel.products
      .toSorted((a, b) => (scpOf(a) < scpOf(b) ? -1 : 1))
      .flatMap(({ row }) => kept.numbers.get(row.id) ?? [])
    const view = new GiftView(kept.index, sold)
    const search = new GiftSearch(view, kept.backoffice)
    kept.views.set(searcher, { search, bytes: view.bytes })
    if (this.#kept.peek(key) === kept) this.#kept.weigh(key)
    return search
  }

  #build(key: string, searcher: Searcher): Promise<Kept> {
    let building = this.#building.get(key)
    if (!building) {
      building = this.#last
        .catch(() => {})
        .then(() => this.#read(searcher))
        .then((kept) => this.#kept.keep(key, kept))
        .finally(() => this.#building.delete(key))
      this.#building.set(key, building)
      this.#last = building
    }
    return building
  }

  async #read(searcher: Searcher): Promise<Kept> {
    const { channelModel, language, order } = searcher
    const { parts, channel } = channelModel
    const isShared = sharesIndex(channelModel)
    const readAt = this.now()
    const titles = parts.vocabulary.titles(order)
    const batches = readSearchedGifts(this.sql, {
      order,
      titleOf: (tag) => titles.tags.get(tag)?.title ?? '',
      channelId: isShared ? null : channel.id,
    })
    const keywords = [...parts.vocabulary.searchWords, ...parts.own.searchWords]
    const words = synonymsFrom(keywords.filter((row) => row.language === language))
    const index = await GiftIndex.inSlices(language, { batches, words }, createSliceYield())
    return {
      index,
      backoffice: new SearchSource(index),
      numbers: new Map(index.ids.map((id, number) => [id, number])),
      views: new Map(),
      readAt,
      owner: isShared ? null : channelModel,
    }
  }
}

const sharesIndex = ({ usesSharedTextsOnly, products }: SearchedChannel) =>
  usesSharedTextsOnly && products.length >= WORTH_SHARING

function keyOf({ channelModel, order }: Searcher) {
  const languages = order.join(' ')
  return sharesIndex(channelModel) ? languages : `${channelModel.channel.id} ${languages}`
}

function bytesOf({ index, views }: Kept) {
  let bytes = index.bytes
  for (const view of views.values()) bytes += view.bytes
  return bytes
}

const scpOf = ({ offers }: SearchedChannel['products'][number]) => offers[0]?.sku ?? ''
