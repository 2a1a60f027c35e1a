import type { Overlap } from '#contract/content/releases.staff.ts'
import type { ChangeKind, ChangeValue, ReleaseChange } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { canSeeRelease } from '#server/modules/content/releases/release-response.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  isContent,
  nodeKey,
  type StoredChange,
} from '#server/modules/content/releases/change-keys.ts'
import {
  isOutdated,
  type LiveValue,
  NO_VALUE,
  readLiveValues,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import type { ReleaseRow } from '#server/modules/content/releases/release.sql.ts'

/** At most this many values per release are listed in the response. */
const MAX_LISTED = 20

type PlannedChange = ReleaseRow & {
  kind: ChangeKind
  subject: string
  key: ReleaseChange['key']
  base_version: number
  change_before: ChangeValue
  change_after: ChangeValue
}

/**
 * Scheduled releases and ends that change the same nodes in the same period: the later release would be stopped on its
 * day. Equal values do not conflict, nor do values that an end will skip.
 */
export async function findOverlaps(
  sql: Queries,
  changes: readonly StoredChange[],
  { id, from, until }: { id: number; from: Date; until: Date | null },
  caller: Pick<SignedIn, 'channels' | 'within' | 'colleague'>,
): Promise<Overlap[]> {
  // A text of a mail may be stored as a change of either kind.
  const subjects = changes.flatMap(({ kind, subject }) =>
    (isContent(kind) ? (['content', 'mail'] as const) : [kind]).map((kind) => ({ kind, subject })),
  )
  const rows = await sql<PlannedChange[]>`
    select release.*, change.kind, change.subject, change.key, change.base_version,
      change.before as change_before, change.after as change_after
    from jsonb_to_recordset(${sql.json(subjects)}) as planned (kind text, subject text)
      join release_change change using (kind, subject)
      join release on release.id = change.release_id
    where release.state = 'scheduled' and release.id <> ${id} and release.ends_id is distinct from ${id}
      and case when release.source = 'end' then release.from_at <= ${from}
        else (release.until_at is null or release.until_at > ${from})
          and (${until}::timestamptz is null or release.from_at < ${until}) end
    order by release.from_at, release.id, change.kind, change.subject`
  if (rows.length === 0) return []
  const ownChanges = new Map(changes.map((change) => [nodeKey(change), change]))
  const live = await readLiveValues(sql, rows)
  const overlaps = new Map<number, Overlap>()
  for (const row of rows) {
    const change = ownChanges.get(nodeKey(row))
    if (!change || !isOverlapping(row, change, live.get(nodeKey(row)) ?? NO_VALUE)) continue
    const overlap = overlaps.get(row.id) ?? overlapResponse(row, caller)
    overlaps.set(row.id, overlap)
    overlap.count += 1
    if (overlap.release && overlap.things.length < MAX_LISTED) {
      const { kind, subject, key, before, after } = change
      overlap.things.push({ kind, subject, key, before, after })
    }
  }
  return [...overlaps.values()]
}

function isOverlapping(row: PlannedChange, change: StoredChange, live: LiveValue): boolean {
  const { kind, change_before, change_after } = row
  if (isSameValue(kind, change_after, change.after)) return false
  if (row.source !== 'end') return true
  const restoring = {
    ...row,
    baseVersion: row.base_version,
    before: change_before,
    after: change_after,
  }
  return !isOutdated(restoring, live) && !isSameValue(kind, change_after, change.before)
}

function overlapResponse(row: PlannedChange, caller: Parameters<typeof canSeeRelease>[0]): Overlap {
  const { id, name, ends_id, from_at, until_at } = row
  const isEnd = ends_id !== null
  return {
    // Instead of an end, the release that it ends.
    release: canSeeRelease(caller, row) ? { id: String(ends_id ?? id), name } : null,
    from: isEnd ? null : (from_at?.toISOString() ?? null),
    until: (isEnd ? from_at : until_at)?.toISOString() ?? null,
    things: [],
    count: 0,
  }
}
