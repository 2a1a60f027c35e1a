import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { NumbersTable } from '#backoffice/kit/display/NumbersTable.tsx'
import { EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './PaymentsPage.module.css'

/** What came on the bank account, and of what it is made. */
export function SettlementsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('settlements', {}))
  return (
    <>
      <PageHead title={t('settlement.title')} />
      <div className={css.body}>
        {error && !data ? <LoadError error={error} again={() => void refetch()} /> : null}
        {data && !data.read ? (
          <Notice kind="info">
            {staff.role === 'owner'
              ? t('settlement.needsToken', { setting: data.setting })
              : t('settlement.notRead')}
          </Notice>
        ) : null}
        {data?.read && data.items.length === 0 ? <p>{t('settlement.none')}</p> : null}
        {data && data.items.length > 0 ? (
          <NumbersTable
            head={[
              t('settlement.reference'),
              t('settlement.paidOut'),
              t('money.provider'),
              t('money.paid'),
              t('money.refunded'),
              t('money.chargedBack'),
              t('settlement.costs'),
              t('settlement.amount'),
              t('money.difference'),
            ]}
            words={3}
            stacked
          >
            {data.items.map((row) => (
              <tr key={row.id}>
                <td data-wide>{row.reference}</td>
                <td>
                  <DateTime at={row.paid_at} />
                </td>
                <td>{row.provider}</td>
                <EuroCell head="money.paid" cents={row.payments} />
                <EuroCell head="money.refunded" cents={row.refunds} />
                <EuroCell head="money.chargedBack" cents={row.chargebacks} />
                {/* Where there are none, they are not less than nothing. */}
                <EuroCell head="settlement.costs" cents={0 - row.costs_cents} />
                <EuroCell head="settlement.amount" cents={row.cents} />
                <EuroCell
                  head="money.difference"
                  cents={row.difference}
                  bad={row.difference !== 0}
                />
              </tr>
            ))}
          </NumbersTable>
        ) : null}
      </div>
    </>
  )
}
