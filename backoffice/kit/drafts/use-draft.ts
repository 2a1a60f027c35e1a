import { useCallback, useEffect, useRef, useState } from 'react'

import {
  baseName,
  discardDraftField,
  onDraftDiscarded,
  onDraftRestored,
  notifyDraftRestored,
  hasTyped,
  saveDraftField,
  readDraftFields,
} from '#backoffice/kit/drafts/draft-storage.ts'
import { useUnsavedChanges } from '#backoffice/kit/drafts/unsaved-changes.ts'

/** A field of `undefined` shows the server's value again. */
type Part<Values> = { [Field in keyof Values]?: Values[Field] | undefined }
/** The input, and for each of its fields the server's value when typing began there. */
type Typed<Values> = { name: string; part: Partial<Values>; base: Partial<Values> }

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
  type: (part: Part<Values>) => void
  /** Clears the input, and returns a function that restores it, except in fields with newer input. */
  clear: (fields?: readonly string[]) => () => void
  /** Clears the fields whose input is still the same as what was sent. */
  clearSent: (sent: Part<Values>) => void
  conflict: DraftConflict<Values>
} {
  const [typed, setTyped] = useState(() => readDraft<Values>(name))
  // The same component now shows the form of another subject.
  if (typed.name !== name) setTyped(readDraft<Values>(name))
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })

  const type = useCallback(
    (part: Part<Values>) => {
      for (const [field, value] of Object.entries(part)) {
        if (value === undefined) dropField(name, field)
        else storeField({ name, field, value, base: valueOf(latest.current, field) })
      }
      setTyped((before) => withPart(before, part, latest.current))
    },
    [name],
  )
  function clear(fields: readonly string[] = Object.keys(typed.part)) {
    for (const field of fields) dropField(name, field)
    setTyped(readDraft<Values>(name))
    return () => {
      for (const [field, value] of Object.entries(typed.part)) {
        if (!fields.includes(field) || hasTyped(name, field)) continue
        storeField({ name, field, value, base: typed.base[field as keyof Values] ?? null })
      }
      notifyDraftRestored(name)
    }
  }
  function clearSent(sent: Part<Values>) {
    const now = readDraftFields(name)
    const unchanged = Object.entries(sent).filter(([field, value]) => isSame(now[field], value))
    clear(unchanged.map(([field]) => field))
  }
  // Another tab of this user saved the field, so this form shows the server's value.
  useEffect(
    () =>
      onDraftDiscarded(name, (field) => {
        discardDraftField(baseName(name), field)
        setTyped((before) => withPart(before, { [field]: undefined } as Part<Values>, {}))
      }),
    [name],
  )
  useEffect(() => onDraftRestored(name, () => setTyped(readDraft<Values>(name))), [name])
  const values = { ...read, ...typed.part }
  const changed = JSON.stringify(values) !== JSON.stringify(read)
  useUnsavedChanges(name, changed)
  const conflict = conflictOf({ typed, read, type, setTyped })
  return { values, changed, type, clear, clearSent, conflict }
}

/** Fields with input that someone else has changed since typing began there. */
export type DraftConflict<Values> = {
  fields: (keyof Values & string)[]
  /** The input replaces what the other person saved. */
  takeMine: (fields: readonly string[]) => void
  /** The fields show what the other person saved. */
  takeTheirs: (fields: readonly string[]) => void
}

function conflictOf<Values extends object>({
  typed: { name, part, base },
  read,
  type,
  setTyped,
}: {
  typed: Typed<Values>
  read: Values
  type: (part: Part<Values>) => void
  setTyped: (change: (before: Typed<Values>) => Typed<Values>) => void
}): DraftConflict<Values> {
  const fields = (Object.keys(part) as (keyof Values & string)[]).filter(
    (field) =>
      field in base &&
      !isSame(base[field], valueOf(read, field)) &&
      !isSame(part[field], valueOf(read, field)),
  )
  return {
    fields,
    takeMine(chosen) {
      const now = chosen.map((field) => [field, valueOf(read, field)] as const)
      for (const [field, value] of now) saveDraftField(baseName(name), field, value)
      setTyped((before) => ({ ...before, base: { ...before.base, ...Object.fromEntries(now) } }))
    },
    takeTheirs: (chosen) =>
      type(Object.fromEntries(chosen.map((field) => [field, undefined])) as Part<Values>),
  }
}

/** An absent value is stored as null. */
const valueOf = (read: object, field: string): unknown =>
  (read as Readonly<Record<string, unknown>>)[field] ?? null
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function storeField({
  name,
  field,
  value,
  base,
}: {
  name: string
  field: string
  value: unknown
  base: unknown
}) {
  if (!hasTyped(name, field)) saveDraftField(baseName(name), field, base)
  saveDraftField(name, field, value)
}

function dropField(name: string, field: string) {
  discardDraftField(name, field)
  discardDraftField(baseName(name), field)
}

/** The base of a field is its value before the first input. A field of `undefined` would hide the server's value. */
function withPart<Values extends object>(
  { name, part: before, base: basesBefore }: Typed<Values>,
  part: Part<Values>,
  read: object,
): Typed<Values> {
  const typed = Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined)
  const bases = typed.flatMap(([field]) => {
    if (field in basesBefore) return [[field, basesBefore[field as keyof Values]]]
    return field in before ? [] : [[field, valueOf(read, field)]]
  })
  return {
    name,
    part: Object.fromEntries(typed) as Partial<Values>,
    base: Object.fromEntries(bases) as Partial<Values>,
  }
}

const readDraft = <Values extends object>(name: string): Typed<Values> => ({
  name,
  part: readDraftFields(name) as Partial<Values>,
  base: readDraftFields(baseName(name)) as Partial<Values>,
})
