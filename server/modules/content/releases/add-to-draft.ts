import type { ReleaseChange } from '#contract/content/release-change.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { checkChanges } from '#server/modules/content/releases/validate-changes.ts'
import { storeDraftChanges } from '#server/modules/content/releases/store-draft-changes.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type StoredChange, subjectOf } from '#server/modules/content/releases/change-keys.ts'
import {
  type AuthoredChange,
  type ReleaseRow,
  refreshRelease,
} from '#server/modules/content/releases/release.sql.ts'

/** Validates changes and adds them to a draft that already has `draftChanges`. */
export async function addToDraft(
  caller: SignedIn,
  release: ReleaseRow,
  draftChanges: readonly AuthoredChange[],
  changes: readonly ReleaseChange[],
) {
  const { sql, now, colleague } = caller
  const checked = await checkChanges(sql, changes, { ...caller, draftChanges })
  if (refused(checked)) return checked
  const stored = await storeDraftChanges(
    sql,
    { release, draftChanges },
    checked.map(({ change }) => change),
    { staffId: colleague.id, at: now },
  )
  if (refused(stored)) return stored
  const { changes: storedChanges, written } = stored
  if (written > 0) await refreshRelease(sql, release.id)
  return {
    changes: storedChanges,
    before: Object.fromEntries(
      storedChanges.map(({ kind, subject, before }) => [`${kind} ${subject}`, before]),
    ),
    after: Object.fromEntries(
      storedChanges.map(({ kind, subject, after }) => [`${kind} ${subject}`, after]),
    ),
    feedback: {
      removed: checked.flatMap(({ change, removed }) =>
        removed.length > 0 ? { subject: subjectOf(change), what: removed } : [],
      ),
      warnings: checked.flatMap(({ change, warnings }) =>
        warnings.map((message) => ({ subject: subjectOf(change), message })),
      ),
    },
  }
}

export const onlyChannelOf = (changes: readonly StoredChange[]) => {
  const [first, ...others] = new Set(changes.map(({ channelId }) => channelId))
  return others.length === 0 ? first : undefined
}
