import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { BarList } from '#backoffice/kit/charts/BarList.tsx'
import { metricHref, percentOf } from '#backoffice/kit/charts/figure-format.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { BatchCurve, PointsOwed } from '#backoffice/modules/reports/LongTermCharts.tsx'
import { PointsStatement } from '#backoffice/modules/reports/PointsStatement.tsx'
import { ReportStrip } from '#backoffice/modules/reports/ReportStrip.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { SummedMetric } from '#contract/reports/reports.staff.ts'
import type { Period } from '#domain/reports/compared-period.ts'

import css from './ReportsPage.module.css'

type Metrics = StaffResponse<'reportMetrics'>
type ReportFilter = Period & { channel: string | null }

const STRIP_METRICS: readonly SummedMetric[] = [
  'made',
  'claimed',
  'gifts',
  'euros-back',
  'questions',
  'cases',
]

type SectionProps = { filter: Period & { channel?: string } }

const useReportMetrics = (filter: SectionProps['filter']) =>
  useQuery({ ...staffQuery('reportMetrics', filter), placeholderData: keepPreviousData })

/** From the voucher to the gift: activations, points owed, the points of the period and the steps to an order. */
export function VouchersAndPoints({
  filter,
  channel,
  maySeeEmployers,
}: SectionProps & { channel: string | null; maySeeEmployers: boolean }) {
  const { data, error, refetch } = useReportMetrics(filter)
  const period = { from: filter.from, to: filter.to, channel }
  return (
    <>
      {data ? (
        <ReportStrip sums={data.sums} metrics={STRIP_METRICS} filter={period} />
      ) : (
        <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingList} />
      )}
      <div className={css.columns}>
        {maySeeEmployers ? <BatchCurve channel={channel} /> : null}
        <PointsOwed filter={filter} channel={channel} />
        {data ? (
          <>
            <PointsStatement sums={data.sums} filter={period} />
            <Funnel data={data} filter={period} />
          </>
        ) : null}
      </div>
    </>
  )
}

function Funnel({ data: { funnel, sums }, filter }: { data: Metrics; filter: ReportFilter }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <Card title={t('reports.funnel')}>
      <BarList
        bars={funnel.map(({ step, count }) => ({
          key: step,
          name: t(`reports.step.${step}`),
          value: count,
          text: count.toLocaleString(language),
          note: percentOf(count, sums.claimed, t),
          to: metricHref('claimed', { ...filter, step }),
        }))}
      />
    </Card>
  )
}

export function OrdersByHour({ filter }: SectionProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const chartTexts = useChartTexts()
  const { data, error, refetch } = useReportMetrics(filter)
  if (!data)
    return <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingList} />
  const { hours, time_zone } = data
  return (
    <Card title={t('reports.byHour')}>
      <TimeChart
        title={t('reports.byHour')}
        at={hours.map((_, hour) => `${String(hour).padStart(2, '0')}:00`)}
        series={[{ key: 'orders', name: t('reports.of.orders'), values: hours }]}
        format={(value) => value.toLocaleString(language)}
        hrefOf={(hour) => metricHref('orders', { ...filter, hour: Number(hour.slice(0, 2)) })}
        height={160}
        {...chartTexts}
        texts={{ ...chartTexts.texts, day: t('reports.hour') }}
      />
      <p className={css.soft}>
        {time_zone === null ? t('reports.ownClocks') : t('reports.clock', { zone: time_zone })}
      </p>
    </Card>
  )
}
