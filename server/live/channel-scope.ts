import type { ChannelScope } from '#domain/staff/live-permissions.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { KINDS_OF_ALL_CHANNELS } from '#domain/tasks/task-kinds.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Find = (sql: Queries, id: string) => Promise<ChannelScope>

/** The channels of an object whose event has none. Its page, presence and changes are visible in these channels. */
export async function channelScopeOf(
  sql: Queries,
  kind: string,
  id: string,
): Promise<ChannelScope> {
  const find = Object.hasOwn(SCOPES, kind) ? SCOPES[kind] : undefined
  // An event without an id is about all objects of its kind.
  return find && id !== '' ? find(sql, id) : null
}

const NO_CHANNEL: ChannelScope = { any: [] }

const scopeOfChannels =
  (select: (sql: Queries, id: string) => Fragment): Find =>
  async (sql, id) => {
    const rows = await sql<{ channel_id: string }[]>`${select(sql, id)}`
    return { any: rows.map(({ channel_id }) => channel_id) }
  }

/** An id that is not a number matches nothing. */
const scopeByNumber =
  (select: (sql: Queries, id: number) => Fragment): Find =>
  async (sql, id) =>
    /^\d{1,15}$/.test(id) ? scopeOfChannels((sql) => select(sql, Number(id)))(sql, id) : NO_CHANNEL

const SCOPES: Record<string, Find> = {
  channel: async (_, id) => ({ any: [id] }),
  /** 'content 1014 home': the texts of one channel. */
  content: async (_, id) => ({ any: id.split(' ').slice(0, 1) }),
  order: scopeOfChannels(
    (sql, number) => sql`select channel_id from orders where number = ${number}`,
  ),
  simulation: scopeByNumber((sql, id) => sql`select channel_id from simulation where id = ${id}`),
  voucher: scopeByNumber((sql, id) => sql`select channel_id from voucher where id = ${id}`),
  request: scopeByNumber((sql, id) => sql`select channel_id from service_request where id = ${id}`),
  batch: scopeByNumber((sql, id) => sql`select channel_id from voucher_batch where id = ${id}`),
  campaign: scopeByNumber((sql, id) => sql`select channel_id from campaign where id = ${id}`),
  approval: scopeByNumber(
    (sql, id) => sql`select coalesce(channel_id, '') as channel_id from approval where id = ${id}`,
  ),
  async task(sql, id) {
    if (!/^\d{1,15}$/.test(id)) return NO_CHANNEL
    const rows = await sql<{ kind: string; channel_id: string | null }[]>`
      select distinct other.kind, other.channel_id from task named
      join task other on other.kind = named.kind and other.cause = named.cause
        and other.closed_at is not distinct from named.closed_at
      where named.id = ${Number(id)}`
    if (rows.some(({ kind }) => KINDS_OF_ALL_CHANNELS.some((sharedKind) => sharedKind === kind)))
      return null
    return { any: rows.flatMap(({ channel_id }) => channel_id ?? []) }
  },
  /** Visible to colleagues who work in all of its channels; an empty release only to its author. */
  async release(sql, id) {
    if (!/^\d{1,15}$/.test(id)) return NO_CHANNEL
    const rows = await sql<{ channel_id: string }[]>`
      select distinct channel_id from release_change where release_id = ${Number(id)}`
    if (rows.length > 0) return { each: rows.map(({ channel_id }) => channel_id) }
    return onlyAuthor(await sql`select made_by as by from release where id = ${Number(id)}`)
  },
  gift: async (sql, id) => giftScope(sql, sql`product.id = ${id}`),
  stock: async (sql, sku) =>
    giftScope(sql, sql`product.id = (select product_id from article where sku = ${sku})`),
  import: async (sql, id) =>
    /^\d{1,15}$/.test(id)
      ? onlyAuthor(await sql`select staff_id as by from import_run where id = ${Number(id)}`)
      : NO_CHANNEL,
}

const onlyAuthor = ([row]: { by?: number | null }[]): ChannelScope => ({
  any: [],
  of: row?.by ?? undefined,
})

/** All channels if the gift is shared; otherwise its owner and the channels that sell it. */
async function giftScope(sql: Queries, condition: Fragment): Promise<ChannelScope> {
  const rows = await sql<{ channel_id: string }[]>`
    select owner_channel_id as channel_id from product where ${condition}
    union select offer.channel_id from product
      join article on article.product_id = product.id join offer using (sku) where ${condition}`
  const any = rows.map(({ channel_id }) => channel_id)
  return any.includes(SHARED_CHANNEL) ? null : { any }
}
