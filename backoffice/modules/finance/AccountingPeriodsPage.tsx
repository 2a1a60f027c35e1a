import { useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { MonthState } from '#backoffice/modules/finance/MonthState.tsx'
import { monthName } from '#backoffice/modules/finance/month-name.ts'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { DifferenceCell, EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './PaymentsPage.module.css'

/** Months, newest first, with the reported totals of closed months and the current totals of open ones. */
export function AccountingPeriodsPage() {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('accountingMonths', {}))
  return (
    <>
      <PageHead title={t('accounting.title')} />
      <div className={css.body}>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data?.items.length === 0 ? <p>{t('accounting.none')}</p> : null}
        {data && data.items.length > 0 ? (
          <NumbersTable
            head={[
              t('accounting.month'),
              t('accounting.state'),
              t('payments.paid'),
              t('payments.orders'),
              t('payments.refunded'),
              t('payments.chargedBack'),
              t('payments.difference'),
              t('payments.vatIn'),
              t('accounting.corrections'),
            ]}
            textColumns={2}
            stacked
          >
            {data.items.map((item) => (
              <MonthRow key={item.month} item={item} />
            ))}
          </NumbersTable>
        ) : null}
      </div>
    </>
  )
}

function MonthRow({
  item: { month, closed_at, sums, corrections },
}: {
  item: StaffResponse<'accountingMonths'>['items'][number]
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <tr>
      <td>
        <BackofficeLink to={`/backoffice/finance/monthly-accounts/${month}`}>
          {monthName(month, language)}
        </BackofficeLink>
      </td>
      <td>
        <MonthState month={month} isClosed={closed_at !== null} />
      </td>
      <EuroCell head="payments.paid" cents={sums.paid} />
      <EuroCell head="payments.orders" cents={sums.orders} />
      <EuroCell head="payments.refunded" cents={sums.refunded} />
      <EuroCell head="payments.chargedBack" cents={sums.charged_back} />
      <DifferenceCell cents={sums.difference} />
      <EuroCell head="payments.vatIn" cents={sums.vat_cents - sums.vat_back} />
      <td
        className={css.number}
        data-head={t('accounting.corrections')}
        data-none={corrections === 0 || undefined}
      >
        {corrections === 0 ? '–' : corrections}
      </td>
    </tr>
  )
}
