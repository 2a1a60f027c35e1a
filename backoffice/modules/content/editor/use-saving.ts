import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import {
  entriesOf,
  toSend,
  type TypedChanges,
  type TypedEntries,
} from '#backoffice/modules/content/editor/text-changes.ts'
import {
  type SaveOutcome,
  useSaveOutcome,
} from '#backoffice/modules/content/editor/use-save-outcome.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { withIdempotencyKey } from '#backoffice/kit/api/idempotency-keys.ts'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Overlap } from '#contract/content/releases.staff.ts'
import type { Conflict } from '#contract/content/release-change.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

export type Saving = ReturnType<typeof useSaving>
type SaveProps = {
  nameOf: (sent: TypedEntries) => string
  release: string
  input: LatestInput
  outcome: SaveOutcome
}

/** Saves input into the draft of the address, or into a new one. */
function useAdding({ nameOf, release, input, outcome }: SaveProps) {
  const t = useTranslate()
  const notify = useNotify()
  const [, change] = useQueryParams()
  /** Sent for a new draft, but the response was lost. */
  const unanswered = useRef<TypedEntries | null>(null)

  /** The same key for a repeated request whose response was lost, so that it runs once. */
  const createDraft = (sent: TypedEntries) =>
    withIdempotencyKey(
      'createRelease',
      {
        name: nameOf(sent),
        changes: sent.map(([, one]) => toSend(one, '')),
      },
      ['name'],
      (input, key) => callBackoffice('createRelease', input, key),
    )

  /** The user cancelled, but the lost request may have created a draft. It is archived. */
  async function withdraw(sent: TypedEntries) {
    const created = await createDraft(sent)
    if (!refused(created)) await callBackoffice('archiveRelease', { id: created.id })
  }

  /** Into the draft that the address names, or into a new one: a draft is made with what it is made for, or not at all. */
  async function put(id: string, sent: TypedEntries) {
    if (id !== '')
      return callBackoffice('changeRelease', {
        id,
        changes: sent.map(([, one]) => toSend(one, id)),
      })
    const created = await createDraft(sent)
    if (refused(created)) return created
    const { removed, warnings, ...release } = created
    change({ release: release.id }, { replace: true })
    return { release, removed, warnings }
  }

  /** If a response was lost, the same request is repeated first, because the server may have stored it in a draft. */
  async function putAll(): Promise<string | null> {
    let id = release
    const lost = id === '' ? unanswered.current : null
    for (const before of lost ? [lost, null] : [null]) {
      const sent = before ?? input.entries()
      if (sent.length === 0) continue
      if (id === '') unanswered.current = sent
      const answer = await put(id, sent)
      unanswered.current = null
      if (refused(answer)) {
        outcome.fail(answer, sent, input.latest.current)
        return null
      }
      id = answer.release.id
      outcome.note(answer)
      input.saved(sent)
      notify(t('addedToRelease', { count: sent.length, name: answer.release.name }))
    }
    return id === '' ? null : id
  }

  /** The user cancelled, so a draft that the lost request may have created is not wanted. */
  function forget() {
    if (unanswered.current) void withdraw(unanswered.current).catch(() => null)
    unanswered.current = null
  }
  return { putAll, forget, isUnanswered: () => unanswered.current !== null }
}

/** Publishes the draft of the address together with the input, or the input alone. */
function usePublishing({
  nameOf,
  release,
  input,
  outcome,
  published,
}: SaveProps & { published: (release: { id: string; name: string }) => void }) {
  const [, change] = useQueryParams()
  /** Sent to be published, and the answer was lost. */
  const lostPublishing = useRef<TypedEntries | null>(null)

  /** One call that publishes all changes or none, so no draft is left over. */
  async function publish(sent: TypedEntries, anyway: boolean): Promise<boolean> {
    const draft = release === '' ? {} : { release }
    const name = nameOf(sent)
    const changes = sent.map(([, one]) => toSend(one, release))
    lostPublishing.current = sent
    const answer = await withIdempotencyKey(
      'publishChanges',
      { ...draft, name, changes, anyway },
      ['name'],
      (input, key) => callBackoffice('publishChanges', input, key),
    )
    lostPublishing.current = null
    if (refused(answer)) {
      outcome.setUnpublished(true)
      if (answer.refused === 'overlaps' && Array.isArray(answer.stands))
        outcome.setPlanned(answer.stands as Overlap[])
      else outcome.fail(answer, sent, input.latest.current)
      return false
    }
    outcome.note(answer)
    input.saved(sent)
    change({ release: null }, { replace: true })
    published(answer.release)
    return true
  }

  /** null: no answer was lost. */
  const publishLost = async (anyway: boolean): Promise<boolean | null> =>
    lostPublishing.current && publish(lostPublishing.current, anyway)
  function forget() {
    lostPublishing.current = null
  }
  return { publish, publishLost, forget }
}

/** Confirms a publication, with its undo. The result appears also after the user has left the page. */
function usePublished({ attempt, idle }: Pick<Attempts, 'attempt' | 'idle'>) {
  const t = useTranslate()
  const notify = useNotify()
  const failure = useFailureTexts()
  const refusalTexts = useRefusalTexts()
  const { fullName } = useNodeNames()
  async function undo(id: string) {
    const fail = (text: string) => notify(text, () => void undo(id), 'bad')
    await idle()
    await attempt('publish', async () => {
      try {
        const answer = await callBackoffice('undoRelease', { id, reason: '' })
        if (refused(answer)) return fail(refusalTexts(answer))
        const left = answer.left.map((one) =>
          t('channel.leftOne', {
            subject: fullName({ ...one, after: one.value ?? null }),
            name: one.by?.name ?? t('someone'),
          }),
        )
        notify([t('release.undone', { count: answer.undone }), ...left].join(' '))
      } catch (error) {
        fail(failure(error))
      }
    })
  }
  return ({ id, name }: { id: string; name: string }) =>
    notify(t('isPublished', { name }), () => void undo(id))
}

