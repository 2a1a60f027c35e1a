import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { measureTitle } from '#backoffice/modules/reports/measure-title.ts'
import { MeasureChart } from '#backoffice/modules/reports/MeasureChart.tsx'
import { MetricTiles, PendingTiles } from '#backoffice/modules/reports/MetricTiles.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Period } from '#domain/reports/compared-period.ts'

import css from './HomePage.module.css'

type Asked = Period & { channel?: string }
const CHARTS = ['orders', 'spent'] as const

/** The numbers of the period, and orders and points over time. If they fail to load, the rest of the page stays. */
export function HomeMetrics({ asked, channel }: { asked: Asked; channel: string | null }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery({
    ...staffQuery('reportOverview', asked),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <LoadFailure error={error} again={() => void refetch()} />
  return (
    <>
      {data ? <MetricTiles data={data} channel={channel} /> : <PendingTiles />}
      <div className={css.charts}>
        {CHARTS.map((measure) => (
          <Card
            key={measure}
            title={t(measureTitle(measure, asked))}
            actions={
              <BackofficeLink
                to={metricHref(measure, { ...asked })}
                aria-label={`${t(`reports.of.${measure}`)}: ${t('viewAll')}`}
              >
                {t('viewAll')}
              </BackofficeLink>
            }
          >
            {data ? (
              <MeasureChart {...{ data, measure, channel }} compare="previous" height={200} />
            ) : (
              <div className={css.pendingChart} aria-busy="true" />
            )}
          </Card>
        ))}
      </div>
    </>
  )
}
