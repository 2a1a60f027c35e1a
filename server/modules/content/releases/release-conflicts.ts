import type { Conflict } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { nameOf, type StoredChange } from '#server/modules/content/releases/change-keys.ts'
import { type LiveValue, NOTHING } from '#server/modules/content/releases/live-values.ts'
import { lastWriters } from '#server/modules/content/releases/release.sql.ts'

/** Values that others published since a change was made: the original value and both new ones. */
export async function conflictsOf(
  sql: Queries,
  moved: readonly StoredChange[],
  live: ReadonlyMap<string, LiveValue>,
): Promise<Conflict[]> {
  const writers = await lastWriters(sql, moved)
  return moved.map((change) => {
    const { kind, subject, key, before, after } = change
    const theirs = live.get(nameOf(change)) ?? NOTHING
    return {
      kind,
      subject,
      key,
      before,
      mine: after,
      theirs: theirs.value,
      version: theirs.version,
      ...(writers.get(`${kind} ${subject}`) ?? { by: null, at: null, release: null }),
      change_version: null,
    }
  })
}
