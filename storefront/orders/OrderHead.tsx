import type { Order } from '#contract/orders/orders.shop.ts'
import { CalendarButton } from '#storefront/checkout/confirmation/CalendarButton.tsx'
import { deliveryOfGift } from '#storefront/checkout/delivery/delivery-labels.ts'
import { dateOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { partialOrderState } from '#storefront/orders/partial-order.ts'
import { nameKey } from '#storefront/orders/use-order-texts.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './OrderHead.module.css'

const STEPS: Order['state'][] = ['placed', 'released', 'shipped', 'delivered']
/** A partial state counts as the step that the most advanced unit has reached. */
const STEP_OF = { 'partly-sent': 'shipped', 'partly-delivered': 'delivered' } as const

/** The order number and the progress of the order. */
export function OrderHead({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  const { points } = useAmounts()
  const partialState = partialOrderState(order)
  const step = partialState === null ? order.state : STEP_OF[partialState]
  const currentStep = STEPS.indexOf(step)
  return (
    <header className={css.head}>
      <ShopLink to="/orders" className={css.back}>
        <Icon name="arrow-left" />
        {texts.jsx('ordersTitle')}
      </ShopLink>
      <h1 className={css.title}>{texts.jsx('title', { order_number: order.order_number })}</h1>
      <p className={css.placed}>
        {texts.jsx('placedAt', { date: dateOf(order.placed_at, language, order.time_zone) })}
      </p>
      <Arrival order={order} />
      {order.state === 'cancelled' ? (
        <p className={css.cancelled}>
          <Icon name="info" />
          <span>
            {texts.jsx(order.reopened_as ? 'reopenedText' : 'cancelledText', {
              points: points(order.points_refunded),
            })}
            <CardRefunds order={order} texts={texts} />
          </span>
        </p>
      ) : (
        <ol className={css.steps} aria-label={texts.text('stateLabel')}>
          {STEPS.map((state, index) => (
            <li
              key={state}
              className={classNames(css.step, index <= currentStep && css.reached)}
              aria-current={index === currentStep ? 'step' : undefined}
            >
              <span className={css.mark}>
                {index <= currentStep ? <Icon name="check" /> : null}
              </span>
              <span>
                {texts.jsx(
                  nameKey('state', partialState !== null && state === step ? partialState : state),
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </header>
  )
}

/** The refunds of card payments. */
function CardRefunds({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  const { euros } = useAmounts()
  return order.refunds
    .filter(({ cents }) => cents > 0)
    .map(({ at, cents, state }) => (
      <span key={`${at} ${cents}`} className={css.euros}>
        {texts.jsx(`refund_${state}`, {
          amount: euros(cents),
          date: dateOf(at, language, order.time_zone),
        })}
      </span>
    ))
}

/** The day of arrival. None after delivery or cancellation. */
function Arrival({ order }: { order: Order }) {
  const texts = useTexts('deliverydatacomponents')
  const language = useLanguage()
  const { items, delivery, state } = order
  const isShipped = items.some(({ delivery_condition: condition }) => condition === 'monta')
  if (!isShipped || delivery.from === null || state === 'delivered' || state === 'cancelled')
    return null
  const { when } = deliveryOfGift('monta', order, texts, language)
  if (when === '') return null
  return (
    <div className={css.arrival}>
      <p className={css.when}>{when}</p>
      <CalendarButton order={order} variant="plain" />
    </div>
  )
}
