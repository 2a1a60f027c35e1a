import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { measureTitle } from '#backoffice/modules/reports/measure-title.ts'
import { MeasureChart } from '#backoffice/modules/reports/MeasureChart.tsx'
import { MetricTiles, PendingTiles } from '#backoffice/modules/reports/MetricTiles.tsx'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Period } from '#domain/reports/compared-period.ts'
import { MEASURES } from '#domain/reports/measures.ts'

import css from './HomePage.module.css'

type ReportFilter = Period & { channel?: string }
type Props = { filter: ReportFilter; channel: string | null }
const CHARTS = ['orders', 'spent'] as const

const useOverview = (filter: ReportFilter) =>
  useQuery({ ...staffQuery('reportOverview', filter), placeholderData: keepPreviousData })

/** The numbers of the period, below those of today. If they fail to load, the rest of the page stays. */
export function HomeMetrics({ filter, channel, today }: Props & { today: string }) {
  const { data, error, refetch } = useOverview(filter)
  const isToday = filter.from === today && filter.to === today
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      {isToday ? null : (
        <TodayLine filter={{ ...filter, from: today, to: today }} channel={channel} />
      )}
      {data ? <MetricTiles data={data} channel={channel} /> : <PendingTiles />}
    </>
  )
}

/** The figures of today in one line. Each number opens its list. */
export function TodayLine({ filter, channel }: Props) {
  const t = useTranslate()
  const { formatMetric: text } = useReportFormat()
  const { data, error, refetch } = useOverview(filter)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <div className={css.today} data-today aria-busy={!data}>
      <b>{t('today')}</b>
      <dl>
        {MEASURES.map((measure) => (
          <div key={measure}>
            <dt>{t(`reports.of.${measure}`)}</dt>
            <dd>
              <BackofficeLink to={metricHref(measure, { ...filter, channel })}>
                {data ? text(measure, data.now.sums[measure]) : '–'}
              </BackofficeLink>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Orders or points of the period over time. */
export function HomeCharts({ filter, channel }: Props) {
  const t = useTranslate()
  const [measure, setMeasure] = useState<(typeof CHARTS)[number]>('orders')
  const { data, error, refetch } = useOverview(filter)
  return (
    <Card
      title={t(measureTitle(measure, filter))}
      actions={
        <ChoiceBar
          label={t('reports.measure')}
          chosen={measure}
          choices={CHARTS.map((value) => ({ value, name: t(`reports.measure.${value}`) }))}
          onChoose={setMeasure}
        />
      }
    >
      {data ? (
        <MeasureChart {...{ data, measure, channel }} compare="previous" height={220} />
      ) : (
        <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingChart} />
      )}
    </Card>
  )
}
