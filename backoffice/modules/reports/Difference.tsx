import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { changeSince } from '#domain/reports/compared-period.ts'

import css from './Difference.module.css'

/** A percentage of fewer would look like a leap. */
const FEW = 10
export const isTooFew = (before: number) => before < FEW

/** How much more or less than before: in percent, or in percentage points where both are shares. Nothing after few. */
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
