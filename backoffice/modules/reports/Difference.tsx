import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { changeSince } from '#domain/reports/compared-period.ts'

import css from './Difference.module.css'

/** The change in percent, or in percentage points if both values are shares. Empty if the earlier value is 0. */
export function Difference({
  before,
  now,
  isShare = false,
  isNeutral = false,
}: {
  before: number
  now: number
  isShare?: boolean
  isNeutral?: boolean
}) {
  const t = useTranslate()
  const { signed } = useReportFormat()
  const change = isShare ? now - before : changeSince(before, now)
  if (change === null) return null
  const points = Math.round(100 * change)
  return (
    <span className={css.difference} data-change={isNeutral ? 0 : Math.sign(points)}>
      {isShare
        ? t('reports.percentagePoints', { change: signed(points) })
        : t('reports.percent', { part: signed(points) })}
    </span>
  )
}
