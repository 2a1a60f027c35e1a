import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import {
  entriesOf,
  toSend,
  type Typed,
  type TypedChanges,
} from '#backoffice/modules/content/editor/text-changes.ts'
import { useAsked } from '#backoffice/kit/router/address.tsx'
import { answeredOnce } from '#backoffice/kit/api/idempotency-keys.ts'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Overlap } from '#contract/content/releases.staff.ts'
import type { Conflict } from '#contract/content/release-change.ts'
import { LONGEST_TEXT } from '#contract/shared/upload-limits.ts'
import { refused, type Refusal } from '#contract/shared/refusals.shop.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { tagOf, type StaffLanguage } from '#domain/language.ts'

export type Saving = ReturnType<typeof useSaving>
type Sent = [string, Typed][]

/**
 * Saves changes into the release of the address, or into a new draft. The new draft's id then goes into the address,
 * so that a retry uses the same draft. Can publish at once.
 */
export function useSaving(title: string, typed: TypedChanges, type: (part: TypedChanges) => void) {
  const t = useTranslate()
  const tell = useNotify()
  const queries = useQueryClient()
  const refusalTexts = useRefusalTexts()
  const failure = useFailureTexts()
  const [asked, change] = useAsked()
  const [busy, setBusy] = useState<'add' | 'publish' | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [issues, setIssues] = useState<Record<string, string>>({})
  const [notes, setNotes] = useState<Record<string, string[]>>({})
  const [unpublished, setUnpublished] = useState(false)
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  const [planned, setPlanned] = useState<Overlap[]>([])
  /** Sent for a new draft, but the response was lost. */
  const unanswered = useRef<Sent | null>(null)
  /** Sent to be published, and the answer was lost. */
  const lostPublishing = useRef<Sent | null>(null)
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  // New input clears the errors of that text and of the form.
  const [written, setWritten] = useState(() => textOf(typed))
  const now = textOf(typed)
  if (Object.keys({ ...written, ...now }).some((subject) => written[subject] !== now[subject])) {
    setWritten(now)
    if (!busy) {
      setWrong(null)
      setPlanned([])
      setIssues(
        Object.fromEntries(
          Object.entries(issues).filter(([subject]) => written[subject] === now[subject]),
        ),
      )
    }
  }
  const { language } = useBackofficeLanguage()
  const release = asked.get('release') ?? ''

  /** A refusal that names a text appears at that text. */
  function fail(refusal: Refusal<string>, sent: readonly string[]) {
    if (refusal.conflicts) {
      setConflicts(refusal.conflicts)
      return
    }
    const { refused: code, message } = refusal
    const subject = refusal.place === undefined ? undefined : sent[refusal.place]
    const length = subject === undefined ? 0 : lengthOf(latest.current[subject])
    const words =
      code === 'invalid-input'
        ? length > LONGEST_TEXT
          ? t('textTooLong', { count: length, most: LONGEST_TEXT })
          : t('inputTooLong')
        : code === 'unusable-value'
          ? `${refusalTexts(refusal)} ${message ?? ''}`
          : refusalTexts(refusal)
    if (subject === undefined) setWrong(words)
    else setIssues({ [subject]: words })
  }

  /** Once, also where its answer was lost and the button is pressed again. */
  const make = (sent: Sent) =>
    answeredOnce(
      'createRelease',
      {
        name: draftName(title, language),
        changes: sent.map(([, one]) => toSend(one, '')),
      },
      ['name'],
      (input, key) => callBackoffice('createRelease', input, key),
    )

  /** The user cancelled, but the lost request may have created a draft. It is archived. */
  async function withdraw(sent: Sent) {
    const made = await make(sent)
    if (!refused(made)) await callBackoffice('archiveRelease', { id: made.id })
  }

  /** Into the draft that the address names, or into a new one: a draft is made with what it is made for, or not at all. */
  async function put(id: string, sent: Sent) {
    if (id !== '')
      return callBackoffice('changeRelease', {
        id,
        changes: sent.map(([, one]) => toSend(one, id)),
      })
    const outcome = await make(sent)
    if (refused(outcome)) return outcome
    const { removed, warnings, ...made } = outcome
    change({ release: made.id }, { replace: true })
    return { release: made, removed, warnings }
  }

  /** What was typed on since it was sent is not saved yet. */
  function saved(sent: Sent, outcome: Parameters<typeof notesOf>[0]) {
    setNotes((notes) => ({ ...notes, ...notesOf(outcome, t) }))
    const done = sent.filter(([subject, one]) => latest.current[subject]?.after === one.after)
    latest.current = { ...latest.current, ...withoutThem(done) }
    type(withoutThem(done))
  }

  /** Where the answer was lost, what was sent goes out first as it was: it may have come into a draft already. */
  async function putAll(): Promise<string | null> {
    let id = release
    const lost = id === '' ? unanswered.current : null
    for (const before of lost ? [lost, null] : [null]) {
      const sent = before ?? entriesOf(latest.current)
      if (sent.length === 0) continue
      if (id === '') unanswered.current = sent
      const outcome = await put(id, sent)
      unanswered.current = null
      if (refused(outcome)) {
        fail(
          outcome,
          sent.map(([subject]) => subject),
        )
        return null
      }
      id = outcome.release.id
      saved(sent, outcome)
      tell(t('addedToRelease', { count: sent.length, name: outcome.release.name }))
    }
    return id === '' ? null : id
  }

  /** One call that publishes all changes or none, so no draft is left over. */
  async function publish(sent: Sent, anyway: boolean): Promise<boolean> {
    const draft = release === '' ? {} : { release }
    const name = draftName(title, language)
    const changes = sent.map(([, one]) => toSend(one, release))
    lostPublishing.current = sent
    const outcome = await answeredOnce(
      'publishChanges',
      { ...draft, name, changes, anyway },
      ['name'],
      (input, key) => callBackoffice('publishChanges', input, key),
    )
    lostPublishing.current = null
    if (refused(outcome)) {
      setUnpublished(true)
      if (outcome.refused === 'overlaps' && Array.isArray(outcome.stands))
        setPlanned(outcome.stands as Overlap[])
      else
        fail(
          outcome,
          sent.map(([subject]) => subject),
        )
      return false
    }
    saved(sent, outcome)
    change({ release: null }, { replace: true })
    tell(t('isPublished', { name: outcome.release.name }))
    return true
  }

  /** Where an answer was lost, what was sent goes out first as it was: it may be in a draft or published already. */
  async function publishAll(anyway: boolean): Promise<boolean> {
    if (unanswered.current && (await putAll()) === null) return false
    if (lostPublishing.current) {
      if (!(await publish(lostPublishing.current, anyway))) return false
      if (entriesOf(latest.current).length === 0) return true
    }
    return publish(entriesOf(latest.current), anyway)
  }

  async function save(how: 'add' | 'publish'): Promise<boolean> {
    if (busy) return false
    const anyway = planned.length > 0
    setBusy(how)
    setWrong(null)
    setIssues({})
    setNotes({})
    setUnpublished(false)
    setPlanned([])
    try {
      if (how === 'publish') return await publishAll(anyway)
      const lost = lostPublishing.current
      if (lost && !(await publish(lost, false))) return false
      if (lost && entriesOf(latest.current).length === 0) return true
      return (await putAll()) !== null
    } catch (error) {
      setWrong(failure(error))
      return false
    } finally {
      setBusy(null)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    }
  }

  return {
    save,
    busy,
    wrong,
    issues,
    notes,
    conflicts,
    /** It was to be in the shop at once, and something has to be decided first. */
    unpublished,
    /** Other releases planned for the same content, shown before this one is published. */
    planned,
    release,
    settle: (conflict: Conflict) =>
      setConflicts((all) => all.filter(({ subject }) => subject !== conflict.subject)),
    later: () => setConflicts([]),
    /** Discards the errors together with the discarded input. */
    erase() {
      setWrong(null)
      setIssues({})
      setNotes({})
      setUnpublished(false)
      setPlanned([])
      if (unanswered.current) void withdraw(unanswered.current).catch(() => null)
      unanswered.current = null
      lostPublishing.current = null
    },
  }
}

const lengthOf = (typed: Typed | undefined): number => {
  const value = typed?.after?.['value']
  return typeof value === 'string' ? value.length : 0
}

const withoutThem = (sent: Sent): TypedChanges =>
  Object.fromEntries(sent.map(([subject]) => [subject, undefined]))

/** The changes as comparable text, by subject. */
const textOf = (typed: TypedChanges): Record<string, string> =>
  Object.fromEntries(entriesOf(typed).map(([subject, one]) => [subject, JSON.stringify(one.after)]))

/** The default name of a draft: page title and time. */
export const draftName = (title: string, language: StaffLanguage): string =>
  `${title}, ${new Date().toLocaleString(tagOf(language), { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: DEFAULT_ZONE })}`

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
    notes[subject] = [...(notes[subject] ?? []), t('wasRemoved', { what: what.join(', ') })]
  }
  for (const { subject, message } of warnings) {
    notes[subject] = [...(notes[subject] ?? []), t('leadsNowhere', { what: message })]
  }
  return notes
}
