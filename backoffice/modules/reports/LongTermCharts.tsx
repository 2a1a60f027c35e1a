import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { ActivationCurve } from '#backoffice/modules/reports/ActivationCurve.tsx'
import { useReportFormat } from '#backoffice/modules/reports/use-report-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Period } from '#domain/reports/compared-period.ts'

import css from './ReportsPage.module.css'

/** The activations of a valid batch, which the user chooses. */
export function BatchCurve({ channel }: { channel: string | null }) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useQuery(
    staffQuery('runningBatches', channel === null ? {} : { channel }),
  )
  const batch = data?.items.find(({ id }) => id === chosen) ?? data?.items[0]
  return (
    <Card title={t('reports.curve')}>
      {data ? null : (
        <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingChart} />
      )}
      {data && data.items.length > 0 ? (
        <FormSelect
          label={t('reports.curveBatch')}
          value={batch?.id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        >
          {data.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name === '' ? t('batchNumber', { id }) : name}
            </option>
          ))}
        </FormSelect>
      ) : null}
      {data?.items.length === 0 ? <p className={css.soft}>{t('reports.noCurve')}</p> : null}
      {batch ? <ActivationCurve key={batch.id} filter={{ batch: batch.id }} /> : null}
    </Card>
  )
}

/** The points in all balances at the end of each day. */
export function PointsOwed({
  filter,
  channel,
}: {
  filter: Period & { channel?: string }
  channel: string | null
}) {
  const t = useTranslate()
  const { formatMetric, scaleFormat } = useReportFormat()
  const chartTexts = useChartTexts()
  const { data, error, refetch } = useQuery({
    ...staffQuery('pointsOwed', filter),
    placeholderData: keepPreviousData,
  })
  return (
    <Card title={t('reports.owed')}>
      {data ? (
        <TimeChart
          title={t('reports.owed')}
          kind="last"
          at={data.days.map(({ day }) => day)}
          series={[
            { key: 'owed', name: t('reports.owed'), values: data.days.map(({ points }) => points) },
          ]}
          format={(value) => formatMetric('left', value)}
          scaleText={scaleFormat('left')}
          hrefOf={(_, to) => metricHref('left', { from: to, to, channel })}
          {...chartTexts}
        />
      ) : (
        <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingChart} />
      )}
      <p className={css.soft}>{t('reports.owedHelp')}</p>
    </Card>
  )
}
