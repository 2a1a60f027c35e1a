import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'
import { affectsQuery, readsSubject } from '#backoffice/kit/api/live-topics.ts'
import { openLiveStream } from '#backoffice/kit/api/live-stream.ts'
import { actionText } from '#backoffice/kit/audit/action-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { onUnsavedChanges, hasUnsavedChanges } from '#backoffice/kit/drafts/unsaved-changes.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { LiveChange } from '#contract/live/live-event.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

import css from './LiveChanges.module.css'

/** Changes within this time cause one refetch. */
const COLLECT_MS = 150
/** The minimum interval between refetches during many changes. */
const MIN_INTERVAL_MS = 600

type PendingChanges = { changes: LiveChange[]; all: boolean }
const NO_CHANGES: PendingChanges = { changes: [], all: false }

/** Calls `look` for all changes that come close together. */
function collectChanges(
  queries: QueryClient,
  pending: RefObject<PendingChanges>,
  apply: () => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastApplied = 0
  const scheduleApply = () => {
    if (timer) return
    const delay = Math.max(COLLECT_MS, lastApplied + MIN_INTERVAL_MS - Date.now())
    timer = setTimeout(() => {
      timer = undefined
      lastApplied = Date.now()
      apply()
    }, delay)
  }
  const close = openLiveStream((event) => {
    if (event.event === 'presence') {
      const { subject } = event.data
      void queries.invalidateQueries({ queryKey: ['presence', subject] })
    }
    // Presence does not affect the input of the page, so it does not wait for a save.
    if (event.event === 'again') void queries.invalidateQueries({ queryKey: ['presence'] })
    if (event.event !== 'change' && event.event !== 'again') return
    const { changes, all } = pending.current
    pending.current =
      event.event === 'again'
        ? { changes, all: true }
        : { changes: [...changes.slice(-50), event.data], all }
    scheduleApply()
  })
  // Pending changes are applied as soon as the input is saved or discarded.
  const stop = onUnsavedChanges(() => {
    if (!hasUnsavedChanges() && pending.current !== NO_CHANGES) scheduleApply()
  })
  return () => {
    close()
    stop()
    clearTimeout(timer)
  }
}

/** `newest`: the change that the notice describes, if one of them affects the page. */
type Offer = { newest: LiveChange | undefined }

const offerText = (t: Translate, { newest }: Offer) =>
  newest?.by
    ? t('changedBy', {
        name: newest.by.name,
        what: newest.action ? actionText(t, newest.action) : '',
      })
    : t('pageMayBeOutdated')

function useLiveChanges(staff: Staff) {
  const t = useTranslate()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const pending = useRef<PendingChanges>(NO_CHANGES)
  const [offer, setOffer] = useState<Offer | null>(null)

  function refetch() {
    const { changes, all } = pending.current
    pending.current = NO_CHANGES
    setOffer(null)
    void queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        (all && queryKey[0] !== 'me') || changes.some((change) => affectsQuery(change, queryKey)),
    })
  }

  function applyOrOffer() {
    if (!hasUnsavedChanges()) return refetch()
    // The page of a new subject shows no data that a change could make outdated.
    if (window.location.pathname.endsWith('/new')) return
    const { changes, all } = pending.current
    const newest = changes.findLast(
      (change) => !isQuiet(change) && change.by?.id !== staff.id && isShown(queries, change),
    )
    if (!newest && !all) return
    setOffer({ newest })
  }

  useEffect(() => collectChanges(queries, pending, applyOrOffer), [])
  useEffect(() => setOffer(null), [pathname])
  useEffect(() => {
    if (offer) announce(offerText(t, offer))
  }, [offer])
  return { offer, refetch }
}

/**
 * Live changes are applied at once if the user is not typing. Otherwise a notice offers them. Input is never
 * overwritten.
 */
export function LiveChanges({ staff }: { staff: Staff }) {
  const t = useTranslate()
  const { offer, refetch } = useLiveChanges(staff)
  if (!offer) return null
  return (
    <div className={css.place}>
      <Notice kind="info">
        <div className={css.line}>
          <span>{offerText(t, offer)}</span>
          <ActionButton small onClick={refetch}>
            {t('showChanges')}
          </ActionButton>
        </div>
      </Notice>
    </div>
  )
}

/** Sign-ins and previews, and data that was only viewed, change nothing. */
const isQuiet = ({ action }: LiveChange) =>
  /^(session|preview)\.|viewed$|\.signed-/.test(action ?? '')

const isShown = (queries: QueryClient, change: LiveChange) =>
  queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(
      ({ queryKey }) =>
        queryKey[0] !== 'audit' && affectsQuery(change, queryKey) && readsSubject(change, queryKey),
    )
