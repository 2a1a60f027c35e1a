import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'
import type { CountedRow } from '#server/modules/content/texts/text-counts.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type ContentNode, nodeKey } from '#server/modules/content/releases/change-keys.ts'
import { isVisibleTo } from '#server/modules/content/releases/release-response.ts'
import { readLiveValues, NO_VALUE } from '#server/modules/content/releases/live-values.ts'
import type { Language } from '#domain/language.ts'

export async function findChannelLanguage(sql: Queries, channel: string) {
  const [row] = await sql<{ name: string; defaultLanguage: Language }[]>`
    select name, default_language as "defaultLanguage" from channel where id = ${channel}`
  return row
}

export type NodeValue = {
  node: ContentNode
  version: number
  value: Record<string, unknown> | null
}

export async function readNodeValues(sql: Queries, nodes: ContentNode[]): Promise<NodeValue[]> {
  const live = await readLiveValues(sql, nodes)
  return nodes.map((node) => ({ node, ...(live.get(nodeKey(node)) ?? NO_VALUE) }))
}

/** The channel's own nodes, or the shared ones as they would be after a fork. */
export async function listMenuNodes(sql: Queries, kind: 'navigation' | 'tile', channel: string) {
  const rows = await (kind === 'navigation'
    ? sql<{ channel: string; id: string; tile?: 'category' | 'brand' }[]>`
        select channel_id as channel, id from navigation_item
        where channel_id in (${channel}, ${SHARED_CHANNEL}) order by position, id`
    : sql<{ channel: string; id: string; tile?: 'category' | 'brand' }[]>`
        select channel_id as channel, kind as tile, id from home_tile
        where channel_id in (${channel}, ${SHARED_CHANNEL}) order by kind desc, position, id`)
  const isOwn = rows.some((row) => row.channel === channel)
  const shown = rows.filter((row) => row.channel === (isOwn ? channel : SHARED_CHANNEL))
  const nodeIn = (channel: string, { id, tile }: (typeof rows)[number]): ContentNode =>
    tile === undefined
      ? { kind: 'navigation', key: { channel, id } }
      : { kind: 'tile', key: { channel, tile, id } }
  const values = await readNodeValues(
    sql,
    shown.map((row) => nodeIn(row.channel, row)),
  )
  const nodes = shown.map((row, index): NodeValue => ({
    node: nodeIn(channel, row),
    version: isOwn ? (values[index]?.version ?? 0) : 0,
    value: values[index]?.value ?? null,
  }))
  return { isOwn, nodes }
}

export const listCountedTexts = (sql: Queries, channel: string) => sql<CountedRow[]>`
  select channel_id, path, block, kind, key, language, value <> '' as filled from content
  where channel_id in (${channel}, ${SHARED_CHANNEL}) and kind in ('text', 'area') and key <> ${LENGTH_KEY}`

export const listDraftCounts = (sql: Queries, channel: string) => sql<
  { kind: string; path: string | null; changes: number }[]
>`
  select kind, case kind when 'content' then key ->> 'path' end as path, count(*) as changes
  from release_change join release on release.id = release_id
  where channel_id = ${channel} and state in ('draft', 'scheduled', 'stopped') and source <> 'end'
  group by 1, 2`

/** Releases with unpublished changes of a page, or of the mails, newest first. */
export const listDrafts = (
  sql: Queries,
  { channel, path }: { channel: string; path?: string },
  viewer: Parameters<typeof isVisibleTo>[1],
) => sql<
  {
    id: string
    name: string
    state: 'draft' | 'scheduled' | 'stopped'
    subjects: string[]
  }[]
>`
  select release.id::text, release.name, release.state, array_agg(subject order by subject) as subjects
  from release_change join release on release.id = release_id
  where channel_id = ${channel}
    and ${path === undefined ? sql`kind = 'mail'` : sql`kind = 'content' and key ->> 'path' = ${path}`}
    and state in ('draft', 'scheduled', 'stopped') and source <> 'end' and ${isVisibleTo(sql, viewer)}
  group by release.id order by release.id desc`

export const countMenuAndTiles = (sql: Queries, channel: string) => sql<
  { items: number; tiles: number; own_items: boolean; own_tiles: boolean }[]
>`
  select count(*) filter (where is_item) as items, count(*) filter (where not is_item) as tiles,
    coalesce(bool_or(is_item and channel_id = ${channel}), false) as own_items,
    coalesce(bool_or(not is_item and channel_id = ${channel}), false) as own_tiles
  from (select channel_id, true as is_item from navigation_item
    union all select channel_id, false from home_tile) node
  where channel_id in (${channel}, ${SHARED_CHANNEL})`

export async function findChannelFields(sql: Queries, channel: string) {
  const [row] = await sql<{ fields: string[] }[]>`
    select array(select jsonb_object_keys(channel_fields(channel)) order by 1) as fields
    from channel where id = ${channel}`
  return row
}
