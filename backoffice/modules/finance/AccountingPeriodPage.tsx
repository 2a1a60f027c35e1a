import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import { monthName } from '#backoffice/modules/finance/month-name.ts'
import {
  PROOF_HEAD,
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

type Book = StaffResponse<'accountingMonth'>

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
            <State book={data} />
            <MoneyRows book={data} />
            <VatRows book={data} />
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
              <Close key={data.seen} book={data} />
            ) : null}
          </>
        ) : null}
      </div>
    </>
  )
}

function State({ book }: { book: Book }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return (
    <>
      {book.closed_at === null ? (
        <Notice kind="info">
          {t(book.waits === null ? 'accounting.canClose' : `accounting.waits.${book.waits}`)}
        </Notice>
      ) : (
        <Notice kind="good">
          {t('accounting.closedBy', { name: book.closed_by ?? '' })}{' '}
          <DateTime at={book.closed_at} />
          {book.note ? ` · ${book.note}` : null}
        </Notice>
      )}
      {book.unchecked.length > 0 ? (
        <Notice kind="warn">
          {t('accounting.unchecked', {
            rates: book.unchecked
              .map(({ country, bp }) => `${country} ${rateText(bp, language)}`)
              .join(', '),
          })}
        </Notice>
      ) : null}
    </>
  )
}

function MoneyRows({ book }: { book: Book }) {
  const t = useTranslate()
  if (book.money.length === 0) return <p>{t('accounting.nothing')}</p>
  return (
    <section className={css.part} aria-label={t('payments.proof')}>
      <h2>{t('payments.proof')}</h2>
      <NumbersTable
        head={[
          t('accounting.what'),
          t('payments.provider'),
          t('channel'),
          ...PROOF_HEAD.map((label) => t(label)),
        ]}
        textColumns={3}
        stacked
      >
        {book.money.map((row) => (
          <tr key={`${row.of_month} ${row.provider} ${row.channel}`}>
            <td>
              <OfMonth book={book} of={row.of_month} />
            </td>
            <td>{row.provider}</td>
            <td>{channelCell(row.channel)}</td>
            <ReconciliationCells proof={row} filter={sumFilterOf(book, row)} />
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

function VatRows({ book }: { book: Book }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  if (book.vat.length === 0) return null
  return (
    <section className={css.part} aria-label={t('payments.vat')}>
      <h2>{t('payments.vat')}</h2>
      <NumbersTable head={VAT_HEAD.map((label) => t(label))} textColumns={3} stacked>
        {book.vat.map((row) => (
          <tr key={`${row.of_month} ${row.channel} ${row.country} ${row.bp}`}>
            <td>
              <OfMonth book={book} of={row.of_month} />
            </td>
            <td>{channelCell(row.channel)}</td>
            <td>{row.country}</td>
            <td className={css.number}>{rateText(row.bp, language)}</td>
            <EuroCell
              head="payments.turnover"
              cents={row.cents}
              of="turnover"
              filter={sumFilterOf(book, row)}
            />
            <EuroCell
              head="payments.vatIn"
              cents={row.vat_cents}
              of="vat"
              filter={sumFilterOf(book, row)}
            />
            <EuroCell
              head="accounting.turnoverBack"
              cents={row.cents_back}
              of="turnover-back"
              filter={sumFilterOf(book, row)}
            />
            <EuroCell
              head="payments.vatBack"
              cents={row.vat_back}
              of="vat-back"
              filter={sumFilterOf(book, row)}
            />
          </tr>
        ))}
      </NumbersTable>
    </section>
  )
}

type OfRow = Omit<SumFilter, 'from' | 'to'> & { of_month: string }

/** A correction is a difference of two reports, and the sum of no rows. */
function sumFilterOf(book: Book, row: OfRow): SumFilter | undefined {
  if (row.of_month !== book.month) return undefined
  const { channel, provider, country, bp } = row
  return {
    ...daysOfMonth(book.month),
    channel,
    ...(provider === undefined ? {} : { provider }),
    ...(country === undefined ? {} : { country }),
    ...(bp === undefined ? {} : { bp }),
  }
}

function OfMonth({ book, of }: { book: Book; of: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return of === book.month
    ? t('accounting.own')
    : t('accounting.correction', { month: monthName(of, language) })
}

function Close({ book }: { book: Book }) {
  const t = useTranslate()
  const [note, setNote] = useState('')
  const action = useAction('closeAccountingMonth', { done: () => t('accounting.closeDone') })
  const differs = book.money.some(({ difference }) => difference !== 0)
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
        await action.run({ month: book.month, seen: book.seen, note })
      }}
    >
      {differs ? <Notice kind="warn">{t('accounting.differs')}</Notice> : null}
      <FormField
        label={t('accounting.note')}
        maxLength={500}
        required={differs}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}
