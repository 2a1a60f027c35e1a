import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './OrderDetailPage.module.css'

/** Points, euros, the VAT in them, and all that went back. */
export function OrderMoney({ order }: { order: StaffResponse<'staffOrder'> }) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  const rate = (bp: number) => (bp / 100).toLocaleString(language)
  return (
    <section className={css.part} aria-label={t('order.paid')}>
      <h2>{t('order.paid')}</h2>
      <dl className={css.sums}>
        <dt>{t('order.total')}</dt>
        <dd>{t('order.pointsOf', { count: order.total_points })}</dd>
        <dt>{t('order.byPoints')}</dt>
        <dd>{t('order.pointsOf', { count: order.points_paid })}</dd>
        <dt>{t('order.byCard')}</dt>
        <dd>{order.cents_paid === 0 ? '–' : euros(order.cents_paid)}</dd>
        {order.vat.map(({ country, bp, vat_cents }) => [
          <dt key={`of ${country} ${bp}`}>{t('order.vatOf', { rate: rate(bp), country })}</dt>,
          <dd key={`is ${country} ${bp}`}>{euros(vat_cents)}</dd>,
        ])}
      </dl>
      <Twice order={order} />
      {order.refunds.length + order.chargebacks.length > 0 ? <h3>{t('order.back')}</h3> : null}
      <ul>
        {order.refunds.map(({ at, points, cents, state }) => (
          <li key={`${at} ${points} ${cents} ${state}`} className={css.row}>
            <span>
              {points > 0 ? t('order.pointsOf', { count: points }) : euros(cents)}{' '}
              <span className={css.soft}>{t(`order.refundOf.${state}`)}</span>
            </span>
            <Moment at={at} />
          </li>
        ))}
        {order.chargebacks.map(({ at, cents, end }) => (
          <li key={`back ${at} ${cents}`} className={css.row}>
            <span>
              {t('order.chargeback')} {euros(cents)}{' '}
              {end === 'reversed' || end === 'accepted' ? (
                <span className={css.soft}>{t(`order.chargebackOf.${end}`)}</span>
              ) : null}
            </span>
            <Moment at={at} />
          </li>
        ))}
        {order.credits.map((credit) => (
          <CreditRow key={credit.number} credit={credit} />
        ))}
      </ul>
    </section>
  )
}

function CreditRow({ credit }: { credit: StaffResponse<'staffOrder'>['credits'][number] }) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <li className={css.row}>
      <span>
        {credit.number}{' '}
        <span className={css.soft}>
          {[
            t(`credit.reasonOf.${credit.reason}`),
            ...credit.lines.map(({ name, quantity }) => `${quantity} × ${name}`),
          ].join(' · ')}
        </span>
      </span>
      <span className={css.number}>
        {[
          credit.points_back > 0 ? t('order.pointsOf', { count: credit.points_back }) : null,
          credit.kind === 'cancel' || credit.cents_sent > 0
            ? euros(credit.kind === 'cancel' ? credit.cents_back : credit.cents_sent)
            : null,
        ]
          .filter((part) => part !== null)
          .join(' + ')}
        {credit.elsewhere ? (
          <span className={css.soft}>
            {' '}
            {t(`credit.elsewhere.${credit.elsewhere}`, {
              amount: euros(credit.cents_back - credit.cents_sent),
            })}
          </span>
        ) : null}
        {credit.vat_back > 0 ? (
          <span className={css.soft}>
            {' '}
            {t('credit.vatBack', { amount: euros(credit.vat_back) })}
          </span>
        ) : null}
      </span>
    </li>
  )
}

/** The bank took money of which some was on its way back already: what can be stopped is, the rest is too much. */
function Twice({ order }: { order: StaffResponse<'staffOrder'> }) {
  const t = useTranslate()
  const euros = useEuros()
  const sum = (some: { cents: number }[]) => some.reduce((all, { cents }) => all + cents, 0)
  const taken = sum(order.chargebacks.filter(({ end }) => end !== 'reversed'))
  if (taken === 0) return null
  const given = order.refunds.filter(({ state, cents }) => state !== 'failed' && cents > 0)
  const over = sum(given) + taken - order.cents_paid
  if (over <= 0) return null
  const stops = given.some(({ state }) => state === 'queued')
  return (
    <Notice kind={stops ? 'warn' : 'bad'}>
      {stops ? t('known.stopped') : t('known.over', { amount: euros(over) })}
    </Notice>
  )
}
