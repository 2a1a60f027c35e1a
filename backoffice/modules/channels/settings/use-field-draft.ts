import { useState } from 'react'

import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'
import { isSameValue } from '#backoffice/modules/channels/same-value.ts'

type Page = StaffResponse<'channelPage'>
/** An edited field and the version that the user saw. The version detects conflicts with other users. */
type TypedValue = { value: unknown; version: number }

/** Fields that another user changed after this user began to type there. */
function conflictsOf(refusal: Refusal<string> | null, typed: Record<string, TypedValue>) {
  return (refusal?.conflicts ?? []).flatMap(({ key, theirs, by, version }) => {
    const field = String((key as { field?: unknown }).field)
    const mine = typed[field]
    return mine && mine.version !== version ? { field, mine: mine.value, theirs, by, version } : []
  })
}

/** Channel fields in a form. Edits are stored as a draft and published together. */
export function useFieldDraft(name: string, page: Page, releaseName: string) {
  const draft = useDraft<Record<string, TypedValue>>(name, {})
  const [done, setDone] = useState<StaffResponse<'changeChannelFields'> | null>(null)
  const action = useAction('changeChannelFields')
  const live = (field: string) => page.fields.find((item) => item.field === field)
  const typed = Object.entries(draft.values).filter(
    ([field, { value }]) => !isSameValue(value, live(field)?.value ?? null),
  )
  const conflicts = conflictsOf(action.refusal, draft.values)
  const unusable =
    action.refusal?.refused === 'unusable-value' && draft.values[action.refusal.field ?? '']
      ? action.refusal.field
      : undefined
  return {
    value: (field: string): unknown =>
      field in draft.values ? draft.values[field]?.value : (live(field)?.value ?? null),
    set(field: string, value: unknown) {
      const version = draft.values[field]?.version ?? live(field)?.version ?? 0
      draft.type({ [field]: { value, version } })
      setDone(null)
      // A conflict shows both values until the user chooses one.
      if (action.refusal?.field === field) action.clearError()
    },
    changedFields: typed.map(([field]) => field),
    count: typed.length,
    discard: () => {
      action.clearError()
      return draft.clear()
    },
    conflicts,
    /** Resolves a conflict: the user's own value replaces the other value, or is discarded. */
    choose(field: string, winner: 'mine' | 'theirs') {
      const conflict = conflicts.find((item) => item.field === field)
      if (!conflict) return
      const value = winner === 'mine' ? conflict.mine : (conflict.theirs?.['value'] ?? null)
      draft.type({ [field]: { value, version: conflict.version } })
      // The refusal was about these conflicts only.
      if (conflicts.length === 1) action.clearError()
    },
    refusal: action.refusal,
    /** Whether the server refused this input as invalid. */
    isUnusable: (field: string) => unusable === field,
    // A colour shows this error itself.
    failure: conflicts.length > 0 || unusable?.startsWith('theme.') ? null : action.failure,
    done,
    /** Publishes the changes. Returns whether that succeeded. */
    async save(): Promise<boolean> {
      const answer = await action.run({
        id: page.id,
        name: releaseName,
        changes: typed.map(([field, { value, version }]) => ({
          field,
          base_version: version,
          after:
            value === null || value === ''
              ? null
              : ({ value } as { value: string | number | boolean | string[] }),
        })),
      })
      if (!answer) return false
      draft.clear()
      setDone(answer)
      return true
    },
  }
}

export type FieldDraft = ReturnType<typeof useFieldDraft>
