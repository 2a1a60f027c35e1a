import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Channels of the caller; null: all. */
type Channels = readonly string[] | null

const anyOf = (sql: Queries, channels: readonly string[]) =>
  sql`any(${channels as string[]}::text[])`

/** Whether a gift is shared, owned by a channel of the colleague, or sold there. For rows named `product`. */
export const isVisibleGiftRow = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`(product.owner_channel_id = ${SHARED_CHANNEL} or product.owner_channel_id = ${anyOf(sql, channels)}
        or exists (
          select from article join offer using (sku)
          where article.product_id = product.id and offer.channel_id = ${anyOf(sql, channels)}))`

/**
 * Whether a filter names only channels of the colleague. A filter on another channel must find nothing, because it
 * would reveal which gifts are sold there.
 */
export const hasOnlyOwnChannels = (
  channels: Channels,
  named: readonly (string | undefined)[],
): boolean =>
  channels === null || named.every((channel) => channel === undefined || channels.includes(channel))

/** Whether a change lies entirely in the colleague's current channels. For a row named `change`. */
export const isWithinChannels = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`not exists (
        select from bulk_change_row wrote
        where wrote.bulk_id = change.id and wrote.channel_id not in ('', ${SHARED_CHANNEL})
          and wrote.channel_id <> all(${channels as string[]}::text[]))`

export type ChannelReader = { channels: Channels; colleague: { id: number } }

/**
 * Whether an import is the colleague's own and changed only channels that they still work in. Colleagues of all channels
 * see every import. For a row named `run`.
 */
export const isVisibleRun = (sql: Queries, { channels, colleague }: ChannelReader): Fragment =>
  channels === null
    ? sql`true`
    : sql`(run.staff_id = ${colleague.id} and not exists (
        select from bulk_change change
        where change.import_id = run.id and not (${isWithinChannels(sql, channels)})))`

/**
 * Whether the colleague may change the shared data of a gift: only staff of its owner channel, or of all channels that
 * sell it. So nobody changes what recipients in other channels see.
 */
export const mayChangeShared = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`(product.owner_channel_id = ${anyOf(sql, channels)}
        or not exists (
          select from article join offer using (sku)
          where article.product_id = product.id and offer.active
            and offer.channel_id <> all(${channels as string[]}::text[])))`
