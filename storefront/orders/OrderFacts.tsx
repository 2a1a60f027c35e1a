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
export function OrderFacts({ order, texts }: { order: Order; texts: PageTexts }) {
  const { points, euros } = useAmounts()
  return (
    <div className={css.facts}>
      <Person order={order} texts={texts} />
      <section aria-labelledby="order-paid">
        <h2 id="order-paid">{texts.jsx('paidTitle')}</h2>
        <dl className={css.sums}>
          <dt>{texts.jsx('giftsPoints')}</dt>
          <dd>{points(order.total_points)}</dd>
          <dt>{texts.jsx('pointsPaid')}</dt>
          <dd>{points(order.points_paid)}</dd>
          {order.cents_paid > 0 ? (
            <>
              <dt>{texts.jsx('eurosPaid')}</dt>
              <dd>{euros(order.cents_paid)}</dd>
              {order.vat_cents === null ? null : (
                <>
                  <dt>{texts.jsx('vatIncluded')}</dt>
                  <dd>{euros(order.vat_cents)}</dd>
                </>
              )}
            </>
          ) : null}
        </dl>
        <Refunds order={order} texts={texts} />
      </section>
      {order.available_points > 0 ? (
        <section aria-labelledby="order-left">
          <h2 id="order-left">
            {texts.jsx('leftTitle', { points: points(order.available_points) })}
          </h2>
          <ShopLink to="/products" className={buttonClass('quiet', true)}>
            {texts.jsx('leftButton')}
          </ShopLink>
        </section>
      ) : null}
      <section aria-labelledby="order-help">
        <h2 id="order-help">{texts.jsx('helpTitle')}</h2>
        <p>{texts.jsx('helpText', { order_number: order.order_number })}</p>
        <ShopLink to="/contact">{texts.jsx('helpLink')}</ShopLink>
      </section>
    </div>
  )
}

function Person({ order, texts }: { order: Order; texts: PageTexts }) {
  const person = order.personal_data
  return (
    <section aria-labelledby="order-person">
      <h2 id="order-person">{texts.jsx('personTitle')}</h2>
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
      {order.delivery.address_verified ? null : <p>{texts.jsx('unverified')}</p>}
    </section>
  )
}

function Refunds({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  const amounts = useAmounts()
  if (order.refunds.length === 0) return null
  return (
    <ul className={css.list} aria-label={texts.text('refundsTitle')}>
      {order.refunds.map(({ at, points: back, cents, state }) => (
        <li key={`${at} ${back} ${cents}`}>
          {texts.jsx(`refund_${state}`, {
            amount: creditText({ points: back, cents }, amounts),
            date: dateOf(at, language, order.time_zone),
          })}
        </li>
      ))}
    </ul>
  )
}

/** The mails of the order. */
export function OrderMails({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  if (order.mails.length === 0) return null
  return (
    <Disclosure title={texts.jsx('mailsTitle')}>
      <ul className={css.list}>
        {order.mails.map(({ kind, at, email, state }) => (
          <li key={`${kind} ${at}`}>
            <q className={css.mail}>{texts.jsx(nameKey('mail', kind))}</q>{' '}
            {texts.jsx(`mail_${state}`, { email, date: momentOf(at, language, order.time_zone) })}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
