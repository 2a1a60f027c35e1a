import type { Logger } from 'pino'

import {
  type ChannelModel,
  readChannelModel,
} from '#server/modules/catalog/read-model/channel-catalog.ts'
import { GiftStore } from '#server/modules/catalog/read-model/gift-store.ts'
import { type GiftTexts, giftTextsIn } from '#server/modules/catalog/read-model/gift-texts.ts'
import { SearchIndexes } from '#server/modules/catalog/read-model/search-indexes.ts'
import {
  readVocabulary,
  type Vocabulary,
} from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import { RunningReads } from '#server/platform/cache/running-reads.ts'
import { findStock } from '#server/modules/catalog/read-model/catalog.sql.ts'
import { allHosts, type Channel, findChannel } from '#server/modules/channels/core/channel.sql.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import type { Memory } from '#server/platform/cache/memory-cache.ts'
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
  /** This channel, or the one to show where there is none of that number; nothing in a shop without channels. */
  kindOf(id: string): Promise<string | undefined>
  /** May the browser be sent to this host? Only to those of configured channels. */
  knowsHost(host: string): Promise<boolean>
  loaded(): { channels: number; products: number }
}

type Hosts = { byHost: Map<string, string>; ids: Set<string>; main: string | undefined }

const CHANNEL_ROW_BYTES = 6000

export function readModelsIn(
  /** A separate pool: a request that waits for a model may hold a connection of the other one. */
  sql: Sql,
  changeEvents: ChangeEvents,
  { pool, log, memory }: { pool: Sql; log: Logger; memory: Memory },
): ReadModels {
  const models = memory.shelf<string, ChannelModel>(
    'channels',
    // Models are indispensable, so each is cached, however large it is.
    (model) => Math.min(model.bytes, memory.mostBytes / 4),
    (model) => model.close(),
  )
  const channels = memory.shelf<string, Channel>('channel rows', () => CHANNEL_ROW_BYTES)
  const rows = new RunningReads<string>()
  const reading = new Map<string, Promise<ChannelModel | undefined>>()
  let hosts: Promise<Hosts> | undefined
  let vocabulary: Promise<Vocabulary> | undefined
  const held = memory.holding('vocabulary')
  /** Moves with a change event of a channel or the catalogue: what was read before is older than it. */
  let heard = 0
  let heardOfAll = 0
  const heardOf = new Map<string, number>()
  /** Channel data must be at least as new as the last change event about it. */
  const since = (id: string) => Math.max(heardOfAll, heardOf.get(id) ?? 0)
  /** Stock changes that arrive while a channel is loaded, one set per load. */
  const missedBy = new Set<Set<string>>()
  /** The latest running query for each sku. */
  const turns = new Map<string, number>()
  let asked = 0

  const now = () => heard
  const gifts = new GiftStore(sql, memory, now)
  const indexes = new SearchIndexes(sql, memory, now)
  const texts = giftTextsIn(pool, memory, now)

  const eraseAll = () => {
    heardOfAll = heard += 1
    heardOf.clear()
    for (const model of models.values()) model.close()
    models.clear()
    reading.clear()
    rows.hearAll()
    channels.clear()
    indexes.erase()
    texts.erase()
    vocabulary = undefined
    hosts = undefined
  }
  changeEvents.on('catalogue', eraseAll)
  changeEvents.onFailover(eraseAll)
  // A change event for the channels that show the image follows.
  changeEvents.on('picture', () => (vocabulary = undefined))
  changeEvents.on('channel', (id) => {
    if (id === SHARED_CHANNEL || id === '') return eraseAll()
    heard += 1
    heardOf.set(id, heard)
    models.peek(id)?.close()
    models.erase(id)
    reading.delete(id)
    rows.hear(id)
    channels.erase(id)
    hosts = undefined
  })

  function theVocabulary() {
    if (vocabulary) return vocabulary
    const promise = readVocabulary(sql).catch((error: unknown) => {
      if (vocabulary === promise) vocabulary = undefined
      throw error
    })
    void promise.then(
      ({ bytes }) => {
        held.add(bytes - vocabularyBytes, vocabularyBytes === 0 ? 1 : 0)
        vocabularyBytes = bytes
      },
      () => {},
    )
    return (vocabulary = promise)
  }
  let vocabularyBytes = 0

  changeEvents.on('stock', (sku) => {
    // A channel being loaded may have read the old stock, so it reads this sku again afterwards.
    for (const missed of missedBy) missed.add(sku)
    void bringStock(sku)
  })

  /**
   * A stock change is followed by a query for the current level; only the latest query counts, whatever the order of
   * the results.
   */
  async function bringStock(sku: string) {
    const turn = (asked += 1)
    turns.set(sku, turn)
    try {
      const inStock = await findStock(sql, sku)
      // A later query has newer data.
      if (turns.get(sku) !== turn) return
      for (const model of models.values()) model.setStock(sku, inStock)
    } catch (error) {
      log.warn({ err: error, sku }, 'stock could not be read')
      eraseAll()
    } finally {
      if (turns.get(sku) === turn) turns.delete(sku)
    }
  }

  async function read(id: string): Promise<ChannelModel | undefined> {
    for (;;) {
      const before = since(id)
      const missed = new Set<string>()
      missedBy.add(missed)
      try {
        const model = await readChannelModel(
          sql,
          { gifts, vocabulary: theVocabulary(), memory, indexes },
          { id, since: before },
        )
        if (!model) return undefined
        if (before !== since(id)) {
          model.close()
          continue
        }
        models.peek(id)?.close()
        models.keep(id, model)
        model.onGrowth = () => models.weigh(id)
        // Already among the models, so that a change event from now on finds it.
        await Promise.all([...missed].map(bringStock))
        return model
      } finally {
        missedBy.delete(missed)
      }
    }
  }

  /** The channel's own data, without its gifts. */
  async function about(id: string): Promise<Channel | undefined> {
    const known = models.peek(id)?.channel ?? channels.find(id)
    if (known) return known
    const [row, isNew] = await rows.run(id, () => findChannel(sql, id))
    if (row && isNew) channels.keep(id, row)
    return row
  }

  function allKnownHosts() {
    hosts ??= allHosts(sql)
      .then(({ channels, hosts }) => ({
        byHost: new Map(hosts.map((row) => [row.host, row.channel_id])),
        ids: new Set(channels.map((row) => row.id)),
        main: channels.find((row) => row.main_site)?.id,
      }))
      .catch((error: unknown) => {
        hosts = undefined
        throw error
      })
    return hosts
  }

  return {
    known: (id) => models.find(id),
    about,
    texts,
    channel(id) {
      const model = models.find(id)
      if (model) return model
      let promise = reading.get(id)
      if (!promise) {
        promise = read(id).finally(() => reading.delete(id))
        reading.set(id, promise)
      }
      return promise
    },
    channelOfHost: async (host) => (await allKnownHosts()).byHost.get(host.toLowerCase()),
    exists: async (id) => (await allKnownHosts()).ids.has(id),
    async kindOf(id) {
      const { ids, main } = await allKnownHosts()
      return ids.has(id) ? id : (main ?? [...ids].find((one) => one !== SHARED_CHANNEL))
    },
    knowsHost: async (host) => (await allKnownHosts()).byHost.has(host.toLowerCase()),
    loaded: () => ({
      channels: models.size,
      products: [...models.values()].reduce((sum, model) => sum + model.products.length, 0),
    }),
  }
}
