import { useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './HomePage.module.css'

const MAX_ROWS = 8
const LIST_PATH = '/backoffice/stock?ends=week'

/** Gifts in stock that sell out within a week at the current rate. */
export function StockEnding({ channel }: { channel: string | null }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(
    staffQuery('stock', { ends: 'week', sort: 'risk', limit: MAX_ROWS }),
  )
  const to = channel === null ? LIST_PATH : `${LIST_PATH}&channel=${channel}`
  const ending = data?.items ?? []
  return (
    <Card
      title={t('home.stock')}
      actions={
        <BackofficeLink to={to} aria-label={`${t('home.stock')}: ${t('viewAll')}`}>
          {t('viewAll')}
        </BackofficeLink>
      }
    >
      {data ? null : (
        <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingList} />
      )}
      {data && ending.length === 0 ? <p className={css.soft}>{t('home.noStock')}</p> : null}
      <ul className={css.list}>
        {ending.map(({ sku, gift, name, variant, picture, on_hand, reserved, days_left: days }) => (
          <li key={sku} className={css.withPicture}>
            <GiftImage file={picture} size="large" />
            <BackofficeLink className={css.main} to={`/backoffice/gifts/${gift}`}>
              {name}
            </BackofficeLink>
            <span className={css.soft}>
              {[variant, t('home.inStock', { count: on_hand - reserved })]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={css.when} data-urgent={days !== null && days <= 2}>
              {t('home.daysLeft', { count: days ?? 0 })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
