import type { Order } from '#contract/orders/orders.shop.ts'
import { creditText } from '#storefront/orders/credit-texts.ts'
import { dateOf, momentOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { nameKey } from '#storefront/orders/use-order-texts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { Disclosure } from '#ui/components/Disclosure.tsx'
import css from './OrderFacts.module.css'

/** The recipient, the payment and the refunds. */
export function OrderFacts({ order, words }: { order: Order; words: PageTexts }) {
  const { points, euros } = useAmounts()
  return (
    <div className={css.facts}>
      <Person order={order} words={words} />
      <section aria-labelledby="order-paid">
        <h2 id="order-paid">{words.say('paidTitle')}</h2>
        <dl className={css.sums}>
          <dt>{words.say('giftsPoints')}</dt>
          <dd>{points(order.total_points)}</dd>
          <dt>{words.say('pointsPaid')}</dt>
          <dd>{points(order.points_paid)}</dd>
          {order.cents_paid > 0 ? (
            <>
              <dt>{words.say('eurosPaid')}</dt>
              <dd>{euros(order.cents_paid)}</dd>
              {order.vat_cents === null ? null : (
                <>
                  <dt>{words.say('vatIncluded')}</dt>
                  <dd>{euros(order.vat_cents)}</dd>
                </>
              )}
            </>
          ) : null}
        </dl>
        <Refunds order={order} words={words} />
      </section>
      {order.available_points > 0 ? (
        <section aria-labelledby="order-left">
          <h2 id="order-left">
            {words.say('leftTitle', { points: points(order.available_points) })}
          </h2>
          <ShopLink to="/products" className={buttonClass('quiet', true)}>
            {words.say('leftButton')}
          </ShopLink>
        </section>
      ) : null}
      <section aria-labelledby="order-help">
        <h2 id="order-help">{words.say('helpTitle')}</h2>
        <p>{words.say('helpText', { order_number: order.order_number })}</p>
        <ShopLink to="/contact">{words.say('helpLink')}</ShopLink>
      </section>
    </div>
  )
}

function Person({ order, words }: { order: Order; words: PageTexts }) {
  const person = order.personal_data
  return (
    <section aria-labelledby="order-person">
      <h2 id="order-person">{words.say('personTitle')}</h2>
      <p>
        {[person.contact_first_name, person.contact_surname_prefix, person.contact_surname]
          .filter(Boolean)
          .join(' ')}
        <br />
        {person.contact_email}
        {person.contact_telephone ? (
          <>
            <br />
            {person.contact_telephone}
          </>
        ) : null}
      </p>
      {order.delivery.address_verified ? null : <p>{words.say('unverified')}</p>}
    </section>
  )
}

function Refunds({ order, words }: { order: Order; words: PageTexts }) {
  const language = useLanguage()
  const amounts = useAmounts()
  if (order.refunds.length === 0) return null
  return (
    <ul className={css.list} aria-label={words.text('refundsTitle')}>
      {order.refunds.map(({ at, points: back, cents, state }) => (
        <li key={`${at} ${back} ${cents}`}>
          {words.say(`refund_${state}`, {
            amount: creditText({ points: back, cents }, amounts),
            date: dateOf(at, language, order.time_zone),
          })}
        </li>
      ))}
    </ul>
  )
}

/** The mails of the order. */
export function OrderMails({ order, words }: { order: Order; words: PageTexts }) {
  const language = useLanguage()
  if (order.mails.length === 0) return null
  return (
    <Disclosure title={words.say('mailsTitle')}>
      <ul className={css.list}>
        {order.mails.map(({ kind, at, email, state }) => (
          <li key={`${kind} ${at}`}>
            <span className={css.mail}>{words.say(nameKey('mail', kind))}</span>{' '}
            {words.say(`mail_${state}`, { email, date: momentOf(at, language, order.time_zone) })}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
