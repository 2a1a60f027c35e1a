import type { Language } from '#domain/language.ts'
import type { Texts } from '#server/modules/catalog/read-model/catalog.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { SynonymRow } from '#server/modules/catalog/search/synonym-rows.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ContentRow = {
  channel_id: string
  path: string
  block: string
  kind: 'text' | 'area' | 'number' | 'media' | 'url'
  key: string
  language: Language | ''
  value: string
  alt: string
  position: number
}

export type NavigationRow = {
  /** The channel, or the shared channel. */
  channel_id: string
  id: string
  parent_id: string | null
  position: number
  banner: string
  banner_alt: Texts
  texts: Texts
  tags: { id: string; column: number }[]
}

export type TileRow = {
  channel_id: string
  kind: 'category' | 'brand'
  id: string
  position: number
  extra: boolean
  tag_ids: string[]
  banner: string
  media: string
  texts: Record<string, Texts>
  brand_name: string | null
}

/** A channel's own texts. The shared channel has the texts that all channels fall back to. */
export async function readOwnContent(sql: Queries, channelId: string) {
  const [content, searchWords] = await Promise.all([
    sql<ContentRow[]>`
      select channel_id, path, block, kind, key, language, value, alt, position from content
      where channel_id = ${channelId}
      order by path, position, block, kind, key`,
    sql<(SynonymRow & { language: Language })[]>`
      select language, kind, words from gift_keyword where channel_id = ${channelId}
      order by kind, position`,
  ])
  return { content, searchWords }
}

export async function readMenus(sql: Queries, channelId: string): Promise<Menus> {
  const [navigation, tiles] = await Promise.all([
    // A channel's own menu replaces the shared one as a whole, because a mix of two menus would be neither.
    sql<NavigationRow[]>`
      select channel_id, id, parent_id, position, banner, banner_alt, texts, coalesce((
          select jsonb_agg(jsonb_build_object('id', tag_id, 'column', web_menu_column) order by t.position, tag_id)
          from navigation_tag t where t.channel_id = item.channel_id and t.item_id = item.id
        ), '[]') as tags
      from navigation_item item
      where channel_id = case
        when exists (select from navigation_item where channel_id = ${channelId})
        then ${channelId} else ${SHARED_CHANNEL} end
      order by position, id`,
    sql<TileRow[]>`
      select channel_id, kind, home_tile.id, home_tile.position, extra, tag_ids, banner, media, texts, brand.name as brand_name
      from home_tile left join brand on kind = 'brand' and brand.id = home_tile.id
      where channel_id = case
        when exists (select from home_tile where channel_id = ${channelId})
        then ${channelId} else ${SHARED_CHANNEL} end
      order by home_tile.position, home_tile.id`,
  ])
  return { navigation, tiles }
}
export type Menus = { navigation: NavigationRow[]; tiles: TileRow[] }
