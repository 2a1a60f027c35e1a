import { useCallback, useEffect, useState } from 'react'

import {
  dropTyped,
  followDropped,
  storeTyped,
  readTyped,
} from '#backoffice/kit/drafts/draft-storage.ts'
import { useTyping } from '#backoffice/kit/drafts/unsaved-changes.ts'

/**
 * Input of a form, stored in the browser until it is saved or discarded. It survives a language change, a sign-in, a
 * lost connection and a switch of tabs. `name` identifies the user and the subject. Fields without input show the
 * data from the server.
 */
export function useDraft<Values extends object>(
  name: string,
  read: Values,
): {
  values: Values
  changed: boolean
  /** A field of `undefined` shows the server's value again. */
  type: (part: { [Field in keyof Values]?: Values[Field] | undefined }) => void
  clear: () => void
} {
  const [typed, setTyped] = useState(() => ({ name, part: readDraft<Values>(name) }))
  // The same component now shows the form of another subject.
  if (typed.name !== name) setTyped({ name, part: readDraft<Values>(name) })

  const type = useCallback(
    (part: { [Field in keyof Values]?: Values[Field] | undefined }) => {
      for (const [field, value] of Object.entries(part)) {
        if (value === undefined) dropTyped(name, field)
        else storeTyped(name, field, value)
      }
      setTyped((before) => ({ name, part: withoutGaps<Values>({ ...before.part, ...part }) }))
    },
    [name],
  )
  const fields = Object.keys(typed.part).join('\n')
  const clear = useCallback(() => {
    for (const field of fields.split('\n')) dropTyped(name, field)
    setTyped({ name, part: {} })
  }, [name, fields])
  // Another tab of this user saved the field, so this form shows the server's value.
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

/** A field of `undefined` would hide the value from the server. */
const withoutGaps = <Values extends object>(part: object) =>
  Object.fromEntries(
    Object.entries(part).filter(([, value]) => value !== undefined),
  ) as Partial<Values>

const readDraft = <Values extends object>(name: string) => readTyped(name) as Partial<Values>
