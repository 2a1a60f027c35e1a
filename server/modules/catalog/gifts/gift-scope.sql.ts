import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#server/modules/channels/core/channel.sql.ts'

/** Channels of the asker; null: all. */
type Channels = readonly string[] | null

const own = (sql: Queries, channels: readonly string[]) => sql`any(${channels as string[]}::text[])`

/** What all share, what is one's own, and what one's channels sell of others. Of a row named `product`. */
export const isSeen = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`(product.owner_channel_id = ${SHARED_CHANNEL} or product.owner_channel_id = ${own(sql, channels)}
        or exists (
          select from article join offer using (sku)
          where article.product_id = product.id and offer.channel_id = ${own(sql, channels)}))`

/**
 * Filters by a channel find nothing outside the asker's own, whoever made the view that holds them: which of the gifts
 * are sold there is told to nobody else.
 */
export const namesOwn = (channels: Channels, named: readonly (string | undefined)[]): boolean =>
  channels === null || named.every((one) => one === undefined || channels.includes(one))

/** Whether all that a change wrote lies in one's channels now. Of a row named `change`. */
export const wroteInOwn = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`not exists (
        select from bulk_change_row wrote
        where wrote.bulk_id = change.id and wrote.channel_id not in ('', ${SHARED_CHANNEL})
          and wrote.channel_id <> all(${channels as string[]}::text[]))`

/**
 * What all channels share of a gift is changed by whoever works in its own channel, or wherever it is on sale: nobody
 * changes what holders of other people's channels see.
 */
export const sharedIsTheirs = (sql: Queries, channels: Channels): Fragment =>
  channels === null
    ? sql`true`
    : sql`(product.owner_channel_id = ${own(sql, channels)}
        or not exists (
          select from article join offer using (sku)
          where article.product_id = product.id and offer.active
            and offer.channel_id <> all(${channels as string[]}::text[])))`
