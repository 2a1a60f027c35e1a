import { type Conflict, type NavigationKey } from '#contract/content/release-change.ts'
import { isDatabaseError, type Queries, type Transaction } from '#server/platform/db/database.ts'
import { nameOf, type StoredChange } from '#server/modules/content/releases/change-keys.ts'
import { conflictsOf } from '#server/modules/content/releases/release-conflicts.ts'
import {
  isMoved,
  type LiveValue,
  NOTHING,
  readLive,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  allChanges,
  endsOver,
  lastWriters,
  type SkippedNode,
  lockPublishing,
  lockRelease,
  type ReleaseRow,
  saveChanges,
  isBehind,
  versionsOfRelease,
} from '#server/modules/content/releases/release.sql.ts'
import { Unwritable, publishRows } from '#server/modules/content/releases/publish-rows.ts'
import { notifyEach } from '#server/platform/db/change-events.ts'

export type Published =
  | { done: true; written: number; left: SkippedNode[] }
  | { done: false; conflicts: Conflict[] }
  | { done: false; unusable: string; item: NavigationKey | null }

/**
 * Publishes a release, completely or not at all, in the caller's transaction, which holds the release's lock. Changes
 * by others since then stop it; if it only restores earlier values, those changes stay and are listed.
 */
export async function publishRelease(
  sql: Transaction,
  release: ReleaseRow,
  { at, by }: { at: Date; by: number | null },
): Promise<Published> {
  await lockPublishing(sql)
  const changes = await allChanges(sql, release.id)
  const live = await readLive(sql, changes)
  const liveOf = (change: StoredChange) => live.get(nameOf(change)) ?? NOTHING
  const putsBack = release.source === 'undo' || release.source === 'end'
  const moved = changes.filter((change) => isMoved(change, liveOf(change)))
  if (moved.length > 0 && !putsBack) {
    return { done: false, conflicts: await conflictsOf(sql, moved, live) }
  }
  const wanted = changes.filter(
    (change) =>
      !moved.includes(change) && !isSameValue(change.kind, liveOf(change).value, change.after),
  )
  try {
    await sql.savepoint((sql) => publishRows(sql, wanted))
  } catch (error) {
    const unusable = sentenceOf(error)
    if (unusable === undefined) throw error
    return { done: false, unusable, item: error instanceof Unwritable ? error.item : null }
  }
  await noteVersions(sql, { releaseId: release.id, at }, wanted, live)
  const left = await skippedNodes(sql, moved)
  await sql`
    update release set state = 'live', published_at = ${at}, published_by = ${by}, version = version + 1,
      notes = ${sql.json({ left })}
    where id = ${release.id}`
  if (putsBack) {
    await sql`update release set state = 'ended', version = version + 1 where id = ${release.reverts_id} and state = 'live'`
    await renewEnds(sql, changes, at)
  }
  await prepareEnd(sql, release, at)
  await notifyChannels(sql, wanted)
  return { done: true, written: wanted.length, left }
}

/** The message if the content of a release is invalid; undefined for other errors, such as an unavailable database. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Unwritable) return error.message
  // A table constraint, for example because a tag or a channel was deleted meanwhile.
  if (isDatabaseError(error) && error.code.startsWith('23')) {
    return `The database refused it (${error.constraint ?? error.code}).`
  }
  return undefined
}

/** Stores the previous and the current values with their versions. */
export async function noteVersions(
  sql: Transaction,
  { releaseId, at }: { releaseId: number; at: Date },
  changes: readonly StoredChange[],
  before: ReadonlyMap<string, LiveValue>,
) {
  if (changes.length === 0) return
  const after = await readLive(sql, changes)
  const rows = changes.map((change) => {
    const name = nameOf(change)
    const { kind, subject, key, channelId } = change
    const [was, is] = [before.get(name) ?? NOTHING, after.get(name) ?? NOTHING]
    return {
      kind,
      subject,
      key,
      channel_id: channelId,
      before: was.value,
      after: is.value,
      before_version: was.version,
      after_version: is.version,
    }
  })
  await sql`
    insert into content_version (release_id, kind, subject, key, channel_id, before, after, before_version, after_version, at)
    select ${releaseId}::bigint, kind, subject, key, channel_id, nullif(before, 'null'), nullif(after, 'null'),
      before_version, after_version, ${at}::timestamptz
    from jsonb_to_recordset(${sql.json(rows)}) as noted (kind text, subject text, key jsonb, channel_id text,
      before jsonb, after jsonb, before_version bigint, after_version bigint)
    order by kind, subject`
}

/** Values that stay because others changed them, with the authors. */
export async function skippedNodes(
  sql: Queries,
  moved: readonly StoredChange[],
): Promise<SkippedNode[]> {
  const writers = await lastWriters(sql, moved)
  return moved.map(({ kind, subject, key, before, after }) => ({
    kind,
    subject,
    key,
    ...(kind === 'navigation' || kind === 'tile' ? { value: before ?? after } : {}),
    ...(writers.get(`${kind} ${subject}`) ?? { by: null, at: null, release: null }),
  }))
}

/** Saves what the release's end will restore: the previous value of everything it wrote. */
async function prepareEnd(sql: Transaction, release: ReleaseRow, at: Date) {
  if (!release.until_at) return
  const [end] = await sql<{ id: number }[]>`
    select id from release where ends_id = ${release.id} and state = 'scheduled' for update`
  if (!end) throw new Error(`release ${release.id} has no prepared end`)
  await saveChanges(sql, end.id, await inverseOf(sql, release.id), { staffId: null, at })
}

/** A scheduled end must not restore a value whose own time is over, so these ends are computed again. */
async function renewEnds(sql: Transaction, nodes: readonly StoredChange[], at: Date) {
  for (const end of await endsOver(sql, nodes)) {
    await saveChanges(sql, end.id, await inverseOf(sql, end.ends_id), { staffId: null, at })
  }
}

/** The changes that undo a published release. */
export async function inverseOf(sql: Queries, releaseId: number): Promise<StoredChange[]> {
  const versions = await versionsOfRelease(sql, releaseId)
  const behind = await isBehind(sql, releaseId)
  return versions.map((row) => ({
    kind: row.kind,
    subject: row.subject,
    key: row.key,
    channelId: row.channel_id,
    baseVersion: row.after_version,
    before: row.after,
    after: behind.get(row.id) ?? null,
  }))
}

/** Makes every process reload these channels. The event is sent at the commit. */
async function notifyChannels(sql: Transaction, changes: readonly StoredChange[]) {
  const channels = [...new Set(changes.map(({ channelId }) => channelId))].sort()
  await notifyEach(sql, 'channel', channels)
}

/** Whether the schedule of a release is due, not due yet, or was changed meanwhile. */
export async function dueRelease(
  sql: Transaction,
  id: number,
  now: Date,
): Promise<{ release: ReleaseRow; isDue: boolean } | undefined> {
  const release = await lockRelease(sql, id)
  if (release?.state !== 'scheduled' || !release.from_at) return undefined
  return { release, isDue: release.from_at <= now }
}
