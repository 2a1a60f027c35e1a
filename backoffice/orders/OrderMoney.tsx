import { Moment } from '#backoffice/parts/Moment.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './DeskOrderPage.module.css'

/** Points, euros, the VAT in them, and all that went back. */
export function OrderMoney({ order }: { order: DeskAnswer<'orderAtDesk'> }) {
  const say = useSay()
  const euros = useEuros()
  const { language } = useDeskLanguage()
  const rate = (bp: number) => (bp / 100).toLocaleString(language)
  return (
    <section className={css.part} aria-label={say('order.paid')}>
      <h2>{say('order.paid')}</h2>
      <dl className={css.sums}>
        <dt>{say('order.total')}</dt>
        <dd>{order.total_points}</dd>
        <dt>{say('order.byPoints')}</dt>
        <dd>{order.points_paid}</dd>
        <dt>{say('order.byCard')}</dt>
        <dd>{order.cents_paid === 0 ? '–' : euros(order.cents_paid)}</dd>
        {order.vat.map(({ country, bp, vat_cents }) => [
          <dt key={`of ${country} ${bp}`}>{say('order.vatOf', { rate: rate(bp), country })}</dt>,
          <dd key={`is ${country} ${bp}`}>{euros(vat_cents)}</dd>,
        ])}
      </dl>
      {order.refunds.length + order.chargebacks.length > 0 ? <h3>{say('order.back')}</h3> : null}
      <ul>
        {order.refunds.map(({ at, points, cents, state }) => (
          <li key={`${at} ${points} ${cents} ${state}`} className={css.row}>
            <span>
              {points > 0 ? `${points} ${say('order.points').toLowerCase()}` : euros(cents)}{' '}
              <span className={css.soft}>{say(`order.refundOf.${state}`)}</span>
            </span>
            <Moment at={at} />
          </li>
        ))}
        {order.chargebacks.map(({ at, cents, end }) => (
          <li key={`back ${at} ${cents}`} className={css.row}>
            <span>
              {say('order.chargeback')} {euros(cents)}{' '}
              {end === 'reversed' || end === 'accepted' ? (
                <span className={css.soft}>{say(`order.chargebackOf.${end}`)}</span>
              ) : null}
            </span>
            <Moment at={at} />
          </li>
        ))}
        {order.credits.map((credit) => (
          <li key={credit.number} className={css.row}>
            <span>
              {credit.number}{' '}
              <span className={css.soft}>{say(`credit.reasonOf.${credit.reason}`)}</span>
            </span>
            <span className={css.number}>
              {[
                credit.points_back > 0 ? credit.points_back : null,
                credit.cents_back > 0 ? euros(credit.cents_back) : null,
              ]
                .filter((part) => part !== null)
                .join(' + ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
