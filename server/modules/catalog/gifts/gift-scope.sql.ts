import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Channels of the caller; null: all. */
type Channels = readonly string[] | null

const own = (sql: Queries, channels: readonly string[]) => sql`any(${channels as string[]}::text[])`

/** Gifts that are shared, owned by the colleague's channels, or sold there. For rows named `product`. */
export const isSeen = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`(product.owner_channel_id = ${SHARED_CHANNEL} or product.owner_channel_id = ${own(sql, channels)}
        or exists (
          select from article join offer using (sku)
          where article.product_id = product.id and offer.channel_id = ${own(sql, channels)}))`

/**
 * A filter on another channel finds nothing, even in another colleague's view: it must not reveal which gifts are
 * sold there.
 */
export const namesOwn = (channels: Channels, named: readonly (string | undefined)[]): boolean =>
  channels === null || named.every((one) => one === undefined || channels.includes(one))

/** Whether a change lies entirely in the colleague's current channels. For a row named `change`. */
export const wroteInOwn = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`not exists (
        select from bulk_change_row wrote
        where wrote.bulk_id = change.id and wrote.channel_id not in ('', ${SHARED_CHANNEL})
          and wrote.channel_id <> all(${channels as string[]}::text[]))`

export type Looking = { channels: Channels; colleague: { id: number } }

/**
 * A colleague's own imports, while they work in all channels these changed; colleagues of all channels see every
 * import. For a row named `run`.
 */
export const runsSeen = (sql: Queries, { channels, colleague }: Looking): Fragment =>
  channels === null
    ? sql`true`
    : sql`(run.staff_id = ${colleague.id} and not exists (
        select from bulk_change change
        where change.import_id = run.id and not (${wroteInOwn(sql, channels)})))`

/**
 * Shared data of a gift may be changed by staff of its owner channel, or of all channels that sell it, so that nobody
 * changes what recipients in other channels see.
 */
export const mayChangeShared = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`(product.owner_channel_id = ${own(sql, channels)}
        or not exists (
          select from article join offer using (sku)
          where article.product_id = product.id and offer.active
            and offer.channel_id <> all(${channels as string[]}::text[])))`
