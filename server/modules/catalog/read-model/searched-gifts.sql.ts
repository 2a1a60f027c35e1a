import type { Language } from '#domain/language.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { SearchedGift } from '#server/modules/catalog/search/searched-index.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

const BATCH_SIZE = 500

type Row = {
  id: string
  brand: string
  sustainable: boolean
  tag_ids: string[]
  name: string | null
  description: string | null
  search_words: string[] | null
}

type SearchTexts = {
  /** The fallback languages of a text. Searches use the first. */
  order: readonly Language[]
  titleOf: (tag: string) => string
  /** Only the gifts of this channel, with its texts; null: all gifts on sale, with the shared texts. */
  channelId: string | null
}

/** Reads the searchable texts of gifts on sale in batches, so that no query takes long. */
export async function* readSearchedGifts(
  sql: Sql,
  { order, titleOf, channelId }: SearchTexts,
): AsyncGenerator<SearchedGift[]> {
  const [language] = order
  const isUsed = sql`(channel_id in (owner_channel_id, ${SHARED_CHANNEL}) or channel_id = ${channelId})`
  const byPriority = sql`channel_id is distinct from ${channelId}, channel_id <> owner_channel_id`
  const firstText = (field: 'name' | 'description') => sql`(
    select ${sql(field)} from product_text
    where product_id = product.id and ${isUsed} and ${sql(field)} <> ''
      and language = any(${order as Language[]})
    order by array_position(${order as Language[]}, language), ${byPriority}
    limit 1)`
  const ids = await listGiftsOnSale(sql, channelId)
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const rows = await sql<Row[]>`
      select product.id, brand.name as brand, sustainable,
        array(select tag_id from product_tag where product_id = product.id order by position, tag_id)
          as tag_ids,
        ${firstText('name')} as name, ${firstText('description')} as description,
        (select search_words from product_text
          where product_id = product.id and ${isUsed} and language = ${language ?? 'nl'}
            and search_words is not null
          order by ${byPriority} limit 1) as search_words
      from product join brand on brand.id = brand_id
      where product.id = any(${ids.slice(start, start + BATCH_SIZE)})
      order by product.id`
    yield rows.map((row) => ({
      id: row.id,
      name: row.name ?? row.id,
      brand: row.brand,
      tags: row.tag_ids.map(titleOf).join(' '),
      description: row.description ?? '',
      searchWords: row.search_words ?? [],
      sustainable: row.sustainable,
    }))
  }
}

/**
 * The gifts of one channel or of all. For all channels it is one lookup per variant, because a join would read every
 * price of every channel.
 */
async function listGiftsOnSale(sql: Sql, channelId: string | null): Promise<string[]> {
  const rows =
    channelId === null
      ? await sql<{ id: string }[]>`
          select distinct product_id as id
          from article cross join lateral (
            select from offer where offer.sku = article.sku and active limit 1) sold
          order by id`
      : await sql<{ id: string }[]>`
          select distinct product_id as id from article join offer using (sku)
          where channel_id = ${channelId} and active
          order by id`
  return rows.map(({ id }) => id)
}
