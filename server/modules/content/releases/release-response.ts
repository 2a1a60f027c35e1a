import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  findShownReleases,
  type AuthoredChange,
  lockRelease,
  type ReleaseRow,
  type ShownRelease,
} from '#server/modules/content/releases/release.sql.ts'

const UNDO_MS = 7 * 24 * 3_600_000

export const releaseUndoUntil = (publishedAt: Date) => new Date(publishedAt.getTime() + UNDO_MS)

/** The person with this id, if there is one. */
const someone = (id: number | null, name: string | null) =>
  id === null ? null : { id: String(id), name: name ?? '' }

const named = someone

/** A release that was undone is over, and nothing of it is live. */
export const shownState = ({ source, state }: Pick<ReleaseRow, 'source' | 'state'>) =>
  source === 'end' && state === 'live' ? 'ended' : state

export function releaseAnswer(row: ShownRelease) {
  return {
    id: String(row.id),
    name: row.name,
    state: shownState(row),
    source: row.source,
    channels: row.channels,
    from: row.from_at?.toISOString() ?? null,
    until: row.until_at?.toISOString() ?? null,
    time_zone: row.time_zone,
    reverts: named(row.reverts_id, row.reverts_name),
    ends: named(row.ends_id, row.ends_name),
    changes: row.changes,
    made_by: someone(row.made_by, row.made_name),
    made_at: row.made_at.toISOString(),
    published_by: someone(row.published_by, row.published_name),
    published_at: row.published_at?.toISOString() ?? null,
    undo_until: row.published_at ? releaseUndoUntil(row.published_at).toISOString() : null,
    stopped: row.notes.stopped ?? null,
    version: row.version,
  }
}

export const changeAnswer = (change: AuthoredChange) => ({
  kind: change.kind,
  subject: change.subject,
  key: change.key,
  channel: change.channelId,
  base_version: change.baseVersion,
  before: change.before,
  after: change.after,
  change_version: change.version,
  changed_by: someone(change.changedBy, change.changedName),
  changed_at: change.changedAt.toISOString(),
})

type Who = Pick<StaffCaller, 'channels' | 'within'> & { colleague: { id: number } }

/** Visible to colleagues who work in all of its channels; an empty release only to its author. */
export function seesRelease({ channels: own, within, colleague }: Who, release: ReleaseRow) {
  if (own === null) return true
  if (release.channels.length === 0) return release.made_by === colleague.id
  return release.channels.every(within)
}

/** The same as a condition of a query. */
export const seenBy = (
  sql: Queries,
  { channels, colleague }: Pick<Who, 'channels' | 'colleague'>,
) =>
  channels === null
    ? sql`true`
    : sql`(release.channels <@ ${[...channels]}::text[]
        and (release.channels <> '{}' or release.made_by = ${colleague.id}))`

export async function shownRelease(sql: Queries, id: number) {
  const [row] = await findShownReleases(sql, sql`release.id = ${id}`, 1)
  if (!row) throw new Error(`release ${id} not found during the preview`)
  return releaseAnswer(row)
}

/** Locked until the end of the transaction. */
export async function ownRelease(sql: Queries, id: string, caller: Who) {
  const release = await lockRelease(sql, Number(id))
  return release && seesRelease(caller, release) ? release : refuseStaff('not-found')
}
