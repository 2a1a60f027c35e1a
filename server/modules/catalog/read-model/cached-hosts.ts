import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { allHosts } from '#server/modules/channels/core/channel.sql.ts'
import type { Sql } from '#server/platform/db/database.ts'

type Hosts = { byHost: Map<string, string>; ids: Set<string>; main: string | undefined }

/** All channels and their host names, read on first use. */
export class CachedHosts {
  #hosts: Promise<Hosts> | undefined

  constructor(readonly sql: Sql) {}

  erase() {
    this.#hosts = undefined
  }

  async channelOf(host: string) {
    return (await this.#read()).byHost.get(host.toLowerCase())
  }

  async hasHost(host: string) {
    return (await this.#read()).byHost.has(host.toLowerCase())
  }

  async exists(channel: string) {
    return (await this.#read()).ids.has(channel)
  }

  /** This channel, or the default one if it does not exist. */
  async channelOrDefault(channel: string) {
    const { ids, main } = await this.#read()
    return ids.has(channel) ? channel : (main ?? [...ids].find((id) => id !== SHARED_CHANNEL))
  }

  #read() {
    this.#hosts ??= allHosts(this.sql)
      .then(({ channels, hosts }) => ({
        byHost: new Map(hosts.map((row) => [row.host, row.channel_id])),
        ids: new Set(channels.map((row) => row.id)),
        main: channels.find((row) => row.main_site)?.id,
      }))
      .catch((error: unknown) => {
        this.#hosts = undefined
        throw error
      })
    return this.#hosts
  }
}
