import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './StockPage.module.css'

const COUNTS = [
  { count: 'week', filter: 'ends', value: 'week', label: 'giftsEndInWeek', colorClass: css.warn },
  { count: 'out', filter: 'state', value: 'out', label: 'giftsSoldOut', colorClass: css.bad },
  { count: 'differ', filter: 'differs', value: 'yes', label: 'giftsDiffer', colorClass: undefined },
] as const

/** The numbers of gifts that need attention. Each number opens the list of these gifts. */
export function StockCounts() {
  const t = useTranslate()
  const [query] = useQueryParams()
  const { data } = useQuery(staffQuery('stockCounts', {}))
  if (!data) return null
  const clearedFilters = Object.fromEntries(COUNTS.map(({ filter }) => [filter, null]))
  return (
    <nav className={css.counts} aria-label={t('stockNeeds')}>
      {COUNTS.map(({ count, filter, value, label, colorClass }) => {
        const isSelected = query.get(filter) === value
        const parts = {
          ...clearedFilters,
          [filter]: isSelected ? null : value,
          cursor: null,
          selected: null,
        }
        return (
          <BackofficeLink
            key={filter}
            to={`?${withQueryParams(query, parts)}`}
            aria-current={isSelected ? 'true' : undefined}
          >
            <span className={classNames(css.count, data[count] > 0 && colorClass)}>
              {data[count]}
            </span>
            {t(label, { count: data[count] })}
          </BackofficeLink>
        )
      })}
    </nav>
  )
}
