import { type Conflict, type NavigationKey } from '#contract/content/release-change.ts'
import { isDatabaseError, type Queries, type Transaction } from '#server/platform/db/database.ts'
import { nodeKey, type StoredChange } from '#server/modules/content/releases/change-keys.ts'
import { describeConflicts } from '#server/modules/content/releases/release-conflicts.ts'
import {
  findOutdated,
  type LiveValue,
  NO_VALUE,
  readLiveValues,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  listChanges,
  listEndsOf,
  findLastAuthors,
  type SkippedNode,
  lockPublishing,
  lockRelease,
  type ReleaseRow,
  saveChanges,
  findEarlierValues,
  versionsOfRelease,
} from '#server/modules/content/releases/release.sql.ts'
import { UnwritableChange, publishRows } from '#server/modules/content/releases/publish-rows.ts'
import { notifyEach } from '#server/platform/db/change-events.ts'

export type Published =
  | { done: true; written: number; left: SkippedNode[] }
  | { done: false; conflicts: Conflict[] }
  | { done: false; unusable: string; item: NavigationKey | null }

/**
 * Publishes a release, completely or not at all. The caller's transaction has locked the release. Values that others
 * changed since stop it. An undo or an end skips these values instead and lists them.
 */
export async function publishRelease(
  sql: Transaction,
  release: ReleaseRow,
  { at, by }: { at: Date; by: number | null },
): Promise<Published> {
  await lockPublishing(sql)
  const changes = await listChanges(sql, release.id)
  const { live, outdated } = await findOutdated(sql, changes)
  const liveOf = (change: StoredChange) => live.get(nodeKey(change)) ?? NO_VALUE
  const restoresValues = release.source === 'undo' || release.source === 'end'
  if (outdated.length > 0 && !restoresValues) {
    return { done: false, conflicts: await describeConflicts(sql, outdated, live) }
  }
  const wanted = changes.filter(
    (change) =>
      !outdated.includes(change) && !isSameValue(change.kind, liveOf(change).value, change.after),
  )
  try {
    await sql.savepoint((sql) => publishRows(sql, wanted))
  } catch (error) {
    const unusable = messageOfInvalidContent(error)
    if (unusable === undefined) throw error
    return { done: false, unusable, item: error instanceof UnwritableChange ? error.item : null }
  }
  await storeVersions(sql, { releaseId: release.id, at }, wanted, live)
  const left = await skippedNodes(sql, outdated)
  await sql`
    update release set state = 'live', published_at = ${at}, published_by = ${by}, version = version + 1,
      notes = ${sql.json({ left })}
    where id = ${release.id}`
  if (restoresValues) {
    await sql`update release set state = 'ended', version = version + 1 where id = ${release.reverts_id} and state = 'live'`
    await updateEnds(sql, changes, at)
  }
  await saveEnd(sql, release, at)
  await notifyChannels(sql, wanted)
  return { done: true, written: wanted.length, left }
}

/** The message of an error that the content of a release causes; undefined for others, such as an unavailable database. */
function messageOfInvalidContent(error: unknown): string | undefined {
  if (error instanceof UnwritableChange) return error.message
  // A table constraint (SQLSTATE class 23), for example because a tag was deleted meanwhile.
  if (isDatabaseError(error) && error.code.startsWith('23')) {
    return `The database refused it (${error.constraint ?? error.code}).`
  }
  return undefined
}

/** Stores the previous and the current values with their versions. */
export async function storeVersions(
  sql: Transaction,
  { releaseId, at }: { releaseId: number; at: Date },
  changes: readonly StoredChange[],
  before: ReadonlyMap<string, LiveValue>,
) {
  if (changes.length === 0) return
  const after = await readLiveValues(sql, changes)
  const rows = changes.map((change) => {
    const name = nodeKey(change)
    const { kind, subject, key, channelId } = change
    const previous = before.get(name) ?? NO_VALUE
    const current = after.get(name) ?? NO_VALUE
    return {
      kind,
      subject,
      key,
      channel_id: channelId,
      before: previous.value,
      after: current.value,
      before_version: previous.version,
      after_version: current.version,
    }
  })
  await sql`
    insert into content_version (release_id, kind, subject, key, channel_id, before, after, before_version, after_version, at)
    select ${releaseId}::bigint, kind, subject, key, channel_id, nullif(before, 'null'), nullif(after, 'null'),
      before_version, after_version, ${at}::timestamptz
    from jsonb_to_recordset(${sql.json(rows)}) as stored (kind text, subject text, key jsonb, channel_id text,
      before jsonb, after jsonb, before_version bigint, after_version bigint)
    order by kind, subject`
}

/** The values that an undo or an end skips, with the authors who changed them. */
export async function skippedNodes(
  sql: Queries,
  outdated: readonly StoredChange[],
): Promise<SkippedNode[]> {
  const authors = await findLastAuthors(sql, outdated)
  return outdated.map(({ kind, subject, key, before, after }) => ({
    kind,
    subject,
    key,
    ...(kind === 'navigation' || kind === 'tile' ? { value: before ?? after } : {}),
    ...(authors.get(`${kind} ${subject}`) ?? { by: null, at: null, release: null }),
  }))
}

/** Saves the previous values of a release, which its scheduled end will restore. */
async function saveEnd(sql: Transaction, release: ReleaseRow, at: Date) {
  if (!release.until_at) return
  const [end] = await sql<{ id: number }[]>`
    select id from release where ends_id = ${release.id} and state = 'scheduled' for update`
  if (!end) throw new Error(`release ${release.id} has no scheduled end`)
  await saveChanges(sql, end.id, await inverseOf(sql, release.id), { staffId: null, at })
}

/** A scheduled end must not restore a value that has ended itself, so its changes are computed again. */
async function updateEnds(sql: Transaction, nodes: readonly StoredChange[], at: Date) {
  for (const end of await listEndsOf(sql, nodes)) {
    await saveChanges(sql, end.id, await inverseOf(sql, end.ends_id), { staffId: null, at })
  }
}

/** The changes that undo a published release. */
export async function inverseOf(sql: Queries, releaseId: number): Promise<StoredChange[]> {
  const versions = await versionsOfRelease(sql, releaseId)
  const earlierValues = await findEarlierValues(sql, releaseId)
  return versions.map((row) => ({
    kind: row.kind,
    subject: row.subject,
    key: row.key,
    channelId: row.channel_id,
    baseVersion: row.after_version,
    before: row.after,
    after: earlierValues.get(row.id) ?? null,
  }))
}

/** Makes every process reload these channels. The event is sent at the commit. */
async function notifyChannels(sql: Transaction, changes: readonly StoredChange[]) {
  const channels = [...new Set(changes.map(({ channelId }) => channelId))].sort()
  await notifyEach(sql, 'channel', channels)
}

/** Locks a scheduled release; undefined if its schedule was cancelled meanwhile. */
export async function lockScheduledRelease(
  sql: Transaction,
  id: number,
  now: Date,
): Promise<{ release: ReleaseRow; isDue: boolean } | undefined> {
  const release = await lockRelease(sql, id)
  if (release?.state !== 'scheduled' || !release.from_at) return undefined
  return { release, isDue: release.from_at <= now }
}
