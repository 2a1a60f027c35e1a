import { useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { type Period, periodIn } from '#backoffice/modules/reports/report-period.ts'
import { dayAt } from '#domain/time/zone-days.ts'

/** Period and channel of the address, and how to change the period. */
export function useReportPeriod() {
  const [query, change] = useQueryParams()
  const channel = query.get('channel')
  const zone = useTimeZone(channel)
  const [now] = useState(() => Date.now())
  const today = dayAt(now, zone)
  const period = periodIn(query, today)
  return {
    query,
    change,
    channel,
    today,
    period,
    /** The input of a call. */
    filter: { ...period, ...(channel === null ? {} : { channel }) },
    changePeriod: (next: Period) => change({ ...next }, { replace: true }),
  }
}
