import { TextConflict } from '#backoffice/kit/rich-text/TextConflict.tsx'
import { acceptTheirs, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import type { Saving } from '#backoffice/modules/content/editor/use-saving.ts'
import type { Conflict } from '#contract/content/release-change.ts'

/** A conflict in a value that is not text. The user chooses one of the two versions. */
export function ChangeConflict({
  conflict,
  typed,
  type,
  saving,
}: {
  conflict: Conflict
  typed: TypedChanges
  type: (part: TypedChanges) => void
  saving: Saving
}) {
  const { subject } = conflict
  const { fullName } = useNodeNames()
  const mine = typed[subject]
  return (
    <TextConflict
      key={subject}
      conflict={mine ? { ...conflict, before: mine.before, mine: mine.after } : conflict}
      name={fullName({ ...conflict, after: conflict.mine ?? conflict.theirs })}
      kind="plain"
      lang=""
      variables={[]}
      more={saving.conflicts.length - 1}
      onLater={saving.later}
      onTheirs={() => {
        type({ [subject]: undefined })
        saving.settle(conflict)
      }}
      onMine={(after) => {
        if (mine) type({ [subject]: acceptTheirs(mine, conflict, saving.release, after) })
        saving.settle(conflict)
      }}
    />
  )
}
