import type { NavigationValue, ReleaseChange, TileValue } from '#contract/content/release-change.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { type PictureViewer, visibleOf } from '#server/modules/media/library/media-uses.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Everything that changes may refer to, looked up once for all of them. */
export type Known = {
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

export async function whatIsKnown(
  sql: Queries,
  changes: readonly ReleaseChange[],
  { channels, viewer }: { channels: string[]; viewer: PictureViewer | undefined },
): Promise<Known> {
  const references = picturesIn(changes)
  const row = await findReferences(sql, changes, { channels, references })
  const there = row?.pictures.map(({ hash }) => hash) ?? []
  const hashes = new Set(viewer ? await visibleOf(sql, there, viewer) : there)
  return {
    pictures: new Set(references.filter((reference) => hashes.has(reference.split('.')[0] ?? ''))),
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

function picturesIn(changes: readonly ReleaseChange[]) {
  return changes.flatMap(({ kind, key, after }) => {
    if (!after) return []
    if (kind === 'content') return key.field === 'media' ? [textOf(after, 'value')] : []
    if (kind === 'channel') return [textOf(after, 'value')]
    return [textOf(after, 'banner'), textOf(after, 'media')]
  })
}

function tagsIn(changes: readonly ReleaseChange[]) {
  const after = (kind: ReleaseChange['kind']) =>
    changes.filter((change) => change.kind === kind).map(({ after }) => after)
  return [
    ...(after('navigation') as (NavigationAfter | null)[]).flatMap(
      (one) => one?.tags.map(({ tag }) => tag) ?? [],
    ),
    ...(after('tile') as (TileAfter | null)[]).flatMap((one) => one?.tags ?? []),
  ]
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
        where hash = any(${references.map((reference) => reference.split('.')[0] ?? '')})), '[]') as pictures,
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
  const found = (value as Record<string, unknown>)[field]
  return typeof found === 'string' ? found : ''
}