type LatestInput = ReturnType<typeof useLatestInput>

/** The input as it is now, also while a save is under way. */
function useLatestInput(typed: TypedChanges, type: (part: TypedChanges) => void) {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  const entries = () => entriesOf(latest.current)
  /** Input after the request was sent is not saved yet. */
  function saved(sent: TypedEntries) {
    const done = sent.filter(([subject, one]) => latest.current[subject]?.after === one.after)
    latest.current = { ...latest.current, ...withoutThem(done) }
    type(withoutThem(done))
  }
  return { latest, entries, saved }
}

const withoutThem = (sent: TypedEntries): TypedChanges =>
  Object.fromEntries(sent.map(([subject]) => [subject, undefined]))

type Busy = 'add' | 'publish' | null

type Attempts = ReturnType<typeof useAttempts>

/** One save at a time. What it fails with is shown, and everything is read again. */
function useAttempts(setBusy: (busy: Busy) => void, outcome: SaveOutcome) {
  const queries = useQueryClient()
  const failure = useFailureTexts()
  const [saved, setSaved] = useState(0)
  const running = useRef<Promise<unknown> | null>(null)
  async function attempt<Result>(how: 'add' | 'publish', work: () => Promise<Result>) {
    if (running.current) return null
    setBusy(how)
    outcome.erase()
    const run = work()
    running.current = run
    try {
      return await run
    } catch (error) {
      outcome.setWrong(failure(error))
      return null
    } finally {
      running.current = null
      setBusy(null)
      setSaved((before) => before + 1)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    }
  }
  /** Resolves when no save is under way. */
  async function idle() {
    await running.current?.catch(() => null)
  }
  return { attempt, idle, saved }
}

/**
 * Saves changes into the release of the address, or into a new draft. The new draft's id then goes into the address,
 * so that a retry uses the same draft. Can publish at once.
 */
export function useSaving(
  title: string,
  typed: TypedChanges,
  type: (part: TypedChanges) => void,
  /** The name of a text, for the name of a new draft. */
  textName: (subject: string) => string | undefined = () => undefined,
) {
  const [query] = useQueryParams()
  const [busy, setBusy] = useState<Busy>(null)
  const release = query.get('release') ?? ''
  const outcome = useSaveOutcome(typed, busy !== null)
  const input = useLatestInput(typed, type)
  const nameOf = useDraftName(title, textName)
  const adding = useAdding({ nameOf, release, input, outcome })
  const { attempt, idle, saved } = useAttempts(setBusy, outcome)
  const published = usePublished({ attempt, idle })
  const publishing = usePublishing({ nameOf, release, input, outcome, published })

  /** If a response was lost, the same request is repeated first, because the server may have stored or published it. */
  async function publishAll(anyway: boolean): Promise<boolean> {
    if (adding.isUnanswered() && (await adding.putAll()) === null) return false
    const lost = await publishing.publishLost(anyway)
    if (lost === false) return false
    if (lost && input.entries().length === 0) return true
    return publishing.publish(input.entries(), anyway)
  }

  /** The draft that holds them; '' where all of them were published already. */
  async function addAll(): Promise<string | null> {
    const lost = await publishing.publishLost(false)
    if (lost === false) return null
    if (lost && input.entries().length === 0) return ''
    return adding.putAll()
  }

  return {
    async save(how: 'add' | 'publish'): Promise<boolean> {
      const anyway = outcome.shown.planned.length > 0
      if (how === 'publish') return (await attempt(how, () => publishAll(anyway))) === true
      return (await attempt(how, addAll)) !== null
    },
    /** Saves what is typed into a draft, and returns the draft. */
    async saveDraft(): Promise<string | null> {
      if (input.entries().length === 0 && release !== '') return release
      return (await attempt('add', addAll)) || null
    },
    /** The number of saves on this page. */
    saved,
    busy,
    release,
    ...outcome.shown,
    settle: (conflict: Conflict) =>
      outcome.setConflicts((all) => all.filter(({ subject }) => subject !== conflict.subject)),
    later: () => outcome.setConflicts([]),
    /** Discards the errors together with the discarded input. */
    erase() {
      outcome.erase()
      adding.forget()
      publishing.forget()
    },
  }
}

/** The longest name of a draft, so that the server can add a number. */
const LONGEST_NAME = 120
const MOST_NAMES = 2

/** The name of a draft: the page, and which of its texts change. */
function useDraftName(title: string, textName: (subject: string) => string | undefined) {
  const t = useTranslate()
  return (sent: TypedEntries): string => {
    const names = [...new Set(sent.flatMap(([subject]) => textName(subject) ?? []))]
    const shown = names.slice(0, MOST_NAMES).join(', ')
    const more = names.length - MOST_NAMES
    const texts = more > 0 ? t('editor.draftMore', { names: shown, count: more }) : shown
    return (texts === '' ? title : `${title}: ${texts}`).slice(0, LONGEST_NAME)
  }
}
