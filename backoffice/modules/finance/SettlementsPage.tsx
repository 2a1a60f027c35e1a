import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { DifferenceCell, EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { EmptyPicture } from '#backoffice/kit/display/EmptyPicture.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './PaymentsPage.module.css'

/** Payouts to the bank account, with the payments that they consist of. */
export function SettlementsPage() {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('settlements', {}))
  return (
    <>
      <PageHead title={t('settlement.title')} />
      <div className={css.body}>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data && !data.read && data.items.length > 0 ? (
          <Notice kind="info">{t('settlement.notRead')}</Notice>
        ) : null}
        {data?.items.length === 0 ? (
          <div className={css.nothing}>
            <EmptyPicture name="paper" />
            <p>{t(data.read ? 'settlement.none' : 'settlement.notRead')}</p>
          </div>
        ) : null}
        {data && data.items.length > 0 ? (
          <NumbersTable
            head={[
              t('settlement.reference'),
              t('settlement.paidOut'),
              t('payments.provider'),
              t('payments.paid'),
              t('payments.refunded'),
              t('payments.chargedBack'),
              t('settlement.costs'),
              t('settlement.amount'),
              t('payments.difference'),
            ]}
            textColumns={3}
            stacked
          >
            {data.items.map((row) => (
              <tr key={row.id}>
                <td data-wide>{row.reference}</td>
                <td>
                  <DateTime at={row.paid_at} />
                </td>
                <td>{row.provider}</td>
                <EuroCell head="payments.paid" cents={row.payments} />
                <EuroCell head="payments.refunded" cents={row.refunds} />
                <EuroCell head="payments.chargedBack" cents={row.chargebacks} />
                <EuroCell head="settlement.costs" cents={-row.costs_cents} />
                <EuroCell head="settlement.amount" cents={row.cents} />
                <DifferenceCell cents={row.difference} />
              </tr>
            ))}
          </NumbersTable>
        ) : null}
      </div>
    </>
  )
}
