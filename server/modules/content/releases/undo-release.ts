import type { Transaction } from '#server/platform/db/database.ts'
import { nameOf } from '#server/modules/content/releases/change-keys.ts'
import {
  isMoved,
  NOTHING,
  readLive,
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
  renewRelease,
} from '#server/modules/content/releases/release.sql.ts'
import { dropEnd } from '#server/modules/content/releases/schedule-release.ts'

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
