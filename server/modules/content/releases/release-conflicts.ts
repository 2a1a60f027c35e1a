import type { Conflict } from '#contract/content/release-change.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { nodeKey, type StoredChange } from '#server/modules/content/releases/change-keys.ts'
import { type LiveValue, NO_VALUE } from '#server/modules/content/releases/live-values.ts'
import { findLastAuthors } from '#server/modules/content/releases/release.sql.ts'

/** Values that others published since a change was made: the original value and both new ones. */
export async function describeConflicts(
  sql: Queries,
  outdated: readonly StoredChange[],
  live: ReadonlyMap<string, LiveValue>,
): Promise<Conflict[]> {
  const authors = await findLastAuthors(sql, outdated)
  return outdated.map((change) => {
    const { kind, subject, key, before, after } = change
    const theirs = live.get(nodeKey(change)) ?? NO_VALUE
    return {
      kind,
      subject,
      key,
      before,
      mine: after,
      theirs: theirs.value,
      version: theirs.version,
      ...(authors.get(`${kind} ${subject}`) ?? { by: null, at: null, release: null }),
      change_version: null,
    }
  })
}
