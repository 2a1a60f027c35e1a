import type { Logger } from 'pino'

import {
  type ChannelModel,
  readChannelModel,
} from '#server/modules/catalog/read-model/channel-catalog.ts'
import { GiftStore } from '#server/modules/catalog/read-model/gift-store.ts'
import { type GiftTexts, giftTextsIn } from '#server/modules/catalog/read-model/gift-texts.ts'
import { SearchIndexes } from '#server/modules/catalog/read-model/search-indexes.ts'
import { CachedHosts } from '#server/modules/catalog/read-model/cached-hosts.ts'
import { CachedVocabulary } from '#server/modules/catalog/read-model/cached-vocabulary.ts'
import { EventsHeard } from '#server/modules/catalog/read-model/events-heard.ts'
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
  kindOf(id: string): Promise<string | undefined>
  /** Whether browsers may be redirected to this host: only hosts of configured channels. */
  knowsHost(host: string): Promise<boolean>
  loaded(): { channels: number; products: number }
}

const CHANNEL_ROW_BYTES = 6000

type Surroundings = { pool: Sql; log: Logger; memory: Memory; clock: Clock }

export function readModelsIn(
  /** A separate pool: a request that waits for a model may hold a connection of the other one. */
  sql: Sql,
  changeEvents: ChangeEvents,
  surroundings: Surroundings,
): ReadModels {
  const hosts = new CachedHosts(sql)
  const models = new ChannelModels(sql, changeEvents, hosts, surroundings)
  return {
    known: (id) => models.known(id),
    about: (id) => models.about(id),
    texts: models.texts,
    channel: (id) => models.channel(id),
    channelOfHost: (host) => hosts.channelOf(host),
    exists: (id) => hosts.exists(id),
    kindOf: (id) => hosts.kindOf(id),
    knowsHost: (host) => hosts.knows(host),
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
  readonly #heard = new EventsHeard()
  readonly #rows = new RunningReads<string>()
  readonly #reading = new Map<string, Promise<ChannelModel | undefined>>()
  /** Stock changes that arrive while a channel is loaded, one set per load. */
  readonly #missedBy = new Set<Set<string>>()
  /** The latest running query for each sku. */
  readonly #turns = new Map<string, number>()
  #asked = 0

  constructor(
    sql: Sql,
    changeEvents: ChangeEvents,
    hosts: CachedHosts,
    { pool, log, memory, clock }: Surroundings,
  ) {
    this.#sql = sql
    this.#hosts = hosts
    this.#log = log
    this.#memory = memory
    this.#clock = clock
    this.#models = memory.region<string, ChannelModel>(
      'channels',
      // Models are always needed, so each is cached, however large it is.
      (model) => Math.min(model.bytes, memory.mostBytes / 4),
      (model) => model.close(),
    )
    this.#channels = memory.region<string, Channel>('channel rows', () => CHANNEL_ROW_BYTES)
    this.#vocabulary = new CachedVocabulary(sql, memory)
    this.#gifts = new GiftStore(sql, memory, this.#heard.now)
    this.#indexes = new SearchIndexes(sql, memory, this.#heard.now)
    this.texts = giftTextsIn(pool, memory, this.#heard.now)
    this.#listen(changeEvents)
  }

  known(id: string) {
    const model = this.#models.find(id)
    model?.turnSeason()
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
    if (row && isNew) this.#channels.keep(id, row)
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
      for (const missed of this.#missedBy) missed.add(sku)
      void this.#bringStock(sku)
    })
  }

  #eraseAll() {
    this.#heard.hearOfAll()
    for (const model of this.#models.values()) model.close()
    this.#models.clear()
    this.#reading.clear()
    this.#rows.hearAll()
    this.#channels.clear()
    this.#indexes.erase()
    this.texts.erase()
    this.#vocabulary.erase()
    this.#hosts.erase()
  }

  #erase(id: string) {
    this.#heard.hear(id)
    this.#models.peek(id)?.close()
    this.#models.erase(id)
    this.#reading.delete(id)
    this.#rows.hear(id)
    this.#channels.erase(id)
    this.#hosts.erase()
  }

  /**
   * A stock change is followed by a query for the current level; only the latest query counts, whatever the order of
   * the results.
   */
  async #bringStock(sku: string) {
    const turn = (this.#asked += 1)
    this.#turns.set(sku, turn)
    try {
      const inStock = await findStock(this.#sql, sku)
      // A later query has newer data.
      if (this.#turns.get(sku) !== turn) return
      for (const model of this.#models.values()) model.setStock(sku, inStock)
    } catch (error) {
      this.#log.warn({ err: error, sku }, 'stock not read')
      this.#eraseAll()
    } finally {
      if (this.#turns.get(sku) === turn) this.#turns.delete(sku)
    }
  }

  async #read(id: string): Promise<ChannelModel | undefined> {
    for (;;) {
      const before = this.#heard.since(id)
      const missed = new Set<string>()
      this.#missedBy.add(missed)
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
          { id, since: before },
        )
        if (!model) return undefined
        if (before !== this.#heard.since(id)) {
          model.close()
          continue
        }
        this.#models.peek(id)?.close()
        this.#models.keep(id, model)
        model.onGrowth = () => this.#models.weigh(id)
        // The model is registered already, so that later change events reach it.
        await Promise.all([...missed].map((sku) => this.#bringStock(sku)))
        return model
      } finally {
        this.#missedBy.delete(missed)
      }
    }
  }
}
