import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { BackofficeLink, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { EuroCell } from '#backoffice/modules/finance/EuroCell.tsx'
import { monthName } from '#backoffice/modules/finance/month-name.ts'
import {
  RECONCILIATION_COLUMNS,
  ReconciliationCells,
} from '#backoffice/modules/finance/ReconciliationCells.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './PaymentsPage.module.css'

type Month = StaffResponse<'monthlyPayments'>
type Day = Month['days'][number]

const hasMoney = (day: Day) =>
  Object.values(day).some((value) => typeof value === 'number' && value !== 0)

/** The days of a month with payments or refunds. Each links to its providers, channels and VAT rates. */
export function MoneyDays({ month, channel }: { month: Month; channel: string | null }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const days = month.days.filter(hasMoney)
  if (days.length === 0) {
    return (
      <section className={css.nothing}>
        <h3>{t('payments.noneInMonth', { month: monthName(month.month, language) })}</h3>
        <p>{t('payments.noneInMonthHelp')}</p>
      </section>
    )
  }
  const hrefOf = (day: string) =>
    `/backoffice/finance/payments?${withQueryParams(new URLSearchParams(), { channel, day })}`
  return (
    <section className={css.part} aria-label={t('payments.byDay')}>
      <h2>{t('payments.byDay')}</h2>
      <MoneyBars month={month} hrefOf={hrefOf} />
      <NumbersTable
        head={[
          t('payments.day'),
          ...RECONCILIATION_COLUMNS.map((label) => t(label)),
          t('payments.vatIn'),
          t('payments.vatBack'),
        ]}
        textColumns={1}
        stacked
      >
        {days.map((day) => (
          <tr key={day.day}>
            <td>
              <BackofficeLink to={hrefOf(day.day)}>{formatDay(language, day.day)}</BackofficeLink>
            </td>
            <DayCells day={day} channel={channel} />
          </tr>
        ))}
      </NumbersTable>
      <p className={css.soft}>{t('payments.twoClocks')}</p>
    </section>
  )
}

/** Two bars per day: payments, and below zero refunds with chargebacks. */
function MoneyBars({ month: { days }, hrefOf }: { month: Month; hrefOf: (day: string) => string }) {
  const t = useTranslate()
  const euros = useEuros()
  const { language, texts } = useChartTexts()
  const scaleFormat = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'EUR',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return (
    <TimeChart
      title={t('payments.paymentsPerDay')}
      at={days.map(({ day }) => day)}
      series={[
        {
          key: 'paid',
          name: t('payments.payments'),
          variant: 'bars',
          values: days.map(({ paid }) => paid),
        },
        {
          key: 'back',
          name: t('payments.refunds'),
          variant: 'second',
          values: days.map((day) => day.refunded + day.charged_back),
        },
      ]}
      format={euros}
      scaleText={(cents) => scaleFormat.format(cents / 100)}
      hrefOf={hrefOf}
      height={200}
      language={language}
      texts={texts}
    />
  )
}

function DayCells({ day, channel }: { day: Day; channel: string | null }) {
  const filter = { from: day.day, to: day.day, ...(channel === null ? {} : { channel }) }
  return (
    <>
      <ReconciliationCells amounts={day} filter={filter} />
      <EuroCell head="payments.vatIn" cents={day.vat_cents} metric="vat" filter={filter} />
      <EuroCell head="payments.vatBack" cents={day.vat_back} metric="vat-back" filter={filter} />
    </>
  )
}
