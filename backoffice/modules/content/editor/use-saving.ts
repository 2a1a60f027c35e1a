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

/** Saves input into the draft of the address, or into a new draft. */
function useDraftSaving({ nameOf, release, input, outcome }: SaveProps) {
  const t = useTranslate()
  const notify = useNotify()
  const [, change] = useQueryParams()
  /** The changes that were sent to create a draft, if the response was lost. */
  const lostRequest = useRef<TypedEntries | null>(null)

  /** If the response was lost, a repeated request has the same key and creates no second draft. */
  const createDraft = (sent: TypedEntries) =>
    withIdempotencyKey(
      'createRelease',
      {
        name: nameOf(sent),
        changes: sent.map(([, change]) => toSend(change, '')),
      },
      ['name'],
      (input, key) => callBackoffice('createRelease', input, key),
    )

  /** Archives the draft that a lost request may have created, because the user cancelled. */
  async function archiveLostDraft(sent: TypedEntries) {
    const created = await createDraft(sent)
    if (!refused(created)) await callBackoffice('archiveRelease', { id: created.id })
  }

  /** Stores changes in the draft of the address, or creates a draft with them. Without changes no draft is created. */
  async function storeChanges(id: string, sent: TypedEntries) {
    if (id !== '')
      return callBackoffice('changeRelease', {
        id,
        changes: sent.map(([, change]) => toSend(change, id)),
      })
    const created = await createDraft(sent)
    if (refused(created)) return created
    const { removed, warnings, ...release } = created
    change({ release: release.id }, { replace: true })
    return { release, removed, warnings }
  }

  /** If a response was lost, the same request is repeated first, because the server may have stored it in a draft. */
  async function storeAll(): Promise<string | null> {
    let id = release
    const lost = id === '' ? lostRequest.current : null
    for (const repeated of lost ? [lost, null] : [null]) {
      const sent = repeated ?? input.entries()
      if (sent.length === 0) continue
      if (id === '') lostRequest.current = sent
      const answer = await storeChanges(id, sent)
      lostRequest.current = null
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

  /** The user discarded the input, so a draft that the lost request may have created is archived. */
  function dropLostRequest() {
    if (lostRequest.current) void archiveLostDraft(lostRequest.current).catch(() => null)
    lostRequest.current = null
  }
  return { storeAll, dropLostRequest, hasLostRequest: () => lostRequest.current !== null }
}

/** Publishes the draft of the address together with the input, or the input alone. */
function usePublishing({
  nameOf,
  release,
  input,
  outcome,
  confirmPublication,
}: SaveProps & { confirmPublication: (release: { id: string; name: string }) => void }) {
  const [, change] = useQueryParams()
  /** The changes that were sent to be published, if the response was lost. */
  const lostRequest = useRef<TypedEntries | null>(null)

  /** One call that publishes all changes or none, so no draft is left over. */
  async function publish(sent: TypedEntries, anyway: boolean): Promise<boolean> {
    const draft = release === '' ? {} : { release }
    const name = nameOf(sent)
    const changes = sent.map(([, change]) => toSend(change, release))
    lostRequest.current = sent
    const answer = await withIdempotencyKey(
      'publishChanges',
      { ...draft, name, changes, anyway },
      ['name'],
      (input, key) => callBackoffice('publishChanges', input, key),
    )
    lostRequest.current = null
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
    confirmPublication(answer.release)
    return true
  }

  /** Repeats the lost request. Returns null if there is none. */
  const repeatLostRequest = async (anyway: boolean): Promise<boolean | null> =>
    lostRequest.current && publish(lostRequest.current, anyway)
  function dropLostRequest() {
    lostRequest.current = null
  }
  return { publish, repeatLostRequest, dropLostRequest }
}

/** Confirms a publication and offers its undo. The result of the undo appears also on other pages. */
function usePublicationNotice({ attempt, waitForSave }: Pick<Attempts, 'attempt' | 'waitForSave'>) {
  const t = useTranslate()
  const notify = useNotify()
  const failureText = useFailureTexts()
  const refusalTexts = useRefusalTexts()
  const { fullName } = useNodeNames()
  async function undo(id: string) {
    const fail = (text: string) => notify(text, () => void undo(id), 'bad')
    await waitForSave()
    await attempt('publish', async () => {
      try {
        const answer = await callBackoffice('undoRelease', { id, reason: '' })
        if (refused(answer)) return fail(refusalTexts(answer))
        const left = answer.left.map((node) =>
          t('channel.leftOne', {
            subject: fullName({ ...node, after: node.value ?? null }),
            name: node.by?.name ?? t('someone'),
          }),
        )
        notify([t('release.undone', { count: answer.undone }), ...left].join(' '))
      } catch (error) {
        fail(failureText(error))
      }
    })
  }
  return ({ id, name }: { id: string; name: string }) =>
    notify(t('isPublished', { name }), () => void undo(id))
}

type LatestInput = ReturnType<typeof useLatestInput>

/** The current input, also while a save is in progress. */
function useLatestInput(typed: TypedChanges, type: (part: TypedChanges) => void) {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  const entries = () => entriesOf(latest.current)
  /** Clears the input that was sent. Input that was typed later is not saved yet and stays. */
  function saved(sent: TypedEntries) {
    const done = sent.filter(([subject, change]) => latest.current[subject]?.after === change.after)
    latest.current = { ...latest.current, ...withoutSaved(done) }
    type(withoutSaved(done))
  }
  return { latest, entries, saved }
}

const withoutSaved = (sent: TypedEntries): TypedChanges =>
  Object.fromEntries(sent.map(([subject]) => [subject, undefined]))

type Busy = 'add' | 'publish' | null

type Attempts = ReturnType<typeof useAttempts>

/** Runs one save at a time, shows its error, and then reads all data again. */
function useAttempts(setBusy: (busy: Busy) => void, outcome: SaveOutcome) {
  const queries = useQueryClient()
  const failureText = useFailureTexts()
  const [saved, setSaved] = useState(0)
  const running = useRef<Promise<unknown> | null>(null)
  async function attempt<Result>(mode: 'add' | 'publish', save: () => Promise<Result>) {
    if (running.current) return null
    setBusy(mode)
    outcome.clearError()
    const run = save()
    running.current = run
    try {
      return await run
    } catch (error) {
      outcome.setFailure(failureText(error))
      return null
    } finally {
      running.current = null
      setBusy(null)
      setSaved((before) => before + 1)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    }
  }
  /** Resolves when no save is in progress. */
  async function waitForSave() {
    await running.current?.catch(() => null)
  }
  return { attempt, waitForSave, saved }
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
  const draftSaving = useDraftSaving({ nameOf, release, input, outcome })
  const { attempt, waitForSave, saved } = useAttempts(setBusy, outcome)
  const confirmPublication = usePublicationNotice({ attempt, waitForSave })
  const publishing = usePublishing({ nameOf, release, input, outcome, confirmPublication })

  /** If a response was lost, the same request is repeated first, because the server may have stored or published it. */
  async function publishInput(anyway: boolean): Promise<boolean> {
    if (draftSaving.hasLostRequest() && (await draftSaving.storeAll()) === null) return false
    const lost = await publishing.repeatLostRequest(anyway)
    if (lost === false) return false
    if (lost && input.entries().length === 0) return true
    return publishing.publish(input.entries(), anyway)
  }

  /** Returns the id of the draft with the input; '' if all of it was already published; null if it failed. */
  async function saveIntoDraft(): Promise<string | null> {
    const lost = await publishing.repeatLostRequest(false)
    if (lost === false) return null
    if (lost && input.entries().length === 0) return ''
    return draftSaving.storeAll()
  }

  return {
    async save(mode: 'add' | 'publish'): Promise<boolean> {
      const anyway = outcome.shown.planned.length > 0
      if (mode === 'publish') return (await attempt(mode, () => publishInput(anyway))) === true
      return (await attempt(mode, saveIntoDraft)) !== null
    },
    /** Saves the input into a draft, and returns the id of the draft. */
    async saveDraft(): Promise<string | null> {
      if (input.entries().length === 0 && release !== '') return release
      return (await attempt('add', saveIntoDraft)) || null
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
    clearError() {
      outcome.clearError()
      draftSaving.dropLostRequest()
      publishing.dropLostRequest()
    },
  }
}

/** Shorter than the longest name of a release, so that the server can add a number. */
const MAX_NAME_LENGTH = 120
const MAX_NAMES = 2

/** The name of a draft: the page, and which of its texts change. */
function useDraftName(title: string, textName: (subject: string) => string | undefined) {
  const t = useTranslate()
  return (sent: TypedEntries): string => {
    const names = [...new Set(sent.flatMap(([subject]) => textName(subject) ?? []))]
    const shown = names.slice(0, MAX_NAMES).join(', ')
    const more = names.length - MAX_NAMES
    const texts = more > 0 ? t('editor.draftMore', { names: shown, count: more }) : shown
    return (texts === '' ? title : `${title}: ${texts}`).slice(0, MAX_NAME_LENGTH)
  }
}
