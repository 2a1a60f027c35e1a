import { useState } from 'react'

import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import { isLate, type Waiting, waitingTime } from './waiting-time.ts'

const RED_MS = 3 * 86_400_000

/** How long a late thread has been waiting for a reply. Red after three days. Nothing for a thread that is not late. */
export function WaitingAge({ thread }: { thread: Waiting }) {
  const t = useTranslate()
  const [now] = useState(() => Date.now())
  if (!isLate(thread, now)) return null
  const waited = now - Date.parse(thread.since)
  const { unit, count } = waitingTime(waited)
  return (
    <StatusMark kind={waited > RED_MS ? 'bad' : 'warn'}>
      {t(unit === 'days' ? 'inbox.waitingDays' : 'inbox.waitingHours', { count })}
    </StatusMark>
  )
}
