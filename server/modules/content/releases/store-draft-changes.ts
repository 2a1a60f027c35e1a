import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { ChangeValue, Conflict, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  contentAddress,
  isContent,
  nameOf,
  type StoredChange,
  subjectOf,
} from '#server/modules/content/releases/change-keys.ts'
import { type LiveValue, NOTHING, readLive } from '#server/modules/content/releases/live-values.ts'
import { conflictsOf } from '#server/modules/content/releases/release-conflicts.ts'
import {
  type HeldChange,
  type ReleaseRow,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * Adds changes to a draft, unless one of them is based on an old value: in the shop, or in the draft itself, where a
 * colleague changed the same thing. Then none is added, and both texts are returned. `written` are those that differ
 * from the draft.
 */
export async function placeChanges(
  sql: Queries,
  { release, held }: { release: ReleaseRow; held: readonly HeldChange[] },
  changes: readonly ReleaseChange[],
  by: { staffId: number; at: Date },
) {
  const live = await readLive(sql, changes)
  const places = await placesOf(sql, changes, live)
  const stored = changes.map((change): StoredChange => {
    const name = nameOf(change)
    return {
      kind: change.kind,
      subject: subjectOf(change),
      key: change.key,
      channelId: change.key.channel,
      baseVersion: change.base_version,
      before: live.get(name)?.value ?? null,
      after: completeValue(change, live.get(name), places.get(name)),
    }
  })
  const moved = stored.filter(
    (change) => (live.get(nameOf(change)) ?? NOTHING).version !== change.baseVersion,
  )
  const conflicts = [
    ...(await conflictsOf(sql, await asTheyWere(sql, moved), live)),
    ...changes.flatMap((change, at) => clashIn(held, change, stored[at], { release, ...by })),
  ]
  if (conflicts.length > 0) return refuseStaff('changed-since', { conflicts })
  return { placed: stored, written: await saveChanges(sql, release.id, stored, by) }
}

/** Fills in the value of the version that each change is based on, which may not be the current one. */
async function asTheyWere(
  sql: Queries,
  moved: readonly StoredChange[],
): Promise<readonly StoredChange[]> {
  if (moved.length === 0) return moved
  const rows = await sql<{ name: string; value: ChangeValue }[]>`
    select distinct on (name) name, value
    from jsonb_to_recordset(${sql.json(moved.map((change) => ({ name: nameOf(change), kind: change.kind, subject: change.subject, base: change.baseVersion })))})
        as asked (name text, kind text, subject text, base bigint)
      cross join lateral (
        select id, case when after_version = asked.base then after else before end as value from content_version
        where content_version.kind = asked.kind and content_version.subject = asked.subject
          and asked.base in (after_version, before_version)) known
    order by name, id desc`
  const was = new Map(rows.map(({ name, value }) => [name, value]))
  return moved.map((change) => {
    if (change.baseVersion === 0) return { ...change, before: null }
    return { ...change, before: was.get(nameOf(change)) ?? change.before }
  })
}

/** A colleague's change in this draft may be replaced only by a change based on it. */
function clashIn(
  held: readonly HeldChange[],
  change: ReleaseChange,
  stored: StoredChange | undefined,
  { release, staffId }: { release: ReleaseRow; staffId: number },
): Conflict[] {
  const before = held.find((one) => one.kind === stored?.kind && one.subject === stored.subject)
  if (!before || !stored) return []
  const seen = change.change_version
  if (seen === undefined ? before.changedBy === staffId : seen === before.version) return []
  return [
    {
      kind: stored.kind,
      subject: stored.subject,
      key: stored.key,
      before: stored.before,
      mine: stored.after,
      theirs: before.after,
      version: before.baseVersion,
      by:
        before.changedBy === null
          ? null
          : { id: String(before.changedBy), name: before.changedName ?? '' },
      at: before.changedAt.toISOString(),
      release: { id: String(release.id), name: release.name },
      change_version: before.version,
    },
  ]
}

/** The complete row: a text keeps its position, or takes that of its other languages. */
function completeValue(
  change: ReleaseChange,
  live: LiveValue | undefined,
  place: number | undefined,
): ChangeValue {
  const { after } = change
  if (after === null || !isContent(change.kind)) return after
  return { alt: '', position: live?.value?.['position'] ?? place ?? 0, ...defined(after) }
}

const defined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))

/** The positions of new texts, taken from other languages or from the shared texts. */
async function placesOf(
  sql: Queries,
  changes: readonly ReleaseChange[],
  live: ReadonlyMap<string, LiveValue>,
): Promise<Map<string, number>> {
  const subjects = changes
    .filter((change) => isContent(change.kind) && !live.has(nameOf(change)))
    .map((change) => ({ name: nameOf(change), ...contentAddress(change) }))
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
