import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { forecastActivations, runningTotal } from '#domain/reports/activation-forecast.ts'
import { daysIn } from '#domain/reports/compared-period.ts'
import { addDays } from '#domain/time/zone-days.ts'

import css from './ReportsPage.module.css'

type Activations = StaffResponse<'activations'>
/** A later last day is not drawn: the chart would be empty for the most part. */
const MOST_DAYS_AHEAD = 120
const LONGEST_PERIOD = 365

type CurveProps = { of: { batch: string } | { campaign: string }; height?: number }

/** How many vouchers were activated by each day, and the forecast until the last day. */
export function ActivationCurve({ of, height = 220 }: CurveProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { percent } = useReportFormat()
  const chartTexts = useChartTexts()
  const { data, error, refetch } = useQuery(staffQuery('activations', of))
  if (!data) {
    return <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingChart} />
  }
  const { days, series, last } = curveOf(data)
  const [activated, forecast] = series
  const now = activated.at(-1) ?? 0
  const rate = (count: number) => percent(data.vouchers === 0 ? 0 : count / data.vouchers)
  if (now === 0) return <p className={css.soft}>{t('reports.noActivations')}</p>
  return (
    <>
      <TimeChart
        title={t('reports.curve')}
        kind="last"
        at={days}
        upTo={data.vouchers}
        series={[
          { key: 'activated', name: t('reports.activated'), values: activated },
          ...(forecast.length === 0
            ? []
            : [
                {
                  key: 'forecast',
                  name: t('reports.forecast'),
                  look: 'forecast' as const,
                  values: [...activated.slice(0, -1).map(() => null), now, ...forecast],
                },
              ]),
        ]}
        marks={data.last_day === null ? [] : [{ at: data.last_day, name: t('reports.lastDay') }]}
        format={(value) => Math.round(value).toLocaleString(language)}
        hrefOf={(_, to) => metricHref('claimed', { ...of, ...until(data, to) })}
        height={height}
        {...chartTexts}
      />
      <p className={css.soft}>
        {t('reports.curveNow', { activated: now, count: data.vouchers, rate: rate(now) })}
        {last === null
          ? null
          : ` ${t('reports.curveForecast', { activated: Math.round(last), rate: rate(last) })}`}
      </p>
    </>
  )
}

/** The rows of a running total: everything since the first day, as far as a period reaches. */
function until({ first_day, today }: Activations, day: string) {
  const to = day < today ? day : today
  const earliest = addDays(to, -LONGEST_PERIOD)
  return { from: first_day < earliest ? earliest : first_day, to }
}

function curveOf({ vouchers, days: counts, first_day, today, last_day }: Activations) {
  const activated = runningTotal(counts)
  const daysLeft =
    last_day === null || last_day <= today ? 0 : daysIn({ from: today, to: last_day }) - 1
  const whole = forecastActivations({ vouchers, days: counts, daysLeft })
  const forecast = whole.slice(0, MOST_DAYS_AHEAD)
  const days = Array.from({ length: activated.length + forecast.length }, (_, at) =>
    addDays(first_day, at),
  )
  return { days, series: [activated, forecast] as const, last: whole.at(-1) ?? null }
}
