import { useCallback, useState } from 'react'

import { keep, kept } from '#backoffice/desk-storage.ts'
import { useTyping } from '#backoffice/typing.ts'

/**
 * What is typed into a form, kept in the browser until it is saved or thrown away: through another tab, another
 * language, a sign-in in between, and a line that was lost. `name` says whose and of what; what was read anew shows
 * where nothing was typed.
 */
export function useDraft<Values extends object>(
  name: string,
  read: Values,
): {
  values: Values
  changed: boolean
  type: (part: Partial<Values>) => void
  clear: () => void
} {
  const [typed, setTyped] = useState(() => ({ name, part: readDraft<Values>(name) }))
  // Another thing's form in the same place.
  if (typed.name !== name) setTyped({ name, part: readDraft<Values>(name) })

  const type = useCallback(
    (part: Partial<Values>) =>
      setTyped((before) => {
        const next = { ...before.part, ...part }
        keep(`draft.${name}`, JSON.stringify(next))
        return { name, part: next }
      }),
    [name],
  )
  const clear = useCallback(() => {
    keep(`draft.${name}`, null)
    setTyped({ name, part: {} })
  }, [name])
  const values = { ...read, ...typed.part }
  const changed = JSON.stringify(values) !== JSON.stringify(read)
  useTyping(name, changed)
  return { values, changed, type, clear }
}

function readDraft<Values extends object>(name: string): Partial<Values> {
  try {
    return JSON.parse(kept(`draft.${name}`) ?? '{}') as Partial<Values>
  } catch {
    return {}
  }
}
