import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import {
  RECONCILIATION_COLUMNS,
  ReconciliationCells,
} from '#backoffice/modules/finance/ReconciliationCells.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { monthName } from '#backoffice/modules/finance/month-name.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt, DEFAULT_ZONE, isDay } from '#domain/time/zone-days.ts'

import css from './PaymentsPage.module.css'

type DailyPayments = StaffResponse<'dailyPayments'>

/** The payments of a day to the cent: received, used and refunded. A difference of zero is shown as proof. */
export function PaymentsOfDay({ day }: { day: string }) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const channel = query.get('channel')
  const { language } = useBackofficeLanguage()
  const { data, error, refetch } = useQuery(
    staffQuery('dailyPayments', { day, ...(channel === null ? {} : { channel }) }),
  )
  return (
    <>
      <PageHead title={isDay(day) ? formatDay(language, day) : t('payments.title')} />
      <div className={css.body}>
        <div className={css.dayLine}>
          <div className={css.day}>
            <DateField
              label={t('payments.day')}
              hint={t('payments.dayHelp')}
              value={isDay(day) ? day : ''}
              onValue={(day) => change({ day }, { replace: true })}
            />
          </div>
          <DayLinks day={day} channel={channel} />
        </div>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data ? <ReconciliationSection payments={data} day={day} /> : null}
        {data && data.vat.length > 0 ? <VatSection payments={data} day={day} /> : null}
        <p className={css.soft}>{t('payments.twoClocks')}</p>
      </div>
    </>
  )
}

/** The month of the day, and the days beside it. */
function DayLinks({ day, channel }: { day: string; channel: string | null }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [today] = useState(() => dayAt(Date.now(), DEFAULT_ZONE))
  const month = (isDay(day) ? day : today).slice(0, 7)
  const hrefOf = (parts: Record<string, string>) =>
    `/backoffice/finance/payments?${withQueryParams(new URLSearchParams(), { channel, ...parts })}`
  return (
    <div className={css.links}>
      <BackofficeLink to={hrefOf({ month })}>{monthName(month, language)}</BackofficeLink>
      {isDay(day) ? (
        <BackofficeLink to={hrefOf({ day: addDays(day, -1) })}>
          {t('payments.dayBefore')}
        </BackofficeLink>
      ) : null}
      {isDay(day) && day < today ? (
        <BackofficeLink to={hrefOf({ day: addDays(day, 1) })}>
          {t('payments.dayAfter')}
        </BackofficeLink>
      ) : null}
    </div>
  )
}

function ReconciliationSection({ payments, day }: { payments: DailyPayments; day: string }) {
  const t = useTranslate()
  const euros = useEuros()
  const filterOf = ({ channel, provider }: DailyPayments['items'][number]) => ({
    from: day,
    to: day,
    channel,
    provider,
  })
  if (payments.items.length === 0) {
    const hasRefunds = payments.vat.some(({ cents_back }) => cents_back !== 0)
    return <p>{t(hasRefunds ? 'payments.noneButBack' : 'payments.none')}</p>
  }
  const hasDifference = payments.items.some(({ difference }) => difference !== 0)
  return (
    <section className={css.part} aria-label={t('payments.proof')}>
      <h2>{t('payments.proof')}</h2>
      <Notice kind={hasDifference ? 'warn' : 'good'}>
        {t(hasDifference ? 'payments.differs' : 'payments.agrees')}
      </Notice>
      <NumbersTable
        head={[
          t('payments.provider'),
          t('channel'),
          ...RECONCILIATION_COLUMNS.map((label) => t(label)),
        ]}
        textColumns={2}
        stacked
      >
        {payments.items.map((row) => (
          <tr key={`${row.provider} ${row.channel}`}>
            <td>{row.provider}</td>
            <td>{channelCell(row.channel)}</td>
            <ReconciliationCells amounts={row} filter={filterOf(row)} />
          </tr>
        ))}
      </NumbersTable>
      {payments.differing.length > 0 ? (
        <>
          <h3>{t('payments.cause')}</h3>
          <ul>
            {payments.differing.map(({ payment, order, paid, ordered }) => (
              <li key={`${payment} ${order}`}>
                {order ? (
                  <BackofficeLink to={`/backoffice/orders/${order}`}>{order}</BackofficeLink>
                ) : (
                  payment
                )}{' '}
                {t('payments.causeLine', { paid: euros(paid ?? 0), ordered: euros(ordered ?? 0) })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

function VatSection({ payments, day }: { payments: DailyPayments; day: string }) {
  const t = useTranslate()
  const filterOf = ({ channel, country, bp }: DailyPayments['vat'][number]) => {
    return { from: day, to: day, channel, country, bp }
  }
  const { language } = useBackofficeLanguage()
  return (
    <section className={css.part} aria-label={t('payments.vat')}>
      <h2>{t('payments.vat')}</h2>
      <NumbersTable
        head={[
          t('channel'),
          t('payments.country'),
          t('payments.rate'),
          t('payments.turnover'),
          t('payments.vatIn'),
          t('accounting.turnoverBack'),
          t('payments.vatBack'),
        ]}
        textColumns={2}
        stacked
      >
        {payments.vat.map((row) => (
          <tr key={`${row.channel} ${row.country} ${row.bp}`}>
            <td>{channelCell(row.channel)}</td>
            <td>{row.country}</td>
            <td className={css.number}>{rateText(row.bp, language)}</td>
            <EuroCell
              head="payments.turnover"
              cents={row.cents}
              metric="turnover"
              filter={filterOf(row)}
            />
            <EuroCell
              head="payments.vatIn"
              cents={row.vat_cents}
              metric="vat"
              filter={filterOf(row)}
            />
            <EuroCell
              head="accounting.turnoverBack"
              cents={row.cents_back}
              metric="turnover-back"
              filter={filterOf(row)}
            />
            <EuroCell
              head="payments.vatBack"
              cents={row.vat_back}
              metric="vat-back"
              filter={filterOf(row)}
            />
          </tr>
        ))}
      </NumbersTable>
    </section>
  )
}
