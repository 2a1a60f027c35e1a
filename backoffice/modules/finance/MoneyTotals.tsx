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
type Part = { of: PaymentMetric; label: MessageKey; cents: number }

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
    /** A day with too much and a day with too little are two differences, and no month without one. */
    differs: days.some(({ difference }) => difference !== 0),
  }
}

/** Payments, refunds and VAT, each with the parts that it is the sum of. Every part opens its list. */
export function MoneyTotals({ month, channel }: { month: Month; channel: string | null }) {
  const t = useTranslate()
  const euros = useEuros()
  const { paid, orders, stray, refunded, chargedBack, vat, vatBack, difference, differs } =
    totalsOf(month)
  const filter = { ...daysOfMonth(month.month), ...(channel === null ? {} : { channel }) }
  const written = (cents: number) => (cents === 0 ? '–' : euros(cents))
  const total = (label: MessageKey, figure: ReactNode, parts: Part[]) => (
    <div className={css.total}>
      <dt>{t(label)}</dt>
      <dd className={css.figure}>{figure}</dd>
      {parts.map(({ of, label, cents }) => (
        <dd key={of} className={css.part}>
          <span>{t(label)}</span>
          <span>
            <SumLink of={of} cents={cents} filter={filter} />
          </span>
        </dd>
      ))}
    </div>
  )
  return (
    <section className={css.totals} aria-label={t('payments.totals')}>
      <dl>
        {total('payments.payments', <SumLink of="paid" cents={paid} filter={filter} />, [
          { of: 'orders', label: 'payments.orders', cents: orders },
          { of: 'stray', label: 'payments.stray', cents: stray },
        ])}
        {total('payments.refunds', written(refunded + chargedBack), [
          { of: 'refunded', label: 'payments.refunded', cents: refunded },
          { of: 'charged-back', label: 'payments.chargedBack', cents: chargedBack },
        ])}
        {total('payments.vat', written(vat - vatBack), [
          { of: 'vat', label: 'payments.vatOnOrders', cents: vat },
          { of: 'vat-back', label: 'payments.vatBack', cents: vatBack },
        ])}
      </dl>
      <p className={css.proof} data-differs={differs || undefined}>
        <BackofficeIcon name={differs ? 'warning' : 'check'} />
        <span>
          <b>{t('payments.differenceOf', { euros: euros(difference) })}</b>{' '}
          {t(differs ? 'payments.monthDiffers' : 'payments.agrees')}
        </span>
      </p>
    </section>
  )
}
