import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { ChartSeries } from '#backoffice/kit/charts/chart-series.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { activationCurve } from '#domain/reports/activation-curve.ts'
import { addDays } from '#domain/time/zone-days.ts'

import css from './ReportsPage.module.css'

type Activations = StaffResponse<'activations'>
const LONGEST_PERIOD = 365

type CurveProps = { filter: { batch: string } | { campaign: string }; height?: number }

/** How many vouchers were activated by each day, and a forecast of the days to come. */
export function ActivationCurve({ filter, height = 220 }: CurveProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const chartTexts = useChartTexts()
  const { data, error, refetch } = useQuery(staffQuery('activations', filter))
  if (!data) {
    return <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingChart} />
  }
  const curve = activationCurve(data)
  const { last_day: lastDay, ends_with: endsWith } = data
  if ((curve.activated.at(-1) ?? 0) === 0)
    return <p className={css.soft}>{t('reports.noActivations')}</p>
  return (
    <>
      <TimeChart
        title={t('reports.curve')}
        kind="last"
        at={curve.days}
        upTo={data.vouchers}
        series={curveSeries(curve, t)}
        marks={lastDay === null ? [] : [{ at: lastDay, name: t(`reports.ends.${endsWith}`) }]}
        format={(value) => Math.round(value).toLocaleString(language)}
        hrefOf={(_, to) => metricHref('claimed', { ...filter, ...periodUntil(data, to) })}
        height={height}
        {...chartTexts}
      />
      <CurveSummary data={data} curve={curve} />
    </>
  )
}

type Curve = ReturnType<typeof activationCurve>

function curveSeries({ activated, forecast }: Curve, t: Translate): ChartSeries[] {
  const past: ChartSeries = { key: 'activated', name: t('reports.activated'), values: activated }
  if (forecast.likely.length === 0) return [past]
  /** The forecast starts at today's total. */
  const afterActivated = (totals: readonly number[]) => [
    ...activated.slice(0, -1).map(() => null),
    activated.at(-1) ?? 0,
    ...totals,
  ]
  return [
    past,
    {
      key: 'forecast',
      name: t('reports.forecast'),
      variant: 'forecast',
      values: afterActivated(forecast.likely),
    },
    ...(['low', 'high'] as const).map((bound) => ({
      key: bound,
      name: t(`reports.forecast.${bound}`),
      look: bound,
      values: afterActivated(forecast[bound]),
    })),
  ]
}

/** The chart in sentences: the count so far, the last day, and the forecast with its limits. */
function CurveSummary({ data, curve }: { data: Activations; curve: Curve }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { percent } = useReportFormat()
  const { days, activated, forecast, isEarly } = curve
  const rate = (count: number) => percent(data.vouchers === 0 ? 0 : count / data.vouchers)
  const activatedNow = activated.at(-1) ?? 0
  const sentences = [
    t('reports.curveNow', {
      activated: activatedNow,
      count: data.vouchers,
      rate: rate(activatedNow),
    }),
  ]
  if (data.last_day !== null)
    sentences.push(
      t(`reports.endsOn.${data.ends_with}`, { day: formatDay(language, data.last_day) }),
    )
  const likely = forecast.likely.at(-1)
  const low = forecast.low.at(-1)
  const high = forecast.high.at(-1)
  if (likely !== undefined)
    sentences.push(
      t('reports.curveForecast', {
        day: formatDay(language, days.at(-1) ?? ''),
        activated: Math.round(likely),
        rate: rate(likely),
        low: Math.round(low ?? likely),
        high: Math.round(high ?? likely),
      }),
    )
  if (isEarly) sentences.push(t('reports.curveEarly'))
  return <p className={css.soft}>{sentences.join(' ')}</p>
}

/** The period of a running total: from the first day, but at most a year. */
function periodUntil({ first_day, today }: Activations, day: string) {
  const to = day < today ? day : today
  const earliest = addDays(to, -LONGEST_PERIOD)
  return { from: first_day < earliest ? earliest : first_day, to }
}
