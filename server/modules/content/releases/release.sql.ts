import type { ChangeKind, ChangeValue, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import type { StoredChange } from '#server/modules/content/releases/change-keys.ts'

export type ReleaseState = 'draft' | 'scheduled' | 'stopped' | 'live' | 'ended' | 'archived'
export type ReleaseSource = 'backoffice' | 'folder' | 'undo' | 'end'

/** A value that an undo or an end left unchanged, and who changed it since. */
export type SkippedNode = {
  kind: ChangeKind
  subject: string
  key: Record<string, unknown>
  /** For items whose name is in their content; old releases have none. */
  value?: ChangeValue
  by: { id: string; name: string } | null
  at: string | null
  release: { id: string; name: string } | null
}

export type ReleaseRow = {
  id: number
  name: string
  source: ReleaseSource
  state: ReleaseState
  channels: string[]
  from_at: Date | null
  until_at: Date | null
  time_zone: string | null
  reverts_id: number | null
  ends_id: number | null
  /** `unreadable`: unreadable theme states that a second colleague approved. */
  notes: { stopped?: string; left?: SkippedNode[]; unreadable?: string[] }
  version: number
  made_by: number | null
  made_at: Date
  published_by: number | null
  published_at: Date | null
}

export type ShownRelease = ReleaseRow & {
  made_name: string | null
  published_name: string | null
  reverts_name: string | null
  ends_name: string | null
  changes: number
}

/** The columns of a release in responses. */
export const releaseColumns = (sql: Queries) => sql`
  release.*, maker.name as made_name, publisher.name as published_name,
    reverted.name as reverts_name, ended.name as ends_name,
    (select count(*) from release_change where release_id = release.id)
      + case when release.source = 'folder' then (select count(*) from content_version where release_id = release.id) else 0 end as changes`
/** The tables of `releaseColumns`. */
export const releaseTables = (sql: Queries) => sql`
  release
    left join staff maker on maker.id = release.made_by
    left join staff publisher on publisher.id = release.published_by
    left join release reverted on reverted.id = release.reverts_id
    left join release ended on ended.id = release.ends_id`

export const findShownReleases = (
  sql: Queries,
  ids: readonly number[],
): Promise<ShownRelease[]> => sql<ShownRelease[]>`
  select ${releaseColumns(sql)} from ${releaseTables(sql)} where release.id = any(${[...ids]}::bigint[])`

export async function findShownRelease(
  sql: Queries,
  id: string | number,
): Promise<ShownRelease | undefined> {
  const [row] = await findShownReleases(sql, [Number(id)])
  return row
}

export async function lockRelease(sql: Queries, id: number): Promise<ReleaseRow | undefined> {
  const [row] = await sql<ReleaseRow[]>`select * from release where id = ${id} for update`
  return row
}

const MAX_NAME_LENGTH = 200

/** The name for a new draft; with a number if another draft has the same name. */
export async function freeName(sql: Queries, requested: string): Promise<string> {
  const wanted = requested.slice(0, MAX_NAME_LENGTH)
  // A parallel call with the same name waits here.
  await sql`select pg_advisory_xact_lock(hashtext(${`release ${wanted}`}))`
  const rows = await sql<{ name: string }[]>`
    select name from release
    where state in ('draft', 'stopped', 'scheduled') and starts_with(name, ${wanted.slice(0, 190)})`
  const usedNames = new Set(rows.map(({ name }) => name))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted.slice(0, 190)} (${number})`
    if (!usedNames.has(name)) return name
  }
}

export async function addRelease(
  sql: Queries,
  release: Pick<ReleaseRow, 'name' | 'source' | 'made_by' | 'made_at'> &
    Partial<
      Pick<ReleaseRow, 'state' | 'channels' | 'from_at' | 'time_zone' | 'reverts_id' | 'ends_id'>
    >,
): Promise<ReleaseRow> {
  const { name, source, made_by, made_at, state = 'draft', channels = [] } = release
  const { from_at = null, time_zone = null, reverts_id = null, ends_id = null } = release
  const [row] = await sql<ReleaseRow[]>`
    insert into release (name, source, state, channels, from_at, time_zone, reverts_id, ends_id, made_by, made_at)
    values (${name.slice(0, MAX_NAME_LENGTH)}, ${source}, ${state}, ${channels}, ${from_at}, ${time_zone}, ${reverts_id},
      ${ends_id}, ${made_by}, ${made_at})
    returning *`
  if (!row) throw new Error('insert of the release returned no row')
  return row
}

type ChangeRow = {
  kind: ChangeKind
  subject: string
  key: ReleaseChange['key']
  channel_id: string
  base_version: number
  before: ChangeValue
  after: ChangeValue
  version: number
  changed_by: number | null
  changed_name: string | null
  changed_at: Date
}

/** A change with its author. `version` counts how often it was written. */
export type AuthoredChange = StoredChange & {
  version: number
  changedBy: number | null
  changedName: string | null
  changedAt: Date
}

export async function listChanges(sql: Queries, releaseId: number): Promise<AuthoredChange[]> {
  const rows = await sql<ChangeRow[]>`
    select release_change.*, staff.name as changed_name
    from release_change left join staff on staff.id = changed_by
    where release_id = ${releaseId} order by kind, subject`
  return rows.map((row) => ({
    kind: row.kind,
    subject: row.subject,
    key: row.key,
    channelId: row.channel_id,
    baseVersion: row.base_version,
    before: row.before,
    after: row.after,
    version: row.version,
    changedBy: row.changed_by,
    changedName: row.changed_name,
    changedAt: row.changed_at,
  }))
}

/** Stores changes and replaces those of the same nodes. Returns the number of changes that differ from the stored ones. */
export async function saveChanges(
  sql: Queries,
  releaseId: number,
  changes: readonly StoredChange[],
  by: { staffId: number | null; at: Date },
): Promise<number> {
  if (changes.length === 0) return 0
  const rows = changes.map(({ kind, subject, key, channelId, baseVersion, before, after }) => ({
    kind,
    subject,
    key,
    channel_id: channelId,
    base_version: baseVersion,
    // `before` can be SQL null, which differs from JSON null.
    before,
    after,
  }))
  const { count } = await sql`
    insert into release_change (release_id, kind, subject, key, channel_id, base_version, before, after, changed_by, changed_at)
    select ${releaseId}::bigint, kind, subject, key, channel_id, base_version, nullif(before, 'null'),
      nullif(after, 'null'), ${by.staffId}::bigint, ${by.at}::timestamptz
    from jsonb_to_recordset(${sql.json(rows)})
      as wanted (kind text, subject text, key jsonb, channel_id text, base_version bigint, before jsonb, after jsonb)
    on conflict (release_id, kind, subject) do update set base_version = excluded.base_version,
      before = excluded.before, after = excluded.after, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at, version = release_change.version + 1
    where (release_change.base_version, release_change.before, release_change.after)
      is distinct from (excluded.base_version, excluded.before, excluded.after)`
  return count
}

/** Updates the version and the channels of a release from its changes. The channels decide who can see it. */
export async function refreshRelease(sql: Queries, releaseId: number) {
  await sql`
    update release set version = version + 1,
      channels = array(select distinct channel_id from release_change where release_id = ${releaseId} order by 1)
    where id = ${releaseId}`
}

export type VersionRow = {
  id: number
  release_id: number
  kind: ChangeKind
  subject: string
  key: ReleaseChange['key']
  channel_id: string
  before: ChangeValue
  after: ChangeValue
  before_version: number
  after_version: number
  at: Date
}

export const versionsOfRelease = (sql: Queries, releaseId: number) => sql<VersionRow[]>`
  select * from content_version where release_id = ${releaseId} order by id`

/**
 * The values that an undo of a release restores, by version id: the values before the release. A value from a release
 * that has ended or was undone is skipped for the value before that release.
 */
export async function findEarlierValues(
  sql: Queries,
  releaseId: number,
): Promise<ReadonlyMap<number, ChangeValue>> {
  const rows = await sql<{ id: number; before: ChangeValue }[]>`
    with recursive earlier as (
      select id as of_id, id, kind, subject, before, before_version from content_version where release_id = ${releaseId}
      union all
      select earlier.of_id, past.id, past.kind, past.subject, past.before, past.before_version
      from earlier
        -- Reverting an undo restores exactly what the undo removed.
        join release reverted on reverted.id = ${releaseId} and reverted.source <> 'undo'
        cross join lateral (
          select release_id, after_version from content_version
          where kind = earlier.kind and subject = earlier.subject and id < earlier.id order by id desc limit 1) last
        join release writer on writer.id = last.release_id and last.after_version = earlier.before_version
        join content_version past on past.kind = earlier.kind and past.subject = earlier.subject and past.release_id = case
          when exists (select from release reverting
            where reverting.reverts_id = writer.id and reverting.source in ('undo', 'end') and reverting.state = 'live') then writer.id
          when writer.source in ('undo', 'end') then writer.reverts_id end
    )
    select distinct on (of_id) of_id as id, before from earlier order by of_id, earlier.id`
  return new Map(rows.map(({ id, before }) => [id, before]))
}

/** Scheduled ends that will restore an earlier value of one of these nodes. */
export const listEndsOf = (
  sql: Queries,
  nodes: readonly { kind: ChangeKind; subject: string }[],
) => sql<{ id: number; ends_id: number }[]>`
  select distinct release.id, ends_id
  from jsonb_to_recordset(${sql.json(nodes.map(({ kind, subject }) => ({ kind, subject })))}) as asked (kind text, subject text)
    join content_version using (kind, subject)
    join release on ends_id = release_id and release.source = 'end' and release.state = 'scheduled'
  order by 1`

/**
 * The author and the release of the live value, by kind and subject. If an end restored the value, they are those of
 * the release that ended.
 */
export async function findLastAuthors(
  sql: Queries,
  nodes: readonly { kind: ChangeKind; subject: string }[],
): Promise<Map<string, Pick<SkippedNode, 'by' | 'at' | 'release'>>> {
  if (nodes.length === 0) return new Map()
  const keys = nodes.map(({ kind, subject }) => ({ kind, subject }))
  const rows = await sql<
    {
      kind: string
      subject: string
      at: Date
      staff_id: number | null
      staff_name: string | null
      release_id: number
      release_name: string
    }[]
  >`
    select distinct on (kind, subject) kind, subject, content_version.at, staff.id as staff_id,
      staff.name as staff_name, coalesce(release.ends_id, release.id) as release_id, release.name as release_name
    from jsonb_to_recordset(${sql.json(keys)}) as asked (kind text, subject text)
      join content_version using (kind, subject)
      join release on release.id = release_id
      left join staff on staff.id = case when release.source = 'end' then release.made_by else release.published_by end
    order by kind, subject, content_version.id desc`
  return new Map(
    rows.map((row) => [
      `${row.kind} ${row.subject}`,
      {
        by: row.staff_id === null ? null : { id: String(row.staff_id), name: row.staff_name ?? '' },
        at: row.at.toISOString(),
        release: { id: String(row.release_id), name: row.release_name },
      },
    ]),
  )
}

/** Publications and imports run one at a time, so that none works with values that another is changing. */
export const PUBLISH_LOCK = 4_310_001

export const lockPublishing = (sql: Transaction) =>
  sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`
