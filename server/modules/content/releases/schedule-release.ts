import type { Transaction } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/job-queue.ts'
import {
  addRelease,
  type SkippedNode,
  lockPublishing,
  type ReleaseRow,
  saveChanges,
  renewRelease,
} from '#server/modules/content/releases/release.sql.ts'
import {
  inverseOf,
  publishRelease,
  type Published,
  skippedNodes,
} from '#server/modules/content/releases/publish-release.ts'
import { nameOf } from '#server/modules/content/releases/change-keys.ts'
import {
  isMoved,
  NOTHING,
  readLive,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'

export type Schedule = {
  from: Date | null
  until: Date | null
  zone: string | null
  /** Theme states that a second colleague approved although they are unreadable. */
  unreadable?: string[]
}

/** Writes down when it is to be in the shop and when what was comes back; the jobs are part of the transaction. */
export async function setSchedule(
  sql: Transaction,
  jobs: Pick<Jobs, 'send'>,
  release: ReleaseRow,
  { from, until, zone, unreadable }: Schedule,
  by: { staffId: number; at: Date },
): Promise<ReleaseRow> {
  const [row] = await sql<ReleaseRow[]>`
    update release set from_at = ${from}, until_at = ${until}, time_zone = ${zone},
      notes = ${sql.json(unreadable ? { unreadable } : {})},
      published_by = ${by.staffId}, state = ${from ? 'scheduled' : release.state}, version = version + 1
    where id = ${release.id} returning *`
  if (!row) throw new Error(`release ${release.id} went while it was scheduled`)
  if (from) await queuePublishing(sql, jobs, release.id, from)
  if (until) {
    const end = await addRelease(sql, {
      name: release.name,
      source: 'end',
      state: 'scheduled',
      channels: release.channels,
      from_at: until,
      time_zone: zone,
      ends_id: release.id,
      reverts_id: release.id,
      made_by: by.staffId,
      made_at: by.at,
    })
    await queuePublishing(sql, jobs, end.id, until)
  }
  return row
}

export const queuePublishing = (sql: Transaction, jobs: Pick<Jobs, 'send'>, id: number, at: Date) =>
  jobs.send(sql, [{ name: 'publish-release', data: { id }, startAfter: at }])

/** What was to come back at its end stays away. */
export async function dropEnd(sql: Transaction, releaseId: number) {
  await sql`
    update release set state = 'archived', version = version + 1
    where ends_id = ${releaseId} and state = 'scheduled'`
}

/**
 * Turns a scheduled release back into a draft; with `stopped`, a release that could not be published, with the
 * reason.
 */
export async function withdrawSchedule(sql: Transaction, releaseId: number, stopped?: string) {
  await dropEnd(sql, releaseId)
  await sql`
    update release set state = ${stopped === undefined ? 'draft' : 'stopped'}, until_at = null,
      from_at = null, published_by = null, version = version + 1,
      notes = ${sql.json(stopped === undefined ? {} : { stopped })}
    where id = ${releaseId}`
}

export type Undone = { release: ReleaseRow; published: Published } | 'nothing-to-undo'

/** Takes a release back at once, but for what others wrote since, which is named. */
export async function undoAtOnce(
  sql: Transaction,
  release: ReleaseRow,
  { at, by }: { at: Date; by: number },
): Promise<Undone> {
  await lockPublishing(sql)
  const inverse = await inverseOf(sql, release.id)
  if (inverse.length === 0) return 'nothing-to-undo'
  await dropEnd(sql, release.id)
  const undo = await addRelease(sql, {
    name: release.name,
    source: 'undo',
    channels: release.channels,
    reverts_id: release.id,
    made_by: by,
    made_at: at,
  })
  await saveChanges(sql, undo.id, inverse, { staffId: by, at })
  return { release: undo, published: await publishRelease(sql, undo, { at, by }) }
}

/** A draft that takes a release back, to be looked at first. */
export async function draftUndo(
  sql: Transaction,
  release: ReleaseRow,
  { at, by, name }: { at: Date; by: number; name: string },
): Promise<{ draft: ReleaseRow; left: SkippedNode[] } | 'nothing-to-undo'> {
  const inverse = await inverseOf(sql, release.id)
  const live = await readLive(sql, inverse)
  const moved = inverse.filter((change) => isMoved(change, live.get(nameOf(change)) ?? NOTHING))
  // Values that are already restored, as after an undo, are left out; the others are based on the current values.
  const kept = inverse.flatMap((change) => {
    const { version, value } = live.get(nameOf(change)) ?? NOTHING
    if (moved.includes(change) || isSameValue(change.kind, value, change.after)) return []
    return { ...change, baseVersion: version, before: value }
  })
  if (kept.length === 0) return 'nothing-to-undo'
  const draft = await addRelease(sql, {
    name,
    source: 'backoffice',
    reverts_id: release.id,
    made_by: by,
    made_at: at,
  })
  await saveChanges(sql, draft.id, kept, { staffId: by, at })
  await renewRelease(sql, draft.id)
  return { draft, left: await skippedNodes(sql, moved) }
}
