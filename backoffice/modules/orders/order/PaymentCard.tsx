import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './OrderPage.module.css'

/** Points, euros, the VAT in them, and what was refunded. The timeline has each refund. */
export function PaymentCard({ order }: { order: Order }) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  const { points_returned, cents_returned } = order
  return (
    <Card title={t('order.paid')}>
      <dl className={css.sums}>
        <dt>{t('order.byPoints')}</dt>
        <dd>{t('order.pointsOf', { count: order.points_paid })}</dd>
        <dt>
          {t('order.byCard')}
          {order.payment ? <span className={css.provider}> · {order.payment.provider}</span> : null}
        </dt>
        <dd>{order.cents_paid === 0 ? '–' : euros(order.cents_paid)}</dd>
        {order.vat.map(({ country, bp, vat_cents }) => [
          <dt key={`of ${country} ${bp}`} className={css.vat}>
            {t('order.vatOf', { rate: rateText(bp, language), country })}
          </dt>,
          <dd key={`is ${country} ${bp}`} className={css.vat}>
            {euros(vat_cents)}
          </dd>,
        ])}
        <dt className={css.total}>{t('order.total')}</dt>
        <dd className={css.total}>{t('order.pointsOf', { count: order.total_points })}</dd>
        {points_returned > 0 || cents_returned > 0 ? (
          <>
            <dt>{t('order.back')}</dt>
            <dd>{amountText({ points: points_returned, cents: cents_returned }, { t, euros })}</dd>
          </>
        ) : null}
      </dl>
      <ReturnedTwice order={order} />
    </Card>
  )
}

/** Warns that the bank charged back money that was also refunded. A queued refund is still stopped. */
function ReturnedTwice({ order }: { order: Order }) {
  const t = useTranslate()
  const euros = useEuros()
  const sum = (amounts: { cents: number }[]) =>
    amounts.reduce((total, { cents }) => total + cents, 0)
  const chargedBack = sum(order.chargebacks.filter(({ end }) => end !== 'reversed'))
  if (chargedBack === 0) return null
  const refunds = order.refunds.filter(({ state, cents }) => state !== 'failed' && cents > 0)
  const excess = sum(refunds) + chargedBack - order.cents_paid
  if (excess <= 0) return null
  const canStop = refunds.some(({ state }) => state === 'queued')
  return (
    <Notice kind={canStop ? 'warn' : 'bad'}>
      {canStop ? t('known.stopped') : t('known.over', { amount: euros(excess) })}
    </Notice>
  )
}
