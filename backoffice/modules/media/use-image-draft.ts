import { useEffect, useRef, useState } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { Focus } from '#backoffice/modules/media/FocusField.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { PictureAnswer } from '#contract/media.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

export type ImageTexts = { name: string; focus: Focus; decoration: boolean } & Record<
  Language,
  string
>
type Field = keyof ImageTexts
const FIELDS: readonly Field[] = ['name', 'focus', 'decoration', ...allLanguages]

/** An edited field and its value when typing started. */
type Typed = { before: ImageTexts[Field]; after: ImageTexts[Field] }
type TypedFields = Partial<Record<Field, Typed>>
export type PictureConflict = Typed & {
  field: Field
  theirs: ImageTexts[Field]
  by: string | null
  at: string | null
}

export type PictureDraft = ReturnType<typeof usePictureDraft>

const NOTHING: TypedFields = {}
const wordsOf = ({ name, focus, decoration, texts }: PictureAnswer): ImageTexts => ({
  name,
  focus,
  decoration,
  nl: texts.nl ?? '',
  en: texts.en ?? '',
  de: texts.de ?? '',
  fr: texts.fr ?? '',
})
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Edits of an image, field by field. Edits of other fields or languages do not conflict. If two users change the same
 * field, the second user sees both values.
 */
export function usePictureDraft(picture: PictureAnswer, me: string) {
  const t = useTranslate()
  const draft = useDraft<TypedFields>(`${me}.picture.${picture.id}`, NOTHING)
  const action = useAction('changePicture', { done: () => t('media.saved') })
  const [asking, setAsking] = useState(false)
  const [conflicts, setConflicts] = useState<readonly PictureConflict[]>([])
  const latest = useRef(draft.values)
  useEffect(() => {
    latest.current = draft.values
  })
  const read = wordsOf(picture)
  const typed = FIELDS.flatMap((field) => {
    const one = draft.values[field]
    return one && !same(one.before, one.after) ? [{ field, ...one }] : []
  })
  const after = Object.fromEntries(
    typed.map(({ field, after }) => [field, after]),
  ) as Partial<ImageTexts>
  const put = (field: Field, one: Typed | undefined) => draft.type({ [field]: one })
  const settle = (field: Field) =>
    setConflicts((all) => all.filter((conflict) => conflict.field !== field))

  return {
    values: { ...read, ...after },
    changed: typed.length > 0,
    busy: asking || action.busy,
    wrong: action.wrong,
    conflicts,
    clear: draft.clear,
    type: (part: Partial<ImageTexts>) => {
      for (const field of FIELDS) {
        const after = part[field]
        if (after === undefined) continue
        const before = draft.values[field]?.before ?? read[field]
        put(field, same(before, after) ? undefined : { before, after })
      }
    },
    takeTheirs: (field: Field) => {
      put(field, undefined)
      settle(field)
    },
    /** The user has seen the other value, so the edit now replaces it. */
    takeMine: ({ field, theirs }: PictureConflict, after: ImageTexts[Field]) => {
      put(field, same(theirs, after) ? undefined : { before: theirs, after })
      settle(field)
    },
    later: () => setConflicts([]),
    save: async () => {
      if (asking) return
      setAsking(true)
      const now = await fetchBackoffice('picture', { hash: picture.id }).catch(() => picture)
      setAsking(false)
      const stands = wordsOf(now)
      const both = typed.filter(
        ({ field, before, after }) => !same(stands[field], before) && !same(stands[field], after),
      )
      if (both.length > 0) {
        const { by = null, at = null } = now.changed ?? {}
        setConflicts(both.map((one) => ({ ...one, theirs: stands[one.field], by, at })))
        return
      }
      const { name, focus, decoration, ...texts } = after
      const outcome = await action.run({
        hash: picture.id,
        version: now.version,
        ...(name === undefined ? {} : { name }),
        ...(focus === undefined ? {} : { focus }),
        ...(decoration === undefined ? {} : { decoration }),
        texts,
      })
      if (!outcome) return
      // Input typed during the save stays unsaved, based on the saved value.
      for (const { field, after } of typed) {
        const now = latest.current[field]
        put(field, now && !same(now.after, after) ? { before: after, after: now.after } : undefined)
      }
    },
  }
}
