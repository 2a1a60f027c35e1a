import { useEffect, useRef, useState } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { Focus } from '#backoffice/modules/media/FocusField.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { PictureAnswer } from '#contract/media.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

export type ImageValues = { name: string; focus: Focus; decoration: boolean } & Record<
  Language,
  string
>
type Field = keyof ImageValues
const FIELDS: readonly Field[] = ['name', 'focus', 'decoration', ...allLanguages]

/** An edited field and its value when typing started. */
type Typed = { before: ImageValues[Field]; after: ImageValues[Field] }
type TypedFields = Partial<Record<Field, Typed>>
export type PictureConflict = Typed & {
  field: Field
  theirs: ImageValues[Field]
  by: string | null
  at: string | null
}

export type PictureDraft = ReturnType<typeof usePictureDraft>

const NO_CHANGES: TypedFields = {}
const valuesOf = ({ name, focus, decoration, texts }: PictureAnswer): ImageValues => ({
  name,
  focus,
  decoration,
  nl: texts.nl ?? '',
  en: texts.en ?? '',
  de: texts.de ?? '',
  fr: texts.fr ?? '',
})
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const changedFields = (values: TypedFields) =>
  FIELDS.flatMap((field) => {
    const change = values[field]
    return change && !isSame(change.before, change.after) ? [{ field, ...change }] : []
  })

const changesOf = ({ name, focus, decoration, ...texts }: Partial<ImageValues>) => ({
  ...(name === undefined ? {} : { name }),
  ...(focus === undefined ? {} : { focus }),
  ...(decoration === undefined ? {} : { decoration }),
  texts,
})

/** Fields that another user has changed to another value since typing started. */
function conflictsOf(
  typed: readonly (Typed & { field: Field })[],
  now: PictureAnswer,
): PictureConflict[] {
  const current = valuesOf(now)
  const { by = null, at = null } = now.changed ?? {}
  return typed
    .filter(
      ({ field, before, after }) =>
        !isSame(current[field], before) && !isSame(current[field], after),
    )
    .map((change) => ({ ...change, theirs: current[change.field], by, at }))
}

const valuesAfter = (typed: ReturnType<typeof changedFields>) =>
  Object.fromEntries(typed.map(({ field, after }) => [field, after])) as Partial<ImageValues>

/**
 * Edits of an image, field by field. Edits of other fields or languages do not conflict. If two users change the same
 * field, the second user sees both values.
 */
export function usePictureDraft(picture: PictureAnswer, me: string) {
  const t = useTranslate()
  const draft = useDraft<TypedFields>(`${me}.picture.${picture.id}`, NO_CHANGES)
  const action = useAction('changePicture', { done: () => t('media.saved') })
  const [isChecking, setIsChecking] = useState(false)
  const [conflicts, setConflicts] = useState<readonly PictureConflict[]>([])
  const latest = useRef(draft.values)
  useEffect(() => {
    latest.current = draft.values
  })
  const saved = valuesOf(picture)
  const typed = changedFields(draft.values)
  const after = valuesAfter(typed)
  const setField = (field: Field, change: Typed | undefined) => draft.type({ [field]: change })
  function type(field: Field, after: ImageValues[Field] | undefined) {
    if (after === undefined) return
    const before = draft.values[field]?.before ?? saved[field]
    setField(field, isSame(before, after) ? undefined : { before, after })
  }
  const removeConflict = (field: Field) =>
    setConflicts((all) => all.filter((conflict) => conflict.field !== field))

  return {
    values: { ...saved, ...after },
    changed: typed.length > 0,
    busy: isChecking || action.busy,
    failure: action.failure,
    conflicts,
    clear: draft.clear,
    type: (part: Partial<ImageValues>) => {
      for (const field of FIELDS) type(field, part[field])
    },
    takeTheirs: (field: Field) => {
      setField(field, undefined)
      removeConflict(field)
    },
    /** The user has seen the other value, so the edit now replaces it. */
    takeMine: ({ field, theirs }: PictureConflict, after: ImageValues[Field]) => {
      setField(field, isSame(theirs, after) ? undefined : { before: theirs, after })
      removeConflict(field)
    },
    later: () => setConflicts([]),
    save: async () => {
      if (isChecking) return
      setIsChecking(true)
      const now = await fetchBackoffice('picture', { hash: picture.id }).catch(() => picture)
      setIsChecking(false)
      const found = conflictsOf(typed, now)
      if (found.length > 0) return setConflicts(found)
      const input = { hash: picture.id, version: now.version, ...changesOf(after) }
      const outcome = await action.run(input)
      if (!outcome) return
      // Input typed during the save stays unsaved, based on the saved value.
      for (const { field, after } of typed) {
        const now = latest.current[field]
        setField(
          field,
          now && !isSame(now.after, after) ? { before: after, after: now.after } : undefined,
        )
      }
    },
  }
}
