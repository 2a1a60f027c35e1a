import type { Queries } from '#server/platform/db/database.ts'
import { releaseUndoUntil } from '#server/modules/content/releases/release-response.ts'
import { compareTexts } from '#server/modules/content/releases/compare-texts.ts'
import { findOutdated } from '#server/modules/content/releases/live-values.ts'
import { inverseOf, skippedNodes } from '#server/modules/content/releases/publish-release.ts'
import { describeConflicts } from '#server/modules/content/releases/release-conflicts.ts'
import type { AuthoredChange, ReleaseRow } from '#server/modules/content/releases/release.sql.ts'

/** Values that others published since, with the differences on each side. */
export async function findConflicts(sql: Queries, changes: readonly AuthoredChange[]) {
  const { outdated, live } = await findOutdated(sql, changes)
  const versions = new Map(
    changes.map((change) => [`${change.kind} ${change.subject}`, change.version]),
  )
  return (await describeConflicts(sql, outdated, live)).map((conflict) => ({
    ...conflict,
    change_version: versions.get(`${conflict.kind} ${conflict.subject}`) ?? null,
    by_mine: compareTexts(conflict.before, conflict.mine),
    by_theirs: compareTexts(conflict.before, conflict.theirs),
  }))
}

/** Shown before an undo: how many values it would restore, and which it would leave because others changed them. */
export async function undoPreview(sql: Queries, release: ReleaseRow, now: Date) {
  if (!release.published_at || now > releaseUndoUntil(release.published_at)) return null
  if (await findUndo(sql, release.id)) return null
  const inverse = await inverseOf(sql, release.id)
  const { outdated } = await findOutdated(sql, inverse)
  if (inverse.length === outdated.length) return null
  return { things: inverse.length - outdated.length, left: await skippedNodes(sql, outdated) }
}

type UndoRow = {
  id: number
  name: string
  ends: boolean
  by: string | null
  by_id: number | null
  at: Date
}

/** The release that undid this one, unless that undo was undone too. */
export async function findUndo(sql: Queries, id: number) {
  let undo: UndoRow | null = null
  for (let next: UndoRow | undefined, revertedId = id; ; revertedId = next.id) {
    const rows: UndoRow[] = await sql<UndoRow[]>`
      select release.id, release.name, release.source = 'end' as ends, staff.name as by, staff.id as by_id, published_at as at
      from release
        left join staff on staff.id = case when source = 'end' then made_by else published_by end
      where reverts_id = ${revertedId} and published_at is not null order by release.id desc limit 1`
    next = rows[0]
    if (!next) break
    // Each further undo reverses the one before.
    undo = undo ? null : next
  }
  return (
    undo && {
      release: { id: String(undo.id), name: undo.name },
      ends: undo.ends,
      by: undo.by_id === null ? null : { id: String(undo.by_id), name: undo.by ?? '' },
      at: undo.at.toISOString(),
    }
  )
}

/** The time zones of these channels, the most frequent first. */
export async function groupByTimeZone(sql: Queries, channels: readonly string[]) {
  return sql<{ zone: string; channels: string[] }[]>`
    select time_zone as zone, array_agg(id order by id) as channels from channel
    where id = any(${channels as string[]}) group by 1 order by count(*) desc, 1`
}
