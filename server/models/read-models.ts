import type { Logger } from 'pino'

import { type ChannelModel, readChannelModel } from '#server/models/channel-model.ts'
import { findStock } from '#server/models/catalogue-queries.ts'
import { allHosts, SHARED_CHANNEL } from '#server/models/channel-queries.ts'
import type { Sql } from '#server/db/database.ts'
import type { News } from '#server/db/news.ts'
import type { Memory } from '#server/ground/memory.ts'

export type ReadModels = {
  /** What is in memory. */
  known(id: string): ChannelModel | undefined
  channel(id: string): ChannelModel | Promise<ChannelModel | undefined>
  /** The channel that a host name belongs to. */
  channelOfHost(host: string): Promise<string | undefined>
  exists(id: string): Promise<boolean>
  /** This channel, or the one to show where there is none of that number; nothing in a shop without channels. */
  standsFor(id: string): Promise<string | undefined>
  /** May the browser be sent to this host? Only to those of configured channels. */
  knowsHost(host: string): Promise<boolean>
  loaded(): { channels: number; products: number }
}

type Hosts = { byHost: Map<string, string>; ids: Set<string>; main: string | undefined }

export function readModelsIn(
  sql: Sql,
  news: News,
  { log, memory }: { log: Logger; memory: Memory },
): ReadModels {
  const models = memory.shelf<string, ChannelModel>(
    'channels',
    // What nobody can do without is let in, however large it is.
    (model) => Math.min(model.bytes, memory.mostBytes / 4),
    (model) => model.close(),
  )
  const reading = new Map<string, Promise<ChannelModel | undefined>>()
  let hosts: Promise<Hosts> | undefined
  /** Moves with news of a channel or the catalogue, so that a read that began before it is made again. */
  let heard = 0
  /** What was told of shelves while a channel was being read, for each such reading. */
  const missedBy = new Set<Set<string>>()
  /** The last question about each shelf that is under way. */
  const turns = new Map<string, number>()
  let asked = 0

  const forgetAll = () => {
    heard += 1
    for (const model of models.values()) model.close()
    models.clear()
    reading.clear()
    hosts = undefined
  }
  news.on('catalogue', forgetAll)
  news.onDoubt(forgetAll)
  news.on('channel', (id) => {
    if (id === SHARED_CHANNEL || id === '') return forgetAll()
    heard += 1
    models.peek(id)?.close()
    models.forget(id)
    reading.delete(id)
    hosts = undefined
  })
  news.on('stock', (sku) => {
    // A channel that is being read may have read this shelf already: it asks again when it is there.
    for (const missed of missedBy) missed.add(sku)
    void bringStock(sku)
  })

  /** News of a shelf is followed by the newest count of it, in whatever order the answers come. */
  async function bringStock(sku: string) {
    const turn = (asked += 1)
    turns.set(sku, turn)
    try {
      const inStock = await findStock(sql, sku)
      // Whoever asked later knows better.
      if (turns.get(sku) !== turn) return
      for (const model of models.values()) model.setStock(sku, inStock)
    } catch (error) {
      log.warn({ err: error, sku }, 'stock could not be read')
      forgetAll()
    } finally {
      if (turns.get(sku) === turn) turns.delete(sku)
    }
  }

  async function read(id: string): Promise<ChannelModel | undefined> {
    for (;;) {
      const before = heard
      const missed = new Set<string>()
      missedBy.add(missed)
      try {
        const model = await readChannelModel(sql, memory, id)
        if (!model) return undefined
        if (before !== heard) continue
        models.peek(id)?.close()
        models.keep(id, model)
        model.onGrowth = () => models.weigh(id)
        // Already among the models, so that news from now on finds it.
        await Promise.all([...missed].map(bringStock))
        return model
      } finally {
        missedBy.delete(missed)
      }
    }
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
    async standsFor(id) {
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
