import { useCallback, useEffect, useState } from 'react'

import {
  dropTyped,
  followDropped,
  keepTyped,
  readTyped,
} from '#backoffice/kit/drafts/draft-storage.ts'
import { useTyping } from '#backoffice/kit/drafts/unsaved-changes.ts'

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
    (part: Partial<Values>) => {
      for (const [field, value] of Object.entries(part)) {
        if (value === undefined) dropTyped(name, field)
        else keepTyped(name, field, value)
      }
      setTyped((before) => ({ name, part: { ...before.part, ...part } }))
    },
    [name],
  )
  const fields = Object.keys(typed.part).join('\n')
  const clear = useCallback(() => {
    for (const field of fields.split('\n')) dropTyped(name, field)
    setTyped({ name, part: {} })
  }, [name, fields])
  // Another tab of the same person saved it: here it is read like anything else that is there.
  useEffect(
    () =>
      followDropped(name, (field) =>
        setTyped((before) => {
          const { [field as keyof Values]: _dropped, ...part } = before.part
          return { name: before.name, part: part as Partial<Values> }
        }),
      ),
    [name],
  )
  const values = { ...read, ...typed.part }
  const changed = JSON.stringify(values) !== JSON.stringify(read)
  useTyping(name, changed)
  return { values, changed, type, clear }
}

const readDraft = <Values extends object>(name: string) => readTyped(name) as Partial<Values>
