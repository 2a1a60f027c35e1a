import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { GiftBars, PartBars } from '#backoffice/modules/reports/TopBars.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Comparison, Period } from '#domain/reports/compared-period.ts'
import type { Measure } from '#domain/reports/measures.ts'

import css from './ReportsPage.module.css'

type TopCardsProps = {
  filter: Period & { channel?: string }
  channel: string | null
  compare: Comparison
  measure: Measure
  maySeeEmployers: boolean
}

/** Gifts and categories by units, channels and employers by the chosen measure. */
export function TopCards({ filter, channel, compare, measure, maySeeEmployers }: TopCardsProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery({
    ...staffQuery('reportTop', { ...filter, compare, measure }),
    placeholderData: keepPreviousData,
  })
  const period = { from: filter.from, to: filter.to, channel }
  const unitProps = { metric: 'gifts', filter: period } as const
  const measureProps = { metric: measure, filter: period } as const
  const loadingState = (
    <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingList} />
  )
  return (
    <div className={css.columns}>
      <TopCard title={t('reports.topGifts')} {...unitProps}>
        {data ? <GiftBars gifts={data.gifts} filter={period} /> : loadingState}
      </TopCard>
      <TopCard title={t('reports.byCategory')} {...unitProps}>
        {data ? (
          <PartBars
            rows={data.categories}
            dimension="category"
            noneName={t('reports.noCategory')}
            {...unitProps}
          />
        ) : (
          loadingState
        )}
      </TopCard>
      <TopCard
        title={t('reports.byChannel', { measure: t(`reports.of.${measure}`) })}
        {...measureProps}
      >
        {data ? (
          <PartBars rows={data.channels} dimension="channel" noneName="–" {...measureProps} />
        ) : (
          loadingState
        )}
      </TopCard>
      {maySeeEmployers ? (
        <TopCard
          title={t('reports.byEmployer', { measure: t(`reports.of.${measure}`) })}
          {...measureProps}
        >
          {data ? (
            <PartBars
              rows={data.employers}
              dimension="employer"
              noneName={t('reports.noEmployer')}
              {...measureProps}
            />
          ) : (
            loadingState
          )}
        </TopCard>
      ) : null}
    </div>
  )
}

function TopCard({
  title,
  metric,
  filter,
  children,
}: {
  title: string
  metric: 'gifts' | Measure
  filter: Period & { channel: string | null }
  children: ReactNode
}) {
  const t = useTranslate()
  return (
    <Card
      title={title}
      {...(metric === 'gifts' ? { aside: t('reports.note.gifts') } : {})}
      actions={
        <BackofficeLink to={metricHref(metric, filter)} aria-label={`${title}: ${t('viewAll')}`}>
          {t('viewAll')}
        </BackofficeLink>
      }
    >
      {children}
    </Card>
  )
}
