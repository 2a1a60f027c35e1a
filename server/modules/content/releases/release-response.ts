import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  findShownRelease,
  type AuthoredChange,
  lockRelease,
  type ReleaseRow,
  type ShownRelease,
} from '#server/modules/content/releases/release.sql.ts'

const UNDO_MS = 7 * 24 * 3_600_000

export const releaseUndoUntil = (publishedAt: Date) => new Date(publishedAt.getTime() + UNDO_MS)

/** A reference to a colleague or a release; null without an id. */
const idAndName = (id: number | null, name: string | null) =>
  id === null ? null : { id: String(id), name: name ?? '' }

/** A published end removed its release from the shop, so it is shown as ended. */
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
    reverts: idAndName(row.reverts_id, row.reverts_name),
    ends: idAndName(row.ends_id, row.ends_name),
    changes: row.changes,
    made_by: idAndName(row.made_by, row.made_name),
    made_at: row.made_at.toISOString(),
    published_by: idAndName(row.published_by, row.published_name),
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
  changed_by: idAndName(change.changedBy, change.changedName),
  changed_at: change.changedAt.toISOString(),
})

type Viewer = Pick<StaffCaller, 'channels' | 'within'> & { colleague: { id: number } }

/** A release is visible to colleagues with access to all of its channels; an empty release only to its author. */
export function canSeeRelease({ channels: own, within, colleague }: Viewer, release: ReleaseRow) {
  if (own === null) return true
  if (release.channels.length === 0) return release.made_by === colleague.id
  return release.channels.every(within)
}

/** `canSeeRelease` as a condition of a query. */
export const isVisibleTo = (
  sql: Queries,
  { channels, colleague }: Pick<Viewer, 'channels' | 'colleague'>,
) =>
  channels === null
    ? sql`true`
    : sql`(release.channels <@ ${[...channels]}::text[]
        and (release.channels <> '{}' or release.made_by = ${colleague.id}))`

export async function releaseById(sql: Queries, id: number) {
  const row = await findShownRelease(sql, id)
  if (!row) throw new Error(`release ${id} not found`)
  return releaseAnswer(row)
}

/** The release, locked until the end of the transaction; refused if the caller may not see it. */
export async function lockVisibleRelease(sql: Queries, id: string, caller: Viewer) {
  const release = await lockRelease(sql, Number(id))
  return release && canSeeRelease(caller, release) ? release : refuseStaff('not-found')
}
