import { useState } from 'react'

import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'

/** Whether a month is closed, has to be closed because it is over, or is still running. */
export function MonthState({ month, isClosed }: { month: string; isClosed: boolean }) {
  const t = useTranslate()
  const [currentMonth] = useState(() => dayAt(Date.now(), DEFAULT_ZONE).slice(0, 7))
  if (isClosed) return <StatusMark kind="done">{t('accounting.closed')}</StatusMark>
  return month < currentMonth ? (
    <StatusMark kind="warn">{t('accounting.toClose')}</StatusMark>
  ) : (
    <StatusMark kind="wait">{t('accounting.open')}</StatusMark>
  )
}
