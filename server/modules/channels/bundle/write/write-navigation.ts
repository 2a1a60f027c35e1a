import type { Transaction } from '#server/platform/db/database.ts'
import type { ContentNode } from '#server/modules/content/releases/change-keys.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Count, noCount, createTally } from './import-counts.ts'
import {
  eachItem,
  type NavigationShape,
  TILE_FIELDS,
} from '#server/modules/channels/bundle/schemas/navigation-schema.ts'
import type { StaffChangeFilter } from './preserve-staff-changes.ts'
import { difference, saveRows, removeRows, readRows, syncRows } from './sync-rows.ts'
import { homeTiles, navigationItems, navigationTags, type RowOf } from './shop-tables.ts'
import type { ImageRegistry } from './write-images.ts'

/** Replaces the complete menu and all tiles of the home page. */
export async function writeNavigation(
  sql: Transaction,
  { id: channel, navigation }: ChannelBundle,
  pictures: ImageRegistry,
  staffChanges: StaffChangeFilter,
): Promise<Count> {
  if (!navigation) return noCount()
  const where = { column: 'channel_id', value: channel } as const
  const { items: wantedItems, tags } = menuRows(channel, navigation.value, pictures)
  const tally = createTally()
  const stored = await readRows(sql, navigationItems, where)
  const preservedIds = new Set<string>()
  const isItemPreserved = (row: { id: string }, wanted: object | undefined) => {
    const node: ContentNode = { kind: 'navigation', key: { channel, id: row.id } }
    const isPreserved = staffChanges.isPreserved(
      node,
      'navigation.yaml',
      wanted && JSON.stringify(wanted),
    )
    if (isPreserved) preservedIds.add(row.id)
    return isPreserved
  }
  const [items, storedItems] = staffChanges.withoutPreserved(
    navigationItems,
    wantedItems,
    stored,
    isItemPreserved,
  )
  const found = difference(navigationItems, items, storedItems)
  // The parents of a preserved item are preserved too.
  const neededIds = new Set(withParents(stored, preservedIds))
  found.removed = found.removed.filter(({ id }) => !neededIds.has(id))
  // Saved before the removal, so that an item that moved is not deleted together with its old parent.
  await saveRows(sql, navigationItems, [...found.added, ...found.changed])
  await removeRows(sql, navigationItems, found.removed)
  tally.add(found, ({ id }) => `item ${id}`, 'first')
  const itemIds = new Set(items.map(({ id }) => id))
  const ownTags = tags.filter(({ item_id }) => !preservedIds.has(item_id))
  const storedTags = await readRows(sql, navigationTags, where)
  const tagsFound = await syncRows(
    sql,
    navigationTags,
    ownTags,
    storedTags.filter(({ item_id }) => itemIds.has(item_id)),
  )
  tally.add(tagsFound, ({ item_id }) => `item ${item_id}`)
  const tilesFound = await writeTiles(sql, channel, navigation.value, { pictures, staffChanges })
  tally.add(tilesFound, ({ kind, id }) => `${kind} ${id}`, 'first')
  return tally.count()
}

async function writeTiles(
  sql: Transaction,
  channel: string,
  navigation: NavigationShape,
  { pictures, staffChanges }: { pictures: ImageRegistry; staffChanges: StaffChangeFilter },
) {
  const wanted = tileRows(channel, navigation, pictures)
  const stored = await readRows(sql, homeTiles, { column: 'channel_id', value: channel })
  const [tiles, storedTiles] = staffChanges.withoutPreserved(
    homeTiles,
    wanted,
    stored,
    ({ kind, id }, wantedTile) =>
      staffChanges.isPreserved(
        { kind: 'tile', key: { channel, tile: kind === 'brand' ? 'brand' : 'category', id } },
        'navigation.yaml',
        wantedTile && JSON.stringify(wantedTile.texts),
      ),
  )
  return syncRows(sql, homeTiles, tiles, storedTiles)
}

function withParents(
  items: readonly { id: string; parent_id: string | null }[],
  ids: ReadonlySet<string>,
): string[] {
  const parents = items.flatMap(({ id, parent_id }) =>
    ids.has(id) && parent_id !== null && !ids.has(parent_id) ? parent_id : [],
  )
  return parents.length === 0 ? [...ids] : withParents(items, new Set([...ids, ...parents]))
}

function menuRows(channel_id: string, { menu }: NavigationShape, pictures: ImageRegistry) {
  const items: RowOf<typeof navigationItems>[] = []
  const tags: RowOf<typeof navigationTags>[] = []
  eachItem(menu, [], (item, path, parent) => {
    items.push({
      channel_id,
      id: item.id,
      parent_id: parent?.id ?? null,
      position: Number(path.at(-1)),
      banner: pictures.reference(item.banner),
      banner_alt: item.banner_alt,
      texts: item.texts,
    })
    for (const [position, { tag, web_menu_column }] of item.tags.entries())
      tags.push({ channel_id, item_id: item.id, tag_id: tag, position, web_menu_column })
  })
  return { items, tags }
}

function tileRows(
  channel_id: string,
  { home }: NavigationShape,
  pictures: ImageRegistry,
): RowOf<typeof homeTiles>[] {
  const commonFields = (
    { tags, banner, media, texts }: Tile,
    position: number,
    names: Record<string, string>,
  ) => ({
    channel_id,
    position,
    tag_ids: tags,
    banner: pictures.reference(banner),
    media: pictures.reference(media),
    texts: byField(texts, names),
  })
  return [
    ...home.categories.map((tile, position) => ({
      ...commonFields(tile, position, TILE_FIELDS.category),
      kind: 'category',
      id: tile.code,
      extra: tile.extra,
    })),
    ...home.brands.map((tile, position) => ({
      ...commonFields(tile, position, TILE_FIELDS.brand),
      kind: 'brand',
      id: tile.brand,
      extra: false,
    })),
  ]
}

type Tile = {
  tags: string[]
  banner?: string | undefined
  media?: string | undefined
  texts: TileTexts
}
type TileTexts = Record<string, Record<string, string | undefined> | undefined>

/** The file has the texts of each language, the shop stores the languages of each text. */
function byField(texts: TileTexts, names: Record<string, string>) {
  const fields: Record<string, Record<string, string>> = {}
  for (const [language, textsByName] of Object.entries(texts))
    for (const [name, text] of Object.entries(textsByName ?? {})) {
      const field = names[name] ?? name
      if (text !== undefined) fields[field] = { ...fields[field], [language]: text }
    }
  return fields
}
