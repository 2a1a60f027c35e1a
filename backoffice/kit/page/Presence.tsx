import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { staffPaths } from '#contract/paths.staff.ts'
import { requestOf } from '#contract/shared/http-call.ts'
import { randomUuid } from '#ui/lib/random-key.ts'

import css from './Presence.module.css'

const HEARTBEAT_MS = 15_000
const tab = randomUuid()

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
    refetchInterval: HEARTBEAT_MS,
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
  const text =
    names.length > 0
      ? t(names.length === 1 ? 'viewedByOne' : 'viewedByMany', { names: names.join(', ') })
      : data?.elsewhere
        ? t('openElsewhere')
        : ''
  return (
    <span className={css.presence} role="status" data-presence>
      {text ? (
        <>
          <BackofficeIcon name={names.length > 0 ? 'staff' : 'info'} />
          {text}
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
