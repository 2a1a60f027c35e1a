import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'
import { affectsQuery } from '#backoffice/kit/api/live-topics.ts'
import { openLiveStream } from '#backoffice/kit/api/live-stream.ts'
import { actionText } from '#backoffice/kit/audit/action-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { onUnsavedChanges, hasUnsavedChanges } from '#backoffice/kit/drafts/unsaved-changes.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { LiveChange } from '#contract/live/live-event.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

import css from './LiveChanges.module.css'

/** Changes within this time cause one refetch. */
const TOGETHER_MS = 150
/** The minimum interval between refetches during many changes. */
const APART_MS = 600

type Waiting = { changes: LiveChange[]; all: boolean }
const NOTHING: Waiting = { changes: [], all: false }

/** Calls `look` for all changes that come close together. */
function collectChanges(queries: QueryClient, waiting: RefObject<Waiting>, look: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  const soon = () => {
    if (timer) return
    const wait = Math.max(TOGETHER_MS, last + APART_MS - Date.now())
    timer = setTimeout(() => {
      timer = undefined
      last = Date.now()
      look()
    }, wait)
  }
  const close = openLiveStream((event) => {
    if (event.event === 'presence') {
      const { subject } = event.data
      void queries.invalidateQueries({ queryKey: ['presence', subject] })
    }
    // Presence does not affect the input of the page, so it does not wait for a save.
    if (event.event === 'again') void queries.invalidateQueries({ queryKey: ['presence'] })
    if (event.event !== 'change' && event.event !== 'again') return
    const { changes, all } = waiting.current
    waiting.current =
      event.event === 'again'
        ? { changes, all: true }
        : { changes: [...changes.slice(-50), event.data], all }
    soon()
  })
  // Waiting changes are applied as soon as the input is saved or discarded.
  const stop = onUnsavedChanges(() => {
    if (!hasUnsavedChanges() && waiting.current !== NOTHING) soon()
  })
  return () => {
    close()
    stop()
    clearTimeout(timer)
  }
}

function useLiveChanges(staff: Staff) {
  const t = useTranslate()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const waiting = useRef<Waiting>(NOTHING)
  const [offered, setOffered] = useState<{ sentence: string } | null>(null)

  function takeIn() {
    const { changes, all } = waiting.current
    waiting.current = NOTHING
    setOffered(null)
    void queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        (all && queryKey[0] !== 'me') || changes.some((change) => affectsQuery(change, queryKey)),
    })
  }

  function look() {
    if (!hasUnsavedChanges()) return takeIn()
    // The page of a new subject shows nothing that a change could make wrong.
    if (window.location.pathname.endsWith('/new')) return
    const { changes, all } = waiting.current
    const newest = changes.findLast(
      (change) => !isQuiet(change) && change.by?.id !== staff.id && isShown(queries, change),
    )
    if (!newest && !all) return
    const sentence = newest?.by
      ? t('changedBy', {
          name: newest.by.name,
          what: newest.action ? actionText(t, newest.action) : '',
        })
      : t('pageMayBeOutdated')
    setOffered({ sentence })
    announce(sentence)
  }

  useEffect(() => collectChanges(queries, waiting, look), [])
  useEffect(() => setOffered(null), [pathname])
  return { offered, takeIn }
}

/**
 * Live changes are applied at once if the user is not typing. Otherwise a notice offers them. Input is never
 * overwritten.
 */
export function LiveChanges({ staff }: { staff: Staff }) {
  const t = useTranslate()
  const { offered, takeIn } = useLiveChanges(staff)
  if (!offered) return null
  return (
    <div className={css.place}>
      <Notice kind="info">
        <div className={css.line}>
          <span>{offered.sentence}</span>
          <ActionButton little onClick={takeIn}>
            {t('showChanges')}
          </ActionButton>
        </div>
      </Notice>
    </div>
  )
}

/** Session changes do not affect any form. */
const isQuiet = ({ action }: LiveChange) => action?.startsWith('session.') ?? false

const isShown = (queries: QueryClient, change: LiveChange) =>
  queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ queryKey }) => queryKey[0] !== 'audit' && affectsQuery(change, queryKey))
