import { listTimeZones } from '#server/modules/content/releases/release-action.sql.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { isTimeZone } from '#domain/time/zone-days.ts'
import { momentOfWallTime, oddityOfWallTime } from '#domain/time/zone-times.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/job-queue.ts'
import { addRelease, type ReleaseRow } from '#server/modules/content/releases/release.sql.ts'

export type Schedule = {
  from: Date | null
  until: Date | null
  zone: string | null
  /** Unreadable theme states that a second colleague approved. */
  unreadable?: string[]
}

/** Saves when a release starts and ends, or only its end. The jobs are part of the transaction. */
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
    // The end is a release of its own, which reverts this one.
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

/** Archives the scheduled end of a release, so that it restores nothing. */
export async function archiveEnd(sql: Transaction, releaseId: number) {
  await sql`
    update release set state = 'archived', version = version + 1
    where ends_id = ${releaseId} and state = 'scheduled'`
}

/**
 * Turns a scheduled release back into a draft. With `stopped`, the reason why it could not be published, it becomes a
 * stopped release.
 */
export async function withdrawSchedule(sql: Transaction, releaseId: number, stopped?: string) {
  await archiveEnd(sql, releaseId)
  await sql`
    update release set state = ${stopped === undefined ? 'draft' : 'stopped'}, until_at = null,
      from_at = null, published_by = null, version = version + 1,
      notes = ${sql.json(stopped === undefined ? {} : { stopped })}
    where id = ${releaseId}`
}

type ScheduleInput = {
  from?: string | null | undefined
  until?: string | null | undefined
  time_zone?: string | undefined
}

/** Start and end of a release. Without a start: at once. Without an end: never. */
export async function parseSchedule(
  sql: Queries,
  release: ReleaseRow,
  times: ScheduleInput,
  now: Date,
) {
  const zone = await timeZoneOf(sql, release, times.time_zone)
  if (refused(zone)) return zone
  const from = parseMoment('from', times.from, { zone, now })
  if (refused(from)) return from
  const until = parseMoment('until', times.until, { zone, now })
  if (refused(until)) return until
  if (from && from <= now) return refuseStaff('moment-past', { field: 'from' })
  if (until && until <= (from ?? now)) return refuseStaff('moment-past', { field: 'until' })
  return { zone, from, until }
}

/** The time zone for the times of a release: the requested one, or the one that all its channels have. */
async function timeZoneOf(sql: Queries, { channels }: ReleaseRow, requested: string | undefined) {
  if (requested !== undefined) {
    return isTimeZone(requested)
      ? requested
      : refuseStaff('invalid-input', {
          message: 'This time zone does not exist.',
          field: 'time_zone',
        })
  }
  const rows = await listTimeZones(sql, channels)
  const [first, ...others] = rows
  return first && others.length === 0 ? first.time_zone : refuseStaff('zones-differ')
}

/** Dates beyond two years are typing errors, and the rules of time zones are not known that far ahead. */
const MAX_AHEAD_MS = 2 * 366 * 24 * 3_600_000

/** The moment that the user entered, or null if there is none. */
function parseMoment(
  field: 'from' | 'until',
  time: string | null | undefined,
  { zone, now }: { zone: string; now: Date },
) {
  if (time === null || time === undefined) return null
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(time)
  const wallTime = time.slice(0, 16)
  const latest = now.getTime() + MAX_AHEAD_MS
  // Checked first, because dates beyond the year 9999 cannot be converted.
  if (Date.parse(`${wallTime}Z`) > latest) return refuseStaff('moment-far', { field })
  // The change to summer time skips an hour.
  if (!hasOffset && oddityOfWallTime(wallTime, zone) === 'skipped') {
    return refuseStaff('moment-skipped', { field })
  }
  const ms = hasOffset ? Date.parse(time) : momentOfWallTime(wallTime, zone)
  if (ms === undefined || Number.isNaN(ms)) {
    return refuseStaff('invalid-input', { message: `${field}: this time does not exist`, field })
  }
  return ms > latest ? refuseStaff('moment-far', { field }) : new Date(ms)
}
