import type { Language } from '#domain/language.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Memory, CacheRegion } from '#server/platform/cache/memory-cache.ts'
import { createSliceYield } from '#server/platform/jobs/yield-to-event-loop.ts'
import type { Vocabulary } from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import { readSearchedGifts } from '#server/modules/catalog/read-model/searched-gifts.sql.ts'
import { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import {
  type SearchResult,
  GiftSearch,
  SearchSource,
} from '#server/modules/catalog/search/gift-search.ts'
import { GiftView } from '#server/modules/catalog/search/search-result-filter.ts'
import { synonymsFrom } from '#server/modules/catalog/search/synonym-rows.ts'

/** A channel with fewer gifts has its own index: it is built quickly and contains only words of gifts on sale there. */
const MIN_GIFTS_TO_SHARE = 500

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

type LoadedIndex = {
  index: GiftIndex
  source: SearchSource
  /** The index of each gift, by its id. */
  numbers: ReadonlyMap<string, number>
  /** The gifts of each channel and language that uses the index. */
  views: Map<Searcher, { search: GiftSearch; bytes: number }>
  /** The event count at the time of reading. */
  readAt: number
  /** The channel of the index, if it has texts of its own. */
  owner: SearchedChannel | null
}

/** One index of all gifts on sale for all channels with the same texts; each channel searches its own gifts in it. */
export class SearchIndexes {
  readonly #indexes: CacheRegion<string, LoadedIndex>
  readonly #building = new Map<string, Promise<LoadedIndex>>()
  /** Built one after the other: two at once take twice the memory and are not faster. */
  #lastBuild: Promise<unknown> = Promise.resolve()

  constructor(
    readonly sql: Sql,
    readonly memory: Memory,
    readonly now: () => number,
  ) {
    this.#indexes = memory.region('search indexes', (loaded) =>
      Math.min(bytesOf(loaded), memory.maxBytes / 4),
    )
  }

  findIfLoaded(searcher: Searcher, text: string, exactly: boolean): SearchResult | undefined {
    const key = keyOf(searcher)
    const loaded = this.#indexes.find(key)
    if (!loaded || loaded.readAt < searcher.channelModel.since) return undefined
    return this.#searchOf(key, loaded, searcher).find(text, exactly)
  }

  async find(searcher: Searcher, text: string, exactly: boolean): Promise<SearchResult> {
    const { since } = searcher.channelModel
    const key = keyOf(searcher)
    for (;;) {
      const loaded = this.#indexes.find(key) ?? (await this.#build(key, searcher))
      if (loaded.readAt >= since) return this.#searchOf(key, loaded, searcher).find(text, exactly)
      this.#indexes.erase(key)
    }
  }

  erase() {
    this.#indexes.clear()
  }

  /** Called when the searcher is no longer used. */
  release(searcher: Searcher) {
    for (const loaded of this.#indexes.values()) loaded.views.delete(searcher)
    const key = keyOf(searcher)
    if (this.#indexes.peek(key)?.owner === searcher.channelModel) this.#indexes.erase(key)
  }

  #searchOf(key: string, loaded: LoadedIndex, searcher: Searcher): GiftSearch {
    const cached = loaded.views.get(searcher)
    if (cached) return cached.search
    const sold = searcher.channelModel.products
      .toSorted((a, b) => (scpOf(a) < scpOf(b) ? -1 : 1))
      .flatMap(({ row }) => loaded.numbers.get(row.id) ?? [])
    const view = new GiftView(loaded.index, sold)
    const search = new GiftSearch(view, loaded.source)
    loaded.views.set(searcher, { search, bytes: view.bytes })
    if (this.#indexes.peek(key) === loaded) this.#indexes.updateSize(key)
    return search
  }

  #build(key: string, searcher: Searcher): Promise<LoadedIndex> {
    let building = this.#building.get(key)
    if (!building) {
      building = this.#lastBuild
        .catch(() => {})
        .then(() => this.#buildIndex(searcher))
        .then((loaded) => this.#indexes.store(key, loaded))
        .finally(() => this.#building.delete(key))
      this.#building.set(key, building)
      this.#lastBuild = building
    }
    return building
  }

  async #buildIndex(searcher: Searcher): Promise<LoadedIndex> {
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
    const index = await GiftIndex.buildInSlices(language, { batches, words }, createSliceYield())
    return {
      index,
      source: new SearchSource(index),
      numbers: new Map(index.ids.map((id, number) => [id, number])),
      views: new Map(),
      readAt,
      owner: isShared ? null : channelModel,
    }
  }
}

const sharesIndex = ({ usesSharedTextsOnly, products }: SearchedChannel) =>
  usesSharedTextsOnly && products.length >= MIN_GIFTS_TO_SHARE

function keyOf({ channelModel, order }: Searcher) {
  const languages = order.join(' ')
  return sharesIndex(channelModel) ? languages : `${channelModel.channel.id} ${languages}`
}

function bytesOf({ index, views }: LoadedIndex) {
  let bytes = index.bytes
  for (const view of views.values()) bytes += view.bytes
  return bytes
}

const scpOf = ({ offers }: SearchedChannel['products'][number]) => offers[0]?.sku ?? ''
