import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * The name of a gift where a single one is needed: in the reader's language or any other, the owner's before the
 * shared one.
 */
export const nameOfGift = (sql: Queries, language: string): Fragment => sql`coalesce((
  select texts.name from product_text texts
  where texts.product_id = product.id and texts.name is not null
    and texts.channel_id in (product.owner_channel_id, ${SHARED_CHANNEL})
  order by (texts.language = ${language}) desc, (texts.channel_id = product.owner_channel_id) desc, texts.language
  limit 1), product.id)`

/** The image of a gift where a single one is needed: its own, else of a variant that has one. */
export const pictureOfGift = (sql: Queries): Fragment => sql`coalesce(product.pictures[1], (
  select article.pictures[1] from article
  where article.product_id = product.id and article.pictures <> '{}' order by retired, sku limit 1))`
