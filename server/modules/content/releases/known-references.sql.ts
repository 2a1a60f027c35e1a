import type { NavigationValue, ReleaseChange, TileValue } from '#contract/content/release-change.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { type PictureViewer, filterVisible } from '#server/modules/media/library/media-uses.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Everything that changes may refer to, looked up once for all of them. */
export type KnownReferences = {
  pictures: ReadonlySet<string>
  tags: ReadonlySet<string>
  brands: ReadonlySet<string>
  /** 'channel path' of the possible targets of links, including the pages in the changes themselves. */
  pages: ReadonlySet<string>
  /** The same for the live shop. */
  livePages: ReadonlySet<string>
  ownMenus: ReadonlySet<string>
  ownTiles: ReadonlySet<string>
  sharedItems: readonly string[]
  sharedTiles: readonly string[]
}

export type NavigationAfter = ReturnType<(typeof NavigationValue)['parse']>
export type TileAfter = ReturnType<(typeof TileValue)['parse']>

export async function loadReferences(
  sql: Queries,
  changes: readonly ReleaseChange[],
  { channels, viewer }: { channels: string[]; viewer: PictureViewer | undefined },
): Promise<KnownReferences> {
  const references = picturesIn(changes)
  const row = await findReferences(sql, changes, { channels, references })
  const existing = row?.pictures.map(({ hash }) => hash) ?? []
  const hashes = new Set(viewer ? await filterVisible(sql, existing, viewer) : existing)
  return {
    pictures: new Set(references.filter((reference) => hashes.has(hashOf(reference)))),
    tags: new Set(row?.tags),
    brands: new Set(row?.brands),
    livePages: new Set(row?.pages),
    pages: new Set([
      ...(row?.pages ?? []),
      ...changes.flatMap(({ kind, key }) =>
        kind === 'content' ? `${key.channel} ${key.path}` : [],
      ),
    ]),
    ownMenus: new Set(row?.menus),
    ownTiles: new Set(row?.tiles),
    sharedItems: row?.shared_items ?? [],
    sharedTiles: row?.shared_tiles ?? [],
  }
}

/** Image references are '<hash>.<extension>'. */
const hashOf = (reference: string) => reference.split('.')[0] ?? ''

function picturesIn(changes: readonly ReleaseChange[]) {
  return changes.flatMap(({ kind, key, after }) => {
    if (!after) return []
    if (kind === 'content') return key.field === 'media' ? [textOf(after, 'value')] : []
    if (kind === 'channel') return [textOf(after, 'value')]
    return [textOf(after, 'banner'), textOf(after, 'media')]
  })
}

function tagsIn(changes: readonly ReleaseChange[]) {
  return changes.flatMap(({ kind, after }) => {
    if (kind === 'navigation') return after?.tags.map(({ tag }) => tag) ?? []
    return kind === 'tile' ? (after?.tags ?? []) : []
  })
}

async function findReferences(
  sql: Queries,
  changes: readonly ReleaseChange[],
  { channels, references }: { channels: string[]; references: string[] },
) {
  const tags = tagsIn(changes)
  const brands = changes.flatMap(({ kind, key }) => (kind === 'tile' ? key.id : []))
  const [row] = await sql<
    {
      pictures: { hash: string; media_type: string }[]
      tags: string[]
      brands: string[]
      pages: string[]
      menus: string[]
      tiles: string[]
      shared_items: string[]
      shared_tiles: string[]
    }[]
  >`
    select
      coalesce((select jsonb_agg(jsonb_build_object('hash', hash, 'media_type', media_type)) from picture
        where hash = any(${references.map(hashOf)})), '[]') as pictures,
      array(select id from tag where id = any(${tags})) as tags,
      array(select id from brand where id = any(${brands})) as brands,
      array(select distinct channel_id || ' ' || path from content where channel_id = any(${[...channels, SHARED_CHANNEL]})) as pages,
      array(select distinct channel_id from navigation_item where channel_id = any(${channels})) as menus,
      array(select distinct channel_id from home_tile where channel_id = any(${channels})) as tiles,
      array(select id from navigation_item where channel_id = ${SHARED_CHANNEL}) as shared_items,
      array(select kind || ' ' || id from home_tile where channel_id = ${SHARED_CHANNEL}) as shared_tiles`
  return row
}

function textOf(value: object, field: string): string {
  const text = (value as Record<string, unknown>)[field]
  return typeof text === 'string' ? text : ''
}
