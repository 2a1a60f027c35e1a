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
