import type { ReleaseChange } from '#contract/content/release-change.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { checkChanges } from '#server/modules/content/releases/validate-changes.ts'
import { placeChanges } from '#server/modules/content/releases/store-draft-changes.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type StoredChange, subjectOf } from '#server/modules/content/releases/change-keys.ts'
import {
  type HeldChange,
  type ReleaseRow,
  renewRelease,
} from '#server/modules/content/releases/release.sql.ts'

/** Adds changes to a draft with its current changes; records the history and notifies their authors. */
export async function putInto(
  caller: SignedIn,
  release: ReleaseRow,
  held: readonly HeldChange[],
  changes: readonly ReleaseChange[],
) {
  const { sql, now, colleague } = caller
  const checked = await checkChanges(sql, changes, { ...caller, taken: held })
  if (refused(checked)) return checked
  const put = await placeChanges(
    sql,
    { release, held },
    checked.map(({ change }) => change),
    { staffId: colleague.id, at: now },
  )
  if (refused(put)) return put
  const { placed, written } = put
  if (written > 0) await renewRelease(sql, release.id)
  return {
    placed,
    before: Object.fromEntries(
      placed.map(({ kind, subject, before }) => [`${kind} ${subject}`, before]),
    ),
    after: Object.fromEntries(
      placed.map(({ kind, subject, after }) => [`${kind} ${subject}`, after]),
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

export const onlyChannelOf = (placed: readonly StoredChange[]) => {
  const [first, ...others] = new Set(placed.map(({ channelId }) => channelId))
  return others.length === 0 ? first : undefined
}
