import type { Logger } from 'pino'

import {
  type ChannelModel,
  readChannelModel,
} from '#server/modules/catalog/read-model/channel-catalog.ts'
import { GiftStore } from '#server/modules/catalog/read-model/gift-store.ts'
import { type GiftTexts, createGiftTexts } from '#server/modules/catalog/read-model/gift-texts.ts'
import { SearchIndexes } from '#server/modules/catalog/read-model/search-indexes.ts'
import { CachedHosts } from '#server/modules/catalog/read-model/cached-hosts.ts'
import { CachedVocabulary } from '#server/modules/catalog/read-model/cached-vocabulary.ts'
import { ChangeEventCounter } from '#server/modules/catalog/read-model/change-event-counter.ts'
import { RunningReads } from '#server/platform/cache/running-reads.ts'
import { findStock } from '#server/modules/catalog/read-model/catalog.sql.ts'
import { type Channel, findChannel } from '#server/modules/channels/core/channel.sql.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'
import type { Memory, CacheRegion } from '#server/platform/cache/memory-cache.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ReadModels = {
  /** The model, if it is in memory. */
  known(id: string): ChannelModel | undefined
  /** The channel's own data, without loading its gifts. */
  about(id: string): Promise<Channel | undefined>
  /** The texts of gift pages. */
  texts: GiftTexts
  channel(id: string): ChannelModel | Promise<ChannelModel | undefined>
  /** The channel that a host name belongs to. */
  channelOfHost(host: string): Promise<string | undefined>
  exists(id: string): Promise<boolean>
  /** This channel, or the default one if it does not exist; undefined in a shop without channels. */
  channelOrDefault(id: string): Promise<string | undefined>
  /** Whether browsers may be redirected to this host: only hosts of configured channels. */
  knowsHost(host: string): Promise<boolean>
  loaded(): { channels: number; products: number }
}

const CHANNEL_ROW_BYTES = 6000

type ReadModelServices = { pool: Sql; log: Logger; memory: Memory; clock: Clock }

export function readModelsIn(
  /** A separate pool: a request that waits for a model may hold a connection of the other one. */
  sql: Sql,
  changeEvents: ChangeEvents,
  services: ReadModelServices,
): ReadModels {
  const hosts = new CachedHosts(sql)
  const models = new ChannelModels(sql, changeEvents, hosts, services)
  return {
    known: (id) => models.known(id),
    about: (id) => models.about(id),
    texts: models.texts,
    channel: (id) => models.channel(id),
    channelOfHost: (host) => hosts.channelOf(host),
    exists: (id) => hosts.exists(id),
    channelOrDefault: (id) => hosts.channelOrDefault(id),
    knowsHost: (host) => hosts.hasHost(host),
    loaded: () => models.loaded(),
  }
}

/** The channels in memory and their shared data. A change event invalidates the affected parts. */
class ChannelModels {
  readonly texts: GiftTexts
  readonly #sql: Sql
  readonly #hosts: CachedHosts
  readonly #log: Logger
  readonly #memory: Memory
  readonly #clock: Clock
  readonly #models: CacheRegion<string, ChannelModel>
  readonly #channels: CacheRegion<string, Channel>
  readonly #gifts: GiftStore
  readonly #indexes: SearchIndexes
  readonly #vocabulary: CachedVocabulary
  readonly #events = new ChangeEventCounter()
  readonly #rows = new RunningReads<string>()
  readonly #reading = new Map<string, Promise<ChannelModel | undefined>>()
  /** Stock changes that arrive while a channel is loaded, one set per load. */
  readonly #missedStock = new Set<Set<string>>()
  /** The number of the latest running stock query of each SKU. */
  readonly #stockQueries = new Map<string, number>()
  #stockQueryCount = 0

  constructor(
    sql: Sql,
    changeEvents: ChangeEvents,
    hosts: CachedHosts,
    { pool, log, memory, clock }: ReadModelServices,
  ) {
    this.#sql = sql
    this.#hosts = hosts
    this.#log = log
    this.#memory = memory
    this.#clock = clock
    this.#models = memory.region<string, ChannelModel>(
      'channels',
      // Models are always needed, so each is cached, however large it is.
      (model) => Math.min(model.bytes, memory.maxBytes / 4),
      (model) => model.close(),
    )
    this.#channels = memory.region<string, Channel>('channel rows', () => CHANNEL_ROW_BYTES)
    this.#vocabulary = new CachedVocabulary(sql, memory)
    this.#gifts = new GiftStore(sql, memory, this.#events.count)
    this.#indexes = new SearchIndexes(sql, memory, this.#events.count)
    this.texts = createGiftTexts(pool, memory, this.#events.count)
    this.#listen(changeEvents)
  }

