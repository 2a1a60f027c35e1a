import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { activationCurve } from '#domain/reports/activation-curve.ts'
import { addDays } from '#domain/time/zone-days.ts'

import css from './ReportsPage.module.css'

type Activations = StaffResponse<'activations'>
const LONGEST_PERIOD = 365

type CurveProps = { of: { batch: string } | { campaign: string }; height?: number }

/** How many vouchers were activated by each day, and a forecast of the days to come. */
export function ActivationCurve({ of, height = 220 }: CurveProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { percent } = useReportFormat()
  const chartTexts = useChartTexts()
  const { data, error, refetch } = useQuery(staffQuery('activations', of))
  if (!data) {
    return <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingChart} />
  }
  const { days, activated, forecast, isEarly } = activationCurve(data)
  const last = forecast.likely.at(-1)
  const { last_day: lastDay, ends_with: endsWith } = data
  const now = activated.at(-1) ?? 0
  const lastOf = (totals: readonly number[]) => Math.round(totals.at(-1) ?? 0)
  /** Continues today's total. */
  const continued = (totals: readonly number[]) => [
    ...activated.slice(0, -1).map(() => null),
    now,
    ...totals,
  ]
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
          ...(last === undefined
            ? []
            : [
                {
                  key: 'forecast',
                  name: t('reports.forecast'),
                  look: 'forecast' as const,
                  values: continued(forecast.likely),
                },
                ...(['low', 'high'] as const).map((look) => ({
                  key: look,
                  name: t(`reports.forecast.${look}`),
                  look,
                  values: continued(forecast[look]),
                })),
              ]),
        ]}
        marks={lastDay === null ? [] : [{ at: lastDay, name: t(`reports.ends.${endsWith}`) }]}
        format={(value) => Math.round(value).toLocaleString(language)}
        hrefOf={(_, to) => metricHref('claimed', { ...of, ...until(data, to) })}
        height={height}
        {...chartTexts}
      />
      <p className={css.soft}>
        {t('reports.curveNow', { activated: now, count: data.vouchers, rate: rate(now) })}
        {lastDay === null
          ? null
          : ` ${t(`reports.endsOn.${endsWith}`, { day: formatDay(language, lastDay) })}`}
        {last === undefined
          ? null
          : ` ${t('reports.curveForecast', { day: formatDay(language, days.at(-1) ?? ''), activated: Math.round(last), rate: rate(last), low: lastOf(forecast.low), high: lastOf(forecast.high) })}`}
        {isEarly ? ` ${t('reports.curveEarly')}` : null}
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
