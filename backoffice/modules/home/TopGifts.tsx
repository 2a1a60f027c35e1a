import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { metricHref } from '#backoffice/kit/charts/figure-format.ts'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { GiftBars } from '#backoffice/modules/reports/TopBars.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Period } from '#domain/reports/compared-period.ts'

import css from './HomePage.module.css'

const MAX_GIFTS = 5

/** The gifts ordered most in the period. */
export function TopGifts({
  filter,
  channel,
}: {
  filter: Period & { channel?: string }
  channel: string | null
}) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery({
    ...staffQuery('reportTop', { ...filter, only: 'gifts' }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card
      title={t('reports.topGifts')}
      actions={
        <BackofficeLink
          to={metricHref('gifts', { ...filter })}
          aria-label={`${t('reports.topGifts')}: ${t('viewAll')}`}
        >
          {t('viewAll')}
        </BackofficeLink>
      }
    >
      {data ? (
        <GiftBars gifts={data.gifts.slice(0, MAX_GIFTS)} filter={{ ...filter, channel }} />
      ) : (
        <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingList} />
      )}
    </Card>
  )
}
