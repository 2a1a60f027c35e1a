import { useState } from 'react'

import {
  entriesOf,
  type Typed,
  type TypedChanges,
  type TypedEntries,
} from '#backoffice/modules/content/editor/text-changes.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Overlap } from '#contract/content/releases.staff.ts'
import type { Conflict } from '#contract/content/release-change.ts'
import { LONGEST_TEXT } from '#contract/shared/upload-limits.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

export type SaveOutcome = ReturnType<typeof useSaveOutcome>

/** The result of the last save: errors, notes, conflicts and planned releases. */
export function useSaveOutcome(typed: TypedChanges, busy: boolean) {
  const t = useTranslate()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string | null>(null)
  const [issues, setIssues] = useState<Record<string, string>>({})
  const [notes, setNotes] = useState<Record<string, string[]>>({})
  /** The texts were to be published at once, but the user must decide something first. */
  const [unpublished, setUnpublished] = useState(false)
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  /** Other releases planned for the same content, shown before this one is published. */
  const [planned, setPlanned] = useState<Overlap[]>([])
  // New input clears the errors of that text and of the form.
  const [lastTyped, setLastTyped] = useState(() => serializedChanges(typed))
  const now = serializedChanges(typed)
  if (
    Object.keys({ ...lastTyped, ...now }).some((subject) => lastTyped[subject] !== now[subject])
  ) {
    setLastTyped(now)
    if (!busy) {
      setFailure(null)
      setPlanned([])
      setIssues(
        Object.fromEntries(
          Object.entries(issues).filter(([subject]) => lastTyped[subject] === now[subject]),
        ),
      )
    }
  }

  /** A refusal that names a text appears at that text. */
  function fail(refusal: Refusal<string>, sent: TypedEntries, latest: TypedChanges) {
    if (refusal.conflicts) {
      setConflicts(refusal.conflicts)
      return
    }
    const subject = refusal.place === undefined ? undefined : sent[refusal.place]?.[0]
    const text = errorText(refusal, subject === undefined ? 0 : lengthOf(latest[subject]))
    if (subject === undefined) setFailure(text)
    else setIssues({ [subject]: text })
  }

  function clearError() {
    setFailure(null)
    setIssues({})
    setNotes({})
    setUnpublished(false)
    setPlanned([])
  }
  const note = (outcome: Parameters<typeof notesOf>[0]) =>
    setNotes((notes) => ({ ...notes, ...notesOf(outcome, t) }))
  const shown = { failure, issues, notes, conflicts, unpublished, planned }
  return { shown, setFailure, setUnpublished, setPlanned, setConflicts, note, fail, clearError }
}

/** The error message for a text of `length` characters. */
function useErrorText() {
  const t = useTranslate()
  const refusalTexts = useRefusalTexts()
  return (refusal: Refusal<string>, length: number): string => {
    const { refused: code, message } = refusal
    if (code === 'unusable-value') return `${refusalTexts(refusal)} ${message ?? ''}`
    if (code !== 'invalid-input') return refusalTexts(refusal)
    return length > LONGEST_TEXT
      ? t('textTooLong', { count: length, most: LONGEST_TEXT })
      : t('inputTooLong')
  }
}

const lengthOf = (typed: Typed | undefined): number => {
  const value = typed?.after?.['value']
  return typeof value === 'string' ? value.length : 0
}

/** The changes as comparable text, by subject. */
const serializedChanges = (typed: TypedChanges): Record<string, string> =>
  Object.fromEntries(
    entriesOf(typed).map(([subject, change]) => [subject, JSON.stringify(change.after)]),
  )

function notesOf(
  {
    removed,
    warnings,
  }: {
    removed: { subject: string; what: string[] }[]
    warnings: { subject: string; message: string }[]
  },
  t: ReturnType<typeof useTranslate>,
): Record<string, string[]> {
  const notes: Record<string, string[]> = {}
  for (const { subject, what } of removed) {
    notes[subject] = [...(notes[subject] ?? []), t('removedUnsupported', { what: what.join(', ') })]
  }
  for (const { subject, message } of warnings) {
    notes[subject] = [...(notes[subject] ?? []), t('checkLink', { what: message })]
  }
  return notes
}
