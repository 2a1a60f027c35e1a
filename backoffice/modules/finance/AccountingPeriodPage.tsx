import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import { monthName } from '#backoffice/modules/finance/month-name.ts'
import {
  RECONCILIATION_COLUMNS,
  ReconciliationCells,
} from '#backoffice/modules/finance/ReconciliationCells.tsx'
import type { SumFilter } from '#backoffice/modules/finance/SumLink.tsx'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { daysOfMonth } from '#domain/time/months.ts'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'

import css from './PaymentsPage.module.css'

type AccountingPeriod = StaffResponse<'accountingMonth'>

/** A month as reported, or as it would be reported now. Closing the month freezes these figures. */
export function AccountingPeriodPage({ staff, params: { month = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { data, error, refetch } = useQuery(staffQuery('accountingMonth', { month }))
  const title = t('accounting.of', { month: monthName(month, language) })
  return (
    <>
      <PageHead
        title={title}
        parent={{ to: '/backoffice/finance/monthly-accounts', label: t('accounting.title') }}
      />
      <div className={css.body}>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <>
            <PeriodNotices period={data} />
            <MoneyRows period={data} />
            <VatRows period={data} />
            <p className={css.links}>
              <BackofficeLink to={`/backoffice/finance/payments?month=${month}`}>
                {t('payments.byDay')}
              </BackofficeLink>
              <a href={staffAddress('accountingMonth', { month, as: 'csv' })} download>
                {t('accounting.file')}
              </a>
            </p>
            {data.closed_at === null &&
            data.waits === null &&
            staff.permissions.includes('finance.write') ? (
              <CloseForm key={data.seen} period={data} />
            ) : null}
          </>
        ) : null}
      </div>
    </>
  )
}

function PeriodNotices({ period }: { period: AccountingPeriod }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <>
      {period.closed_at === null ? (
        <Notice kind="info">
          {t(period.waits === null ? 'accounting.canClose' : `accounting.waits.${period.waits}`)}
        </Notice>
      ) : (
        <Notice kind="good">
          {t('accounting.closedBy', { name: period.closed_by ?? '' })}{' '}
          <DateTime at={period.closed_at} />
          {period.note ? ` · ${period.note}` : null}
        </Notice>
      )}
      {period.unchecked.length > 0 ? (
        <Notice kind="warn">
          {t('accounting.unchecked', {
            rates: period.unchecked
              .map(({ country, bp }) => `${country} ${rateText(bp, language)}`)
              .join(', '),
          })}
        </Notice>
      ) : null}
    </>
  )
}

function MoneyRows({ period }: { period: AccountingPeriod }) {
  const t = useTranslate()
  if (period.money.length === 0) return <p>{t('accounting.nothing')}</p>
  return (
    <section className={css.part} aria-label={t('payments.proof')}>
      <h2>{t('payments.proof')}</h2>
      <NumbersTable
        head={[
          t('accounting.what'),
          t('payments.provider'),
          t('channel'),
          ...RECONCILIATION_COLUMNS.map((label) => t(label)),
        ]}
        textColumns={3}
        stacked
      >
        {period.money.map((row) => (
          <tr key={`${row.of_month} ${row.provider} ${row.channel}`}>
            <td>
              <ReportedMonth period={period} month={row.of_month} />
            </td>
            <td>{row.provider}</td>
            <td>{channelCell(row.channel)}</td>
            <ReconciliationCells amounts={row} filter={sumFilterOf(period, row)} />
          </tr>
        ))}
      </NumbersTable>
    </section>
  )
}

const VAT_HEAD = [
  'accounting.what',
  'channel',
  'payments.country',
  'payments.rate',
  'payments.turnover',
  'payments.vatIn',
  'accounting.turnoverBack',
  'payments.vatBack',
] as const

function VatRows({ period }: { period: AccountingPeriod }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  if (period.vat.length === 0) return null
  return (
    <section className={css.part} aria-label={t('payments.vat')}>
      <h2>{t('payments.vat')}</h2>
      <NumbersTable head={VAT_HEAD.map((label) => t(label))} textColumns={3} stacked>
        {period.vat.map((row) => (
          <tr key={`${row.of_month} ${row.channel} ${row.country} ${row.bp}`}>
            <td>
              <ReportedMonth period={period} month={row.of_month} />
            </td>
            <td>{channelCell(row.channel)}</td>
            <td>{row.country}</td>
            <td className={css.number}>{rateText(row.bp, language)}</td>
            <EuroCell
              head="payments.turnover"
              cents={row.cents}
              metric="turnover"
              filter={sumFilterOf(period, row)}
            />
            <EuroCell
              head="payments.vatIn"
              cents={row.vat_cents}
              metric="vat"
              filter={sumFilterOf(period, row)}
            />
            <EuroCell
              head="accounting.turnoverBack"
              cents={row.cents_back}
              metric="turnover-back"
              filter={sumFilterOf(period, row)}
            />
            <EuroCell
              head="payments.vatBack"
              cents={row.vat_back}
              metric="vat-back"
              filter={sumFilterOf(period, row)}
            />
          </tr>
        ))}
      </NumbersTable>
    </section>
  )
}

type ReportRow = Omit<SumFilter, 'from' | 'to'> & { of_month: string }

/** A correction is the difference of two reports, so no list of rows adds up to it. */
function sumFilterOf(period: AccountingPeriod, row: ReportRow): SumFilter | undefined {
  if (row.of_month !== period.month) return undefined
  const { channel, provider, country, bp } = row
  return {
    ...daysOfMonth(period.month),
    channel,
    ...(provider === undefined ? {} : { provider }),
    ...(country === undefined ? {} : { country }),
    ...(bp === undefined ? {} : { bp }),
  }
}

function ReportedMonth({ period, month }: { period: AccountingPeriod; month: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return month === period.month
    ? t('accounting.own')
    : t('accounting.correction', { month: monthName(month, language) })
}

function CloseForm({ period }: { period: AccountingPeriod }) {
  const t = useTranslate()
  const [note, setNote] = useState('')
  const action = useAction('closeAccountingMonth', { done: () => t('accounting.closeDone') })
  const hasDifference = period.money.some(({ difference }) => difference !== 0)
  return (
    <Form
      title={t('accounting.close')}
      submit={t('accounting.close')}
      note={t('accounting.closeHelp')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={false}
      onDiscard={() => {}}
      onSubmit={async () => {
        await action.run({ month: period.month, seen: period.seen, note })
      }}
    >
      {hasDifference ? <Notice kind="warn">{t('accounting.differs')}</Notice> : null}
      <FormField
        label={t('accounting.note')}
        maxLength={500}
        required={hasDifference}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}
