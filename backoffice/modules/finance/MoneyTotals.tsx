import type { ReactNode } from 'react'

import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { SumLink } from '#backoffice/modules/finance/SumLink.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { PaymentMetric } from '#contract/finance/payments-report.staff.ts'
import { daysOfMonth } from '#domain/time/months.ts'

import css from './MoneyTotals.module.css'

type Month = StaffResponse<'monthlyPayments'>
type TotalPart = { metric: PaymentMetric; label: MessageKey; cents: number }

function totalsOf({ days }: Month) {
  const sum = (key: Exclude<keyof Month['days'][number], 'day'>) =>
    days.reduce((total, day) => total + day[key], 0)
  return {
    paid: sum('paid'),
    orders: sum('orders'),
    stray: sum('stray'),
    refunded: sum('refunded'),
    chargedBack: sum('charged_back'),
    difference: sum('difference'),
    vat: sum('vat_cents'),
    vatBack: sum('vat_back'),
    /** Checked for each day, because the differences of two days can add up to zero. */
    hasDifference: days.some(({ difference }) => difference !== 0),
  }
}

/** Payments, refunds and VAT, each with its parts. Every part opens its list. */
export function MoneyTotals({ month, channel }: { month: Month; channel: string | null }) {
  const t = useTranslate()
  const euros = useEuros()
  const { paid, orders, stray, refunded, chargedBack, vat, vatBack, difference, hasDifference } =
    totalsOf(month)
  const filter = { ...daysOfMonth(month.month), ...(channel === null ? {} : { channel }) }
  const formatAmount = (cents: number) => (cents === 0 ? '–' : euros(cents))
  const renderTotal = (label: MessageKey, amount: ReactNode, parts: TotalPart[]) => (
    <div className={css.total}>
      <dt>{t(label)}</dt>
      <dd className={css.figure}>{amount}</dd>
      {parts.map(({ metric, label, cents }) => (
        <dd key={metric} className={css.part}>
          <span>{t(label)}</span>
          <span>
            <SumLink metric={metric} cents={cents} filter={filter} />
          </span>
        </dd>
      ))}
    </div>
  )
  return (
    <section className={css.totals} aria-label={t('payments.totals')}>
      <dl>
        {renderTotal('payments.payments', <SumLink metric="paid" cents={paid} filter={filter} />, [
          { metric: 'orders', label: 'payments.orders', cents: orders },
          { metric: 'stray', label: 'payments.stray', cents: stray },
        ])}
        {renderTotal('payments.refunds', formatAmount(refunded + chargedBack), [
          { metric: 'refunded', label: 'payments.refunded', cents: refunded },
          { metric: 'charged-back', label: 'payments.chargedBack', cents: chargedBack },
        ])}
        {renderTotal('payments.vat', formatAmount(vat - vatBack), [
          { metric: 'vat', label: 'payments.vatOnOrders', cents: vat },
          { metric: 'vat-back', label: 'payments.vatBack', cents: vatBack },
        ])}
      </dl>
      <p className={css.proof} data-differs={hasDifference || undefined}>
        <BackofficeIcon name={hasDifference ? 'warning' : 'check'} />
        <span>
          <b>{t('payments.differenceOf', { euros: euros(difference) })}</b>{' '}
          {t(hasDifference ? 'payments.monthDiffers' : 'payments.agrees')}
        </span>
      </p>
    </section>
  )
}
