import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { MoneyDays } from '#backoffice/modules/finance/MoneyDays.tsx'
import { MoneyTotals } from '#backoffice/modules/finance/MoneyTotals.tsx'
import { MonthState } from '#backoffice/modules/finance/MonthState.tsx'
import { monthName } from '#backoffice/modules/finance/month-name.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { addMonths, isMonth } from '#domain/time/months.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'

import css from './PaymentsPage.module.css'

/** A month of payments, refunds and VAT: its totals, its days, and the proof that nothing is missing. */
export function PaymentsOfMonth() {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [query] = useQueryParams()
  const [currentMonth] = useState(() => dayAt(Date.now(), DEFAULT_ZONE).slice(0, 7))
  const month = query.get('month') ?? currentMonth
  const channel = query.get('channel')
  const { data, error, refetch } = useQuery({
    ...staffQuery('monthlyPayments', { month, ...(channel === null ? {} : { channel }) }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title={t('payments.title')} />
      <div className={css.body}>
        <div className={css.monthLine}>
          {/* An invalid month in the address is sent as it is, so that the server reports it. */}
          {isMonth(month) ? <MonthLinks month={month} currentMonth={currentMonth} /> : null}
          {data ? <MonthState month={month} isClosed={data.closed_at !== null} /> : null}
          <BackofficeLink
            className={actionButtonClass()}
            to={`/backoffice/finance/monthly-accounts/${month}`}
          >
            {t('accounting.of', { month: monthName(month, language) })}
          </BackofficeLink>
        </div>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <>
            <MoneyTotals month={data} channel={channel} />
            <MoneyDays month={data} channel={channel} />
          </>
        ) : null}
      </div>
    </>
  )
}

/** The name of the month between the links to the one before and the one after it. */
function MonthLinks({ month, currentMonth }: { month: string; currentMonth: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [query] = useQueryParams()
  const hrefOf = (other: string) =>
    `?${withQueryParams(query, { month: other === currentMonth ? null : other })}`
  const before = addMonths(month, -1)
  const after = addMonths(month, 1)
  return (
    <nav className={css.months} aria-label={t('accounting.month')}>
      <BackofficeLink to={hrefOf(before)} aria-label={monthName(before, language)}>
        <BackofficeIcon name="previous" />
      </BackofficeLink>
      <h2>{monthName(month, language)}</h2>
      {month < currentMonth ? (
        <BackofficeLink to={hrefOf(after)} aria-label={monthName(after, language)}>
          <BackofficeIcon name="next" />
        </BackofficeLink>
      ) : null}
    </nav>
  )
}
