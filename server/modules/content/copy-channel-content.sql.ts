import type { Queries } from '#server/platform/db/database.ts'

/** Returns how many texts it copied. */
export async function copyContent(sql: Queries, from: string, to: string): Promise<number> {
  const { count } = await sql`
    insert into content (channel_id, path, block, kind, key, language, value, alt, position)
    select ${to}, path, block, kind, key, language, value, alt, position from content where channel_id = ${from}`
  return count
}

/** Returns how many menu items it copied. */
export async function copyNavigation(sql: Queries, from: string, to: string): Promise<number> {
  const { count } = await sql`
    insert into navigation_item (channel_id, id, parent_id, position, banner, banner_alt, texts)
    select ${to}, id, parent_id, position, banner, banner_alt, texts from navigation_item where channel_id = ${from}`
  await sql`
    insert into navigation_tag (channel_id, item_id, tag_id, position, web_menu_column)
    select ${to}, item_id, tag_id, position, web_menu_column from navigation_tag where channel_id = ${from}`
  return count
}

/** Returns how many tiles it copied. */
export async function copyTiles(sql: Queries, from: string, to: string): Promise<number> {
  const { count } = await sql`
    insert into home_tile (channel_id, kind, id, position, extra, tag_ids, banner, media, texts)
    select ${to}, kind, id, position, extra, tag_ids, banner, media, texts from home_tile where channel_id = ${from}`
  return count
}
