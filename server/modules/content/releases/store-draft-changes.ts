import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { ChangeValue, Conflict, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  contentAddress,
  isContent,
  nodeKey,
  type StoredChange,
  subjectOf,
} from '#server/modules/content/releases/change-keys.ts'
import {
  type LiveValue,
  NO_VALUE,
  readLiveValues,
} from '#server/modules/content/releases/live-values.ts'
import { describeConflicts } from '#server/modules/content/releases/release-conflicts.ts'
import {
  type AuthoredChange,
  type ReleaseRow,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * Stores changes in a draft. If one is based on an old value, none is stored and the conflicts are returned. A value is
 * old if a newer one was published, or if a colleague changed it in this draft. `written` counts the changes that
 * differ from the draft.
 */
export async function storeDraftChanges(
  sql: Queries,
  { release, draftChanges }: { release: ReleaseRow; draftChanges: readonly AuthoredChange[] },
  changes: readonly ReleaseChange[],
  by: { staffId: number; at: Date },
) {
  const live = await readLiveValues(sql, changes)
  const positions = await positionsOfNewTexts(sql, changes, live)
  const stored = changes.map((change): StoredChange => {
    const name = nodeKey(change)
    return {
      kind: change.kind,
      subject: subjectOf(change),
      key: change.key,
      channelId: change.key.channel,
      baseVersion: change.base_version,
      before: live.get(name)?.value ?? null,
      after: completeValue(change, live.get(name), positions.get(name)),
    }
  })
  const outdated = stored.filter(
    (change) => (live.get(nodeKey(change)) ?? NO_VALUE).version !== change.baseVersion,
  )
  const conflictsWithShop = await describeConflicts(sql, await withBaseValues(sql, outdated), live)
  const conflictsInDraft = changes.flatMap((change, index) =>
    draftConflictsOf(draftChanges, change, stored[index], { release, ...by }),
  )
  const conflicts = [...conflictsWithShop, ...conflictsInDraft]
  if (conflicts.length > 0) return refuseStaff('changed-since', { conflicts })
  return { changes: stored, written: await saveChanges(sql, release.id, stored, by) }
}

/** Fills in the value of the version that each change is based on, which may not be the current one. */
async function withBaseValues(
  sql: Queries,
  changes: readonly StoredChange[],
): Promise<readonly StoredChange[]> {
  if (changes.length === 0) return changes
  const wanted = changes.map((change) => ({
    name: nodeKey(change),
    kind: change.kind,
    subject: change.subject,
    base: change.baseVersion,
  }))
  const rows = await sql<{ name: string; value: ChangeValue }[]>`
    select distinct on (name) name, value
    from jsonb_to_recordset(${sql.json(wanted)})
        as asked (name text, kind text, subject text, base bigint)
      cross join lateral (
        select id, case when after_version = asked.base then after else before end as value from content_version
        where content_version.kind = asked.kind and content_version.subject = asked.subject
          and asked.base in (after_version, before_version)) known
    order by name, id desc`
  const baseValues = new Map(rows.map(({ name, value }) => [name, value]))
  return changes.map((change) => {
    // Version 0: the node had no value yet.
    if (change.baseVersion === 0) return { ...change, before: null }
    return { ...change, before: baseValues.get(nodeKey(change)) ?? change.before }
  })
}

/** A colleague's change in this draft may be replaced only by a change based on it. */
function draftConflictsOf(
  draftChanges: readonly AuthoredChange[],
  change: ReleaseChange,
  stored: StoredChange | undefined,
  { release, staffId }: { release: ReleaseRow; staffId: number },
): Conflict[] {
  const inDraft = draftChanges.find(
    ({ kind, subject }) => kind === stored?.kind && subject === stored.subject,
  )
  if (!inDraft || !stored) return []
  const isBasedOnIt =
    change.change_version === undefined
      ? inDraft.changedBy === staffId
      : change.change_version === inDraft.version
  if (isBasedOnIt) return []
  return [
    {
      kind: stored.kind,
      subject: stored.subject,
      key: stored.key,
      before: stored.before,
      mine: stored.after,
      theirs: inDraft.after,
      version: inDraft.baseVersion,
      by:
        inDraft.changedBy === null
          ? null
          : { id: String(inDraft.changedBy), name: inDraft.changedName ?? '' },
      at: inDraft.changedAt.toISOString(),
      release: { id: String(release.id), name: release.name },
      change_version: inDraft.version,
    },
  ]
}

/** The complete row: a text keeps its position, or takes that of its other languages. */
function completeValue(
  change: ReleaseChange,
  live: LiveValue | undefined,
  position: number | undefined,
): ChangeValue {
  const { after } = change
  if (after === null || !isContent(change.kind)) return after
  return {
    alt: '',
    position: live?.value?.['position'] ?? position ?? 0,
    ...withoutUndefined(after),
  }
}

const withoutUndefined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))

/** The positions of new texts, taken from other languages or from the shared texts. */
async function positionsOfNewTexts(
  sql: Queries,
  changes: readonly ReleaseChange[],
  live: ReadonlyMap<string, LiveValue>,
): Promise<Map<string, number>> {
  const subjects = changes
    .filter((change) => isContent(change.kind) && !live.has(nodeKey(change)))
    .map((change) => ({ name: nodeKey(change), ...contentAddress(change) }))
  if (subjects.length === 0) return new Map()
  const rows = await sql<{ name: string; position: number }[]>`
    select distinct on (name) name, content.position
    from jsonb_to_recordset(${sql.json(subjects)})
        as asked (name text, channel_id text, path text, block text, kind text, key text)
      join content using (path, block, kind, key)
    where content.channel_id in (asked.channel_id, ${SHARED_CHANNEL})
    order by name, content.channel_id = asked.channel_id desc, content.language`
  return new Map(rows.map(({ name, position }) => [name, position]))
}
