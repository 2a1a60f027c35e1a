import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { changeSince } from '#domain/reports/compared-period.ts'

import css from './Difference.module.css'

/** A percentage of a smaller number would exaggerate the change. */
const MIN_FOR_PERCENT = 10
export const isTooFew = (before: number) => before < MIN_FOR_PERCENT

/** The change since the earlier period, in percent or percentage points. Empty if the earlier number is too small. */
export function Difference({
  before,
  now,
  isShare = false,
}: {
  before: number
  now: number
  isShare?: boolean
}) {
  const t = useTranslate()
  const { signed } = useReportFormat()
  const change = isShare ? now - before : isTooFew(before) ? null : changeSince(before, now)
  if (change === null) return null
  const points = Math.round(100 * change)
  return (
    <span className={css.difference} data-change={Math.sign(points)}>
      {isShare
        ? t('reports.percentagePoints', { change: signed(points) })
        : t('reports.percent', { part: signed(points) })}
    </span>
  )
}
