import type { ChannelPart } from '#contract/channels/channels.staff.ts'
import { GIFT_TEXT_COLUMNS } from '#domain/catalog/gift-texts.ts'
import { type Transaction, violates, type Queries } from '#server/platform/db/database.ts'
import { COPIED_COLUMNS, THEME_COLUMNS } from '#domain/channels/channel-columns.ts'

/** False where there is one of this number. */
export async function addChannel(
  sql: Transaction,
  {
    from,
    id,
    name,
    theme,
    now,
  }: { from: string; id: string; name: string; theme: boolean; now: Date },
) {
  const taken = theme ? [...COPIED_COLUMNS, ...THEME_COLUMNS] : COPIED_COLUMNS
  try {
    await sql.savepoint(
      (sql) => sql`
        insert into channel (id, name, state, changed_at, website_url, ${sql.unsafe(taken.join(', '))})
        select ${id}, ${name}, 'making', ${now}, '', ${sql.unsafe(taken.join(', '))}
        from channel where id = ${from}`,
    )
    return true
  } catch (error) {
    if (violates(error, 'channel_pkey')) return false
    throw error
  }
}

type Copy = (sql: Transaction, from: string, id: string) => Promise<number>

export const COPIES: Record<ChannelPart, Copy> = {
  /** All texts, including search words and its texts for gifts. */
  async texts(sql, from, id) {
    const { count } = await sql`
      insert into content (channel_id, path, block, kind, key, language, value, alt, position)
      select ${id}, path, block, kind, key, language, value, alt, position from content where channel_id = ${from}`
    await sql`
      insert into gift_keyword (channel_id, language, kind, position, words)
      select ${id}, language, kind, position, words from gift_keyword where channel_id = ${from}`
    await sql`
      insert into product_text (product_id, channel_id, language, ${sql.unsafe(GIFT_TEXT_COLUMNS.join(', '))})
      select product_id, ${id}, language, ${sql.unsafe(GIFT_TEXT_COLUMNS.join(', '))}
      from product_text where channel_id = ${from}`
    return count
  },
  /** Came with the channel's own row. */
  async theme(sql, _, id) {
    const [row] = await sql<{ count: number }[]>`
      select jsonb_array_length(theme_options) as count from channel where id = ${id}`
    return row?.count ?? 0
  },
  async navigation(sql, from, id) {
    const { count } = await sql`
      insert into navigation_item (channel_id, id, parent_id, position, banner, banner_alt, texts)
      select ${id}, id, parent_id, position, banner, banner_alt, texts from navigation_item where channel_id = ${from}`
    await sql`
      insert into navigation_tag (channel_id, item_id, tag_id, position, web_menu_column)
      select ${id}, item_id, tag_id, position, web_menu_column from navigation_tag where channel_id = ${from}`
    return count
  },
  async tiles(sql, from, id) {
    const { count } = await sql`
      insert into home_tile (channel_id, kind, id, position, extra, tag_ids, banner, media, texts)
      select ${id}, kind, id, position, extra, tag_ids, banner, media, texts from home_tile where channel_id = ${from}`
    return count
  },
  async offers(sql, from, id) {
    const { count } = await sql`
      insert into offer (channel_id, sku, points, position, active)
      select ${id}, sku, points, position, active from offer where channel_id = ${from}`
    return count
  },
}

export const findChannelId = (sql: Queries, from: string) =>
  sql`select from channel where id = ${from}`
