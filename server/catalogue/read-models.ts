import type { Logger } from 'pino'

import { type ChannelModel, readChannelModel } from '#server/catalogue/channel-model.ts'
import { findStock } from '#server/catalogue/catalogue-queries.ts'
import { allHosts, SHARED_CHANNEL } from '#server/catalogue/channel-queries.ts'
import type { Sql } from '#server/db/database.ts'
import type { News } from '#server/news.ts'

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
  loaded(): { channels: number; products: number; bytes: number }
}

type Hosts = { byHost: Map<string, string>; ids: Set<string>; main: string | undefined }

/** So many products stay in memory, over all channels; the channels used least leave first. */
const MOST_PRODUCTS = 60_000

export function readModelsIn(sql: Sql, news: News, log: Logger): ReadModels {
  const models = new Map<string, ChannelModel>()
  const reading = new Map<string, Promise<ChannelModel | undefined>>()
  let hosts: Promise<Hosts> | undefined
  /** Moves with every piece of news, so that a read that began before it is made again. */
  let heard = 0

  const forgetAll = () => {
    heard += 1
    models.clear()
    reading.clear()
    hosts = undefined
  }
  news.on('catalogue', forgetAll)
  news.onDoubt(forgetAll)
  news.on('channel', (id) => {
    if (id === SHARED_CHANNEL || id === '') return forgetAll()
    heard += 1
    models.delete(id)
    reading.delete(id)
    hosts = undefined
  })
  news.on('stock', (sku) => {
    findStock(sql, sku)
      .then((inStock) => {
        for (const model of models.values()) model.setStock(sku, inStock)
      })
      .catch((error: unknown) => {
        log.warn({ err: error, sku }, 'stock could not be read')
        forgetAll()
      })
  })

  async function read(id: string): Promise<ChannelModel | undefined> {
    for (;;) {
      const before = heard
      const model = await readChannelModel(sql, id)
      if (!model) return undefined
      if (before !== heard) continue
      models.set(id, model)
      makeRoom(id)
      return model
    }
  }

  function makeRoom(kept: string) {
    let products = [...models.values()].reduce((sum, model) => sum + model.products.length, 0)
    for (const [id, model] of models) {
      if (products <= MOST_PRODUCTS) return
      if (id === kept) continue
      models.delete(id)
      products -= model.products.length
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

  function known(id: string): ChannelModel | undefined {
    const model = models.get(id)
    if (model) {
      // Back to the end of the line: the map's order is the order of use.
      models.delete(id)
      models.set(id, model)
    }
    return model
  }

  return {
    known,
    channel(id) {
      const model = known(id)
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
      bytes: [...models.values()].reduce((sum, model) => sum + model.quick.bytes, 0),
    }),
  }
}
