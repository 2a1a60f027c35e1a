import type {
  ChangeKind,
  ChangeValue,
  ChannelKey,
  NavigationKey,
  TileKey,
} from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  contentAddress,
  inChannel,
  isContent,
  nodeKey,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'

/** The current state of a node in the shop; the value is null if there is none. */
export type LiveValue = { version: number; value: ChangeValue }

export const NO_VALUE: LiveValue = { version: 0, value: null }

/** The live values by `nodeKey()`. Without a live value there is no entry. */
export async function readLiveValues(
  sql: Queries,
  nodes: readonly ContentNode[],
): Promise<Map<string, LiveValue>> {
  const ofKind = (kind: ChangeKind) => nodes.filter((node) => node.kind === kind)
  const parts = await Promise.all([
    readContent(
      sql,
      nodes.filter(({ kind }) => isContent(kind)),
    ),
    readNavigation(sql, ofKind('navigation')),
    readTiles(sql, ofKind('tile')),
    readChannelFields(sql, ofKind('channel')),
  ])
  return new Map(parts.flat())
}

/** Returns a function for the shared value that a change replaces; null if the channel had a value of its own. */
export async function readSharedValues<Change extends ContentNode & { before: ChangeValue }>(
  sql: Queries,
  changes: readonly Change[],
): Promise<(change: Change) => ChangeValue> {
  const sharedOf = (change: Change) => inChannel(change, SHARED_CHANNEL)
  const withoutOwnValue = changes.filter(({ kind, before }) => isContent(kind) && before === null)
  const shared = await readLiveValues(sql, withoutOwnValue.map(sharedOf))
  return (change) =>
    withoutOwnValue.includes(change) ? (shared.get(nodeKey(sharedOf(change)))?.value ?? null) : null
}

/**
 * Ignores the position of a text. In menu items, tiles and channel fields an empty part equals a missing one. In texts
 * it does not, because an empty image hides the shared one.
 */
export function isSameValue(kind: ChangeKind, a: ChangeValue, b: ChangeValue): boolean {
  if (!isContent(kind)) return sameValue(withoutEmptyParts(a), withoutEmptyParts(b))
  if (a === null || b === null) return sameValue(a, b)
  return sameValue({ ...a, position: 0 }, { ...b, position: 0 })
}

/** Removes empty parts; undefined if nothing is left. */
function withoutEmptyParts(value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const content = withoutEmptyParts(part)
    return content === undefined ? [] : [[name, content] as const]
  })
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

/** Whether the live value has changed since: it is neither the value that the change is based on nor its result. */
export function isOutdated(
  change: ContentNode & { baseVersion: number; before: ChangeValue; after: ChangeValue },
  live: LiveValue,
): boolean {
  return (
    live.version !== change.baseVersion &&
    !isSameValue(change.kind, live.value, change.before) &&
    !isSameValue(change.kind, live.value, change.after)
  )
}

/** The live values of these changes, and the changes that are outdated. */
export async function findOutdated<
  Change extends ContentNode & { baseVersion: number; before: ChangeValue; after: ChangeValue },
>(sql: Queries, changes: readonly Change[]) {
  const live = await readLiveValues(sql, changes)
  const outdated = changes.filter((change) =>
    isOutdated(change, live.get(nodeKey(change)) ?? NO_VALUE),
  )
  return { live, outdated }
}

/** Whether at least one change differs from the live value. */
export async function changesAnything(
  sql: Queries,
  changes: readonly (ContentNode & { after: ChangeValue })[],
) {
  const live = await readLiveValues(sql, changes)
  return changes.some(
    (change) => !isSameValue(change.kind, live.get(nodeKey(change))?.value ?? null, change.after),
  )
}

type LiveEntries = [name: string, live: LiveValue][]

async function readContent(sql: Queries, nodes: readonly ContentNode[]): Promise<LiveEntries> {
  if (nodes.length === 0) return []
  const addresses = nodes.map((node) => ({ name: nodeKey(node), ...contentAddress(node) }))
  const rows = await sql<
    { name: string; row_version: number; value: string; alt: string; position: number }[]
  >`
    select name, row_version, value, alt, content.position
    from jsonb_to_recordset(${sql.json(addresses)}) as asked
        (name text, channel_id text, path text, block text, kind text, key text, language text)
      join content using (channel_id, path, block, kind, key, language)`
  return rows.map(({ name, row_version, ...value }) => [name, { version: row_version, value }])
}

async function readNavigation(sql: Queries, nodes: readonly ContentNode[]): Promise<LiveEntries> {
  if (nodes.length === 0) return []
  const addresses = nodes.map((node) => ({
    name: nodeKey(node),
    ...(node.key as NavigationKey),
  }))
  const rows = await sql<
    {
      name: string
      row_version: number
      parent: string | null
      position: number
      banner: string
      banner_alt: Record<string, string>
      texts: Record<string, string>
      tags: { tag: string; web_menu_column: number }[]
    }[]
  >`
    select name, row_version, parent_id as parent, item.position, banner, banner_alt, texts, coalesce((
        select jsonb_agg(jsonb_build_object('tag', tag_id, 'web_menu_column', web_menu_column)
          order by t.position, tag_id)
        from navigation_tag t where t.channel_id = item.channel_id and t.item_id = item.id
      ), '[]') as tags
    from jsonb_to_recordset(${sql.json(addresses)}) as asked (name text, channel text, id text)
      join navigation_item item on item.channel_id = asked.channel and item.id = asked.id`
  return rows.map(({ name, row_version, ...value }) => [name, { version: row_version, value }])
}

async function readTiles(sql: Queries, nodes: readonly ContentNode[]): Promise<LiveEntries> {
  if (nodes.length === 0) return []
  const addresses = nodes.map((node) => ({ name: nodeKey(node), ...(node.key as TileKey) }))
  const rows = await sql<
    {
      name: string
      row_version: number
      position: number
      extra: boolean
      tags: string[]
      banner: string
      media: string
      texts: Record<string, Record<string, string>>
    }[]
  >`
    select name, row_version, position, extra, tag_ids as tags, banner, media, texts
    from jsonb_to_recordset(${sql.json(addresses)}) as asked (name text, channel text, tile text, id text)
      join home_tile on channel_id = asked.channel and kind = asked.tile and home_tile.id = asked.id`
  return rows.map(({ name, row_version, ...value }) => [name, { version: row_version, value }])
}

async function readChannelFields(
  sql: Queries,
  nodes: readonly ContentNode[],
): Promise<LiveEntries> {
  if (nodes.length === 0) return []
  const channels = [...new Set(nodes.map(({ key }) => key.channel))]
  const rows = await sql<
    { id: string; fields: Record<string, unknown>; versions: Record<string, number> }[]
  >`
    select id, channel_fields(channel) as fields, field_versions as versions
    from channel where id = any(${channels})`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return nodes.flatMap((node) => {
    const { channel, field } = node.key as ChannelKey
    const row = byId.get(channel)
    if (!row) return []
    const value = Object.hasOwn(row.fields, field) ? { value: row.fields[field] } : null
    return [[nodeKey(node), { version: row.versions[field] ?? 0, value }]]
  })
}
