import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { measureTitle } from '#backoffice/modules/reports/measure-title.ts'
import type { Overview } from '#backoffice/modules/reports/MetricTiles.tsx'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Comparison } from '#domain/reports/compared-period.ts'
import type { Measure } from '#domain/reports/measures.ts'
import { isDay } from '#domain/time/zone-days.ts'

type MeasureChartProps = {
  data: Overview
  measure: Measure
  channel: string | null
  compare: Comparison
  height?: number
}

/** One measure over a period, and the earlier period dashed. Each point of its table opens the list of its time. */
export function MeasureChart({
  data: { now, before },
  measure,
  channel,
  compare,
  height,
}: MeasureChartProps) {
  const t = useTranslate()
  const { formatMetric, scaleFormat } = useReportFormat()
  // The points of a single day are hours. The list of activations has no filter by hour.
  const hrefOf = (from: string, to: string) =>
    isDay(from)
      ? metricHref(measure, { from, to, channel })
      : metricHref(measure, {
          from: now.from,
          to: now.to,
          channel,
          ...(measure === 'claimed' ? {} : { hour: Number(from.slice(0, 2)) }),
        })
  return (
    <TimeChart
      title={t(measureTitle(measure, now))}
      at={now.points.map(({ at }) => at)}
      series={[
        {
          key: 'now',
          name: t('reports.thisPeriod'),
          values: now.points.map((point) => point[measure]),
        },
        {
          key: 'before',
          name: t(`reports.compare.${compare}`),
          variant: 'previous',
          values: before.points.map((point) => point[measure]),
          days: before.points.map(({ at }) => at),
        },
      ]}
      format={(value) => formatMetric(measure, value)}
      scaleText={scaleFormat(measure)}
      hrefOf={hrefOf}
      {...(height === undefined ? {} : { height })}
      {...useChartTexts()}
    />
  )
}
