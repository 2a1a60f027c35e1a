import type { ReleaseChange } from '#contract/content/release-change.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import {
  isContent,
  MAIL_PATH,
  nameOf,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import {
  type LiveValue,
  NOTHING,
  readLive,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import { noteVersions } from '#server/modules/content/releases/publish-release.ts'
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
  const found = isMail
    ? { kind: 'mail', key: { channel, mail, key: name, language } }
    : { kind: 'content', key: { channel, path, block, field: kind, key, language } }
  return found as ContentNode
}

/** The last back-office changes with author and time. An import of a bundle that does not contain them keeps them. */
export type StaffChanges = ReadonlyMap<string, { by: string; at: Date }>

/** Changes of a channel since a folder was exported, by `nameOf()`. */
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
  const live = await readLive(sql, nodes)
  return new Map(
    nodes.map((node) => [nameOf(node), { node, ...(live.get(nameOf(node)) ?? NOTHING) }]),
  )
}

/** Changes by an import to an existing channel are a release like any other, with history and undo. */
export async function noteImport(
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
    const [was, is] = [before.get(name) ?? NOTHING, after.get(name) ?? NOTHING]
    if (was.version === is.version || isSameValue(node.kind, was.value, is.value)) return []
    const { version: baseVersion, value } = was
    const subject = subjectOf(node)
    return [{ ...node, subject, channelId: channel, baseVersion, before: value, after: is.value }]
  })
  if (changes.length === 0) return undefined
  const release = await addRelease(sql, {
    name: `Folder ${channel}`,
    source: 'folder',
    channels: [channel],
    made_by: null,
    made_at: now,
  })
  await noteVersions(sql, { releaseId: release.id, at: now }, changes, before)
  await sql`
    update release set state = 'live', published_at = ${now} where id = ${release.id}`
  return { id: release.id, written: changes.length }
}
