import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { staffPaths } from '#contract/paths.staff.ts'
import { requestOf } from '#contract/shared/http-call.ts'

import css from './Presence.module.css'

const BEAT_MS = 15_000
const tab = newTab()

/**
 * Shows who else has the same subject open. A heartbeat reports this user, and the live stream reports others.
 * `subject` is the audit's name for the subject, for example 'release 12', or 'content 1014 home' for texts of a
 * channel.
 */
export function Presence({ subject }: { subject: string }) {
  const t = useTranslate()
  const { data } = useQuery({
    queryKey: ['presence', subject],
    queryFn: () => fetchBackoffice('reportPresence', { subject, tab }),
    refetchInterval: BEAT_MS,
    // An open page in a background tab also counts as present.
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { isPolled: true },
  })
  useEffect(() => {
    const leave = () => clearPresence(subject)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [subject])
  const names = data?.others.map(({ name }) => name) ?? []
  const words =
    names.length > 0
      ? t(names.length === 1 ? 'viewedByOne' : 'viewedByMany', { names: names.join(', ') })
      : data?.elsewhere
        ? t('openElsewhere')
        : ''
  return (
    <span className={css.here} role="status" data-presence>
      {words ? (
        <>
          <BackofficeIcon name={names.length > 0 ? 'staff' : 'info'} />
          {words}
        </>
      ) : null}
    </span>
  )
}

/**
 * Also runs while the page unloads, hence `keepalive`. The response is read because an unread response keeps its
 * connection open.
 */
function clearPresence(subject: string) {
  const [url, init] = requestOf(staffPaths.clearPresence, { subject, tab }, { 'x-backoffice': '1' })
  void fetch(url, { ...init, keepalive: true })
    .then((response) => response.text())
    .catch(() => {})
}

/** Without https there is no randomUUID. */
function newTab(): string {
  const [one = 0, two = 0, three = 0, four = 0] = crypto.getRandomValues(new Uint32Array(4))
  const hex = [one, two, three, four].map((part) => part.toString(16).padStart(8, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
