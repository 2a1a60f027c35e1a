import type { Transaction } from '#server/platform/db/database.ts'
import { nodeKey } from '#server/modules/content/releases/change-keys.ts'
import {
  findOutdated,
  NO_VALUE,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  inverseOf,
  publishRelease,
  type Published,
  skippedNodes,
} from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  type SkippedNode,
  lockPublishing,
  type ReleaseRow,
  saveChanges,
  refreshRelease,
} from '#server/modules/content/releases/release.sql.ts'
import { archiveEnd } from '#server/modules/content/releases/schedule-release.ts'

export type Undone = { release: ReleaseRow; published: Published } | 'nothing-to-undo'

/** Undoes a release at once. Values that others changed since are skipped and listed. */
export async function publishUndo(
  sql: Transaction,
  release: ReleaseRow,
  { at, by }: { at: Date; by: number },
): Promise<Undone> {
  await lockPublishing(sql)
  const inverse = await inverseOf(sql, release.id)
  if (inverse.length === 0) return 'nothing-to-undo'
  await archiveEnd(sql, release.id)
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
export async function createUndoDraft(
  sql: Transaction,
  release: ReleaseRow,
  { at, by, name }: { at: Date; by: number; name: string },
): Promise<{ draft: ReleaseRow; left: SkippedNode[] } | 'nothing-to-undo'> {
  const inverse = await inverseOf(sql, release.id)
  const { live, outdated } = await findOutdated(sql, inverse)
  // Values that are already restored, for example by an undo, are left out. The others are based on the live values.
  const changes = inverse.flatMap((change) => {
    const { version, value } = live.get(nodeKey(change)) ?? NO_VALUE
    if (outdated.includes(change) || isSameValue(change.kind, value, change.after)) return []
    return { ...change, baseVersion: version, before: value }
  })
  if (changes.length === 0) return 'nothing-to-undo'
  const draft = await addRelease(sql, {
    name,
    source: 'backoffice',
    reverts_id: release.id,
    made_by: by,
    made_at: at,
  })
  await saveChanges(sql, draft.id, changes, { staffId: by, at })
  await refreshRelease(sql, draft.id)
  return { draft, left: await skippedNodes(sql, outdated) }
}