  known(id: string) {
    const model = this.#models.find(id)
    model?.updateSeason()
    return model
  }

  channel(id: string) {
    const model = this.known(id)
    if (model) return model
    let promise = this.#reading.get(id)
    if (!promise) {
      promise = this.#read(id).finally(() => this.#reading.delete(id))
      this.#reading.set(id, promise)
    }
    return promise
  }

  /** The channel's own data, without its gifts. */
  async about(id: string): Promise<Channel | undefined> {
    const known = this.#models.peek(id)?.channel ?? this.#channels.find(id)
    if (known) return known
    const [row, isNew] = await this.#rows.run(id, () => findChannel(this.#sql, id))
    if (row && isNew) this.#channels.store(id, row)
    return row
  }

  loaded() {
    return {
      channels: this.#models.size,
      products: [...this.#models.values()].reduce((sum, model) => sum + model.products.length, 0),
    }
  }

  #listen(changeEvents: ChangeEvents) {
    changeEvents.on('catalogue', () => this.#eraseAll())
    changeEvents.onFailover(() => this.#eraseAll())
    // A change event for the channels that show the image follows.
    changeEvents.on('picture', () => this.#vocabulary.erase())
    changeEvents.on('channel', (id) => {
      if (id === SHARED_CHANNEL || id === '') this.#eraseAll()
      else this.#erase(id)
    })
    changeEvents.on('stock', (sku) => {
      // A channel that is being loaded may have read the old stock, so it reads this sku again afterwards.
      for (const missed of this.#missedStock) missed.add(sku)
      void this.#updateStock(sku)
    })
  }

  #eraseAll() {
    this.#events.addForAll()
    for (const model of this.#models.values()) model.close()
    this.#models.clear()
    this.#reading.clear()
    this.#rows.markAllStale()
    this.#channels.clear()
    this.#indexes.erase()
    this.texts.erase()
    this.#vocabulary.erase()
    this.#hosts.erase()
  }

  #erase(id: string) {
    this.#events.add(id)
    this.#models.peek(id)?.close()
    this.#models.erase(id)
    this.#reading.delete(id)
    this.#rows.markStale(id)
    this.#channels.erase(id)
    this.#hosts.erase()
  }

  /** Reads the current stock level after a change. Results may arrive in any order; only the latest query counts. */
  async #updateStock(sku: string) {
    this.#stockQueryCount += 1
    const query = this.#stockQueryCount
    this.#stockQueries.set(sku, query)
    try {
      const inStock = await findStock(this.#sql, sku)
      // A later query has newer data.
      if (this.#stockQueries.get(sku) !== query) return
      for (const model of this.#models.values()) model.setStock(sku, inStock)
    } catch (error) {
      this.#log.warn({ err: error, sku }, 'stock not read')
      this.#eraseAll()
    } finally {
      if (this.#stockQueries.get(sku) === query) this.#stockQueries.delete(sku)
    }
  }

  async #read(id: string): Promise<ChannelModel | undefined> {
    for (;;) {
      const since = this.#events.lastEventOf(id)
      const missed = new Set<string>()
      this.#missedStock.add(missed)
      try {
        const model = await readChannelModel(
          this.#sql,
          {
            gifts: this.#gifts,
            vocabulary: this.#vocabulary.read(),
            memory: this.#memory,
            clock: this.#clock,
            indexes: this.#indexes,
          },
          { id, since },
        )
        if (!model) return undefined
        if (since !== this.#events.lastEventOf(id)) {
          model.close()
          continue
        }
        this.#models.peek(id)?.close()
        this.#models.store(id, model)
        model.onGrowth = () => this.#models.updateSize(id)
        // The model is registered already, so that later change events reach it.
        await Promise.all([...missed].map((sku) => this.#updateStock(sku)))
        return model
      } finally {
        this.#missedStock.delete(missed)
      }
    }
  }
}
