import type { ReleaseChange } from '#contract/content/release-change.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import {
  isContent,
  MAIL_PATH,
  nodeKey,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import {
  type LiveValue,
  NO_VALUE,
  readLiveValues,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import { storeVersions } from '#server/modules/content/releases/publish-release.ts'
import { addRelease } from '#server/modules/content/releases/release.sql.ts'

/** The kind and key of the change for a row of `content`. */
export function contentNodeOfRow(row: {
  channel_id: string
  path: string
  block: string
  kind: string
  key: string
  language: string
}): ContentNode {
  const { channel_id: channel, path, block, kind, key, language } = row
  const [, mail, name] = /^mail_([a-z-]+)_([a-z_]+)$/.exec(key) ?? []
  const isMail = path === MAIL_PATH && block === '' && kind === 'text' && mail && language !== ''
  const node = isMail
    ? { kind: 'mail', key: { channel, mail, key: name, language } }
    : { kind: 'content', key: { channel, path, block, field: kind, key, language } }
  return node as ContentNode
}

/**
 * The last change of each node in the back office, by `nodeKey()`. An import of a bundle that was exported before keeps
 * these changes.
 */
export type StaffChanges = ReadonlyMap<string, { by: string; at: Date }>

/** Changes in the back office since a bundle was exported with the version `exported`. */
export async function readStaffChanges(
  sql: Transaction,
  channel: string,
  exported: number,
): Promise<StaffChanges> {
  const rows = await sql<
    { kind: ReleaseChange['kind']; subject: string; at: Date; name: string | null }[]
  >`
    select kind, subject, last.at, staff.name
    from (
      select distinct on (kind, subject) id, kind, subject, at, release_id from content_version
      where channel_id = ${channel} order by kind, subject, id desc
    ) last
      join release on release.id = release_id left join staff on staff.id = release.published_by
    where release.source <> 'folder' and last.id > ${exported}`
  return new Map(
    rows.map(({ kind, subject, at, name }) => [
      `${isContent(kind) ? 'content' : kind} ${subject}`,
      { by: name ?? '', at },
    ]),
  )
}

/** The newest version of a channel: an export contains all changes up to it. */
export async function lastVersion(sql: Transaction, channel: string): Promise<number> {
  const [row] = await sql<{ last: number }[]>`
    select coalesce(max(content_version.id), 0)::bigint as last from content_version
      join release on release.id = release_id
    where channel_id = ${channel} and release.source <> 'folder'`
  return row?.last ?? 0
}

type Snapshot = Map<string, { node: ContentNode } & LiveValue>

/**
 * The current values of everything that a release can change in a channel; undefined if the channel does not exist
 * yet.
 */
export async function snapshotOf(sql: Transaction, channel: string): Promise<Snapshot | undefined> {
  const [row] = await sql<
    {
      fields: string[]
      content: Parameters<typeof contentNodeOfRow>[0][]
      items: string[]
      tiles: { tile: 'category' | 'brand'; id: string }[]
    }[]
  >`
    select array(select jsonb_object_keys(channel_fields(channel))) as fields,
      coalesce((select jsonb_agg(jsonb_build_object('channel_id', channel_id, 'path', path, 'block', block,
        'kind', kind, 'key', key, 'language', language)) from content where channel_id = channel.id), '[]') as content,
      array(select id from navigation_item where channel_id = channel.id) as items,
      coalesce((select jsonb_agg(jsonb_build_object('tile', kind, 'id', id)) from home_tile
        where channel_id = channel.id), '[]') as tiles
    from channel where id = ${channel}`
  if (!row) return undefined
  const nodes: ContentNode[] = [
    ...row.fields.map((field): ContentNode => ({ kind: 'channel', key: { channel, field } })),
    ...row.content.map(contentNodeOfRow),
    ...row.items.map((id): ContentNode => ({ kind: 'navigation', key: { channel, id } })),
    ...row.tiles.map(({ tile, id }): ContentNode => ({ kind: 'tile', key: { channel, tile, id } })),
  ]
  const live = await readLiveValues(sql, nodes)
  return new Map(
    nodes.map((node) => [nodeKey(node), { node, ...(live.get(nodeKey(node)) ?? NO_VALUE) }]),
  )
}

/** Stores the changes of an import to an existing channel as a release, so that they have a history and an undo. */
export async function recordImport(
  sql: Transaction,
  channel: string,
  before: Snapshot,
  now: Date,
): Promise<{ id: number; written: number } | undefined> {
  const after = (await snapshotOf(sql, channel)) ?? new Map()
  const nodes = new Map(
    [...before, ...after].map(([name, { node }]) => [name, node as ContentNode]),
  )
  const changes = [...nodes].flatMap(([name, node]): StoredChange[] => {
    const previous = before.get(name) ?? NO_VALUE
    const current = after.get(name) ?? NO_VALUE
    if (previous.version === current.version) return []
    if (isSameValue(node.kind, previous.value, current.value)) return []
    return [
      {
        ...node,
        subject: subjectOf(node),
        channelId: channel,
        baseVersion: previous.version,
        before: previous.value,
        after: current.value,
      },
    ]
  })
  if (changes.length === 0) return undefined
  const release = await addRelease(sql, {
    name: `Folder ${channel}`,
    source: 'folder',
    channels: [channel],
    made_by: null,
    made_at: now,
  })
  await storeVersions(sql, { releaseId: release.id, at: now }, changes, before)
  await sql`
    update release set state = 'live', published_at = ${now} where id = ${release.id}`
  return { id: release.id, written: changes.length }
}
