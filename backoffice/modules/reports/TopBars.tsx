import { BarList } from '#backoffice/kit/charts/BarList.tsx'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { MetricName } from '#contract/reports/reports.staff.ts'
import { isTooFew } from '#backoffice/modules/reports/Difference.tsx'
import { changeSince, type Period } from '#domain/reports/compared-period.ts'

type Top = StaffResponse<'reportTop'>
type ReportFilter = Period & { channel: string | null }

/** The difference to the earlier period, beside a value. */
function useChangeText() {
  const t = useTranslate()
  const { signed } = useReportFormat()
  return ({ value, before }: { value: number; before: number }) => {
    const change = changeSince(before, value)
    if (change === null) return t('reports.new')
    return isTooFew(before)
      ? t('reports.before', { value: before })
      : t('reports.percent', { part: signed(Math.round(100 * change)) })
  }
}

export function GiftBars({ gifts, filter }: { gifts: Top['gifts']; filter: ReportFilter }) {
  const t = useTranslate()
  const { formatMetric } = useReportFormat()
  const changeOf = useChangeText()
  if (gifts.length === 0) return <p>{t('reports.nothing')}</p>
  return (
    <BarList
      bars={gifts.map((gift) => ({
        key: gift.id,
        name: gift.name,
        value: gift.value,
        text: formatMetric('gifts', gift.value),
        note: changeOf(gift),
        to: metricHref('gifts', { ...filter, gift: gift.id }),
        image: <GiftImage file={gift.picture} size="large" />,
      }))}
    />
  )
}

/** Parts of a metric by a filter of its list; a row without id is `none`. */
export function PartBars({
  rows,
  metric,
  dimension,
  noneName,
  filter,
}: {
  rows: Top['channels']
  metric: MetricName
  dimension: 'channel' | 'employer' | 'category'
  noneName: string
  filter: ReportFilter
}) {
  const t = useTranslate()
  const { formatMetric } = useReportFormat()
  const changeOf = useChangeText()
  if (rows.length === 0) return <p>{t('reports.nothing')}</p>
  return (
    <BarList
      bars={rows.map((row) => ({
        key: row.id ?? '-',
        name: row.id === null ? noneName : row.name,
        value: row.value,
        text: formatMetric(metric, row.value),
        note: changeOf(row),
        to: metricHref(metric, { ...filter, [dimension]: row.id ?? '-' }),
      }))}
    />
  )
}
