import type { Queries } from '#server/platform/db/database.ts'
import { releaseUndoUntil } from '#server/modules/content/releases/release-response.ts'
import { compareWords } from '#server/modules/content/releases/compare-texts.ts'
import { nameOf, type StoredChange } from '#server/modules/content/releases/change-keys.ts'
import { isMoved, NOTHING, readLive } from '#server/modules/content/releases/live-values.ts'
import { inverseOf, skippedNodes } from '#server/modules/content/releases/publish-release.ts'
import { conflictsOf } from '#server/modules/content/releases/release-conflicts.ts'
import type { HeldChange, ReleaseRow } from '#server/modules/content/releases/release.sql.ts'

/** Values that others published since, with the differences on each side. */
export async function changedSince(sql: Queries, changes: readonly HeldChange[]) {
  const { moved, live } = await movedOf(sql, changes)
  const own = new Map(changes.map((change) => [`${change.kind} ${change.subject}`, change.version]))
  return (await conflictsOf(sql, moved, live)).map((conflict) => ({
    ...conflict,
    change_version: own.get(`${conflict.kind} ${conflict.subject}`) ?? null,
    by_mine: compareWords(conflict.before, conflict.mine),
    by_theirs: compareWords(conflict.before, conflict.theirs),
  }))
}

/** Shown before an undo: how many values it would restore, and which it would leave because others changed them. */
export async function whatUndoLeaves(sql: Queries, release: ReleaseRow, now: Date) {
  if (!release.published_at || now > releaseUndoUntil(release.published_at)) return null
  if (await undoneBy(sql, release.id)) return null
  const inverse = await inverseOf(sql, release.id)
  const { moved } = await movedOf(sql, inverse)
  if (inverse.length === moved.length) return null
  return { things: inverse.length - moved.length, left: await skippedNodes(sql, moved) }
}

type Taken = {
  id: number
  name: string
  ends: boolean
  by: string | null
  by_id: number | null
  at: Date
}

/** The release that undid it, unless that undo was undone too. */
export async function undoneBy(sql: Queries, id: number) {
  let taken: Taken | null = null
  for (let next: Taken | undefined, last = id; ; last = next.id) {
    const rows: Taken[] = await sql<Taken[]>`
      select release.id, release.name, release.source = 'end' as ends, staff.name as by, staff.id as by_id, published_at as at
      from release
        left join staff on staff.id = case when source = 'end' then made_by else published_by end
      where reverts_id = ${last} and published_at is not null order by release.id desc limit 1`
    next = rows[0]
    if (!next) break
    taken = taken ? null : next
  }
  return (
    taken && {
      release: { id: String(taken.id), name: taken.name },
      ends: taken.ends,
      by: taken.by_id === null ? null : { id: String(taken.by_id), name: taken.by ?? '' },
      at: taken.at.toISOString(),
    }
  )
}

export async function zonesOf(sql: Queries, channels: readonly string[]) {
  return sql<{ zone: string; channels: string[] }[]>`
    select time_zone as zone, array_agg(id order by id) as channels from channel
    where id = any(${channels as string[]}) group by 1 order by count(*) desc, 1`
}

async function movedOf<Change extends StoredChange>(sql: Queries, changes: readonly Change[]) {
  const live = await readLive(sql, changes)
  const moved = changes.filter((change) => isMoved(change, live.get(nameOf(change)) ?? NOTHING))
  return { moved, live }
}
