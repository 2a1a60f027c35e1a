import { useState } from 'react'

import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { LATE_MS } from '#domain/support/inbox-folders.ts'

import { waitingTime } from './waiting-time.ts'

const DAY_MS = 86_400_000

type WaitingAgeProps = {
  thread: { state: string; since: string; snoozed_until: string | null }
}

/** How long a late thread has been waiting for a reply. Red after a day. Nothing for a thread that is not late. */
export function WaitingAge({ thread: { state, since, snoozed_until } }: WaitingAgeProps) {
  const t = useTranslate()
  const [now] = useState(() => Date.now())
  const waited = now - Date.parse(since)
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > now
  if (state !== 'open' || isSnoozed || waited <= LATE_MS) return null
  const { unit, count } = waitingTime(waited)
  return (
    <StatusMark kind={waited > DAY_MS ? 'bad' : 'warn'}>
      {t(unit === 'days' ? 'inbox.waitingDays' : 'inbox.waitingHours', { count })}
    </StatusMark>
  )
}
