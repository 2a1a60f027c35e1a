import { listTimeZones } from '#server/modules/content/releases/release-action.sql.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { isTimeZone } from '#domain/time/zone-days.ts'
import { momentOfWallTime, oddityOfWallTime } from '#domain/time/zone-times.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
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
  /** Unreadable theme states that a second colleague approved. */
  unreadable?: string[]
}

/** Saves when a release starts and ends. The jobs are part of the transaction. */
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
  if (!row) throw new Error(`release ${release.id} not found during the scheduling`)
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

/** Deletes the stored values that an end would restore. */
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

/** Undoes a release at once. Values that others changed since stay and are listed. */
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

/** Creates a draft that undoes a release, so that it can be reviewed first. */
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

type Asked = {
  from?: string | null | undefined
  until?: string | null | undefined
  time_zone?: string | undefined
}

/** Start and end of a release. Without a start: at once. Without an end: never. */
export async function momentsOf(sql: Queries, found: ReleaseRow, times: Asked, now: Date) {
  const zone = await zoneOf(sql, found, times.time_zone)
  if (refused(zone)) return zone
  const from = momentOf('from', times.from, { zone, now })
  if (refused(from)) return from
  const until = momentOf('until', times.until, { zone, now })
  if (refused(until)) return until
  if (from && from <= now) return refuseStaff('moment-past', { field: 'from' })
  if (until && until <= (from ?? now)) return refuseStaff('moment-past', { field: 'until' })
  return { zone, from, until }
}

/** The time zone of its times: that of its channels, if they agree. */
async function zoneOf(sql: Queries, { channels }: ReleaseRow, asked: string | undefined) {
  if (asked !== undefined) {
    return isTimeZone(asked)
      ? asked
      : refuseStaff('invalid-input', { message: 'There is no such time zone.', field: 'time_zone' })
  }
  const rows = await listTimeZones(sql, channels)
  const [first, ...others] = rows
  return first && others.length === 0 ? first.time_zone : refuseStaff('zones-differ')
}

/** A later date is a typing error, and the rules of time zones are not known that far ahead. */
const FURTHEST_MS = 2 * 366 * 24 * 3_600_000

/** null: no time given. */
function momentOf(
  field: 'from' | 'until',
  time: string | null | undefined,
  { zone, now }: { zone: string; now: Date },
) {
  if (time === null || time === undefined) return null
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(time)
  const wall = time.slice(0, 16)
  const furthest = now.getTime() + FURTHEST_MS
  // Checked first, because dates beyond the year 9999 cannot be converted.
  if (Date.parse(`${wall}Z`) > furthest) return refuseStaff('moment-far', { field })
  if (!hasOffset && oddityOfWallTime(wall, zone) === 'skipped') {
    return refuseStaff('moment-skipped', { field })
  }
  const ms = hasOffset ? Date.parse(time) : momentOfWallTime(wall, zone)
  if (ms === undefined || Number.isNaN(ms)) {
    return refuseStaff('invalid-input', { message: `${field}: there is no such time`, field })
  }
  return ms > furthest ? refuseStaff('moment-far', { field }) : new Date(ms)
}
