import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * The name of a gift where a single one is needed: in the reader's language or any other, the owner's before the
 * shared one.
 */
export const nameOfGift = (sql: Queries, language: string): Fragment => sql`coalesce((
  select said.name from product_text said
  where said.product_id = product.id and said.name is not null
    and said.channel_id in (product.owner_channel_id, ${SHARED_CHANNEL})
  order by (said.language = ${language}) desc, (said.channel_id = product.owner_channel_id) desc, said.language
  limit 1), product.id)`
