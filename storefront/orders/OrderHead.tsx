import type { Order } from '#contract/order-api.ts'
import { dateOf } from '#storefront/checkout/order-moments.ts'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { nameKey } from '#storefront/orders/use-order-words.ts'
import type { Words } from '#storefront/words.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import css from './OrderHead.module.css'

const STEPS: { state: Order['state']; icon: IconName }[] = [
  { state: 'placed', icon: 'check' },
  { state: 'released', icon: 'gift' },
  { state: 'shipped', icon: 'truck' },
  { state: 'delivered', icon: 'home' },
]

/** Which order this is, and how far it has come. */
export function OrderHead({ order, words }: { order: Order; words: Words }) {
  const language = useLanguage()
  const { points } = useAmounts()
  const reached = STEPS.findIndex(({ state }) => state === order.state)
  return (
    <header className={css.head}>
      <h1 className={css.title}>{words.say('title', { order_number: order.order_number })}</h1>
      <p className={css.placed}>
        {words.say('placedAt', { date: dateOf(order.placed_at, language, order.time_zone) })}
      </p>
      {order.state === 'cancelled' ? (
        <p className={css.cancelled}>
          <Icon name="info" />
          <span>
            {words.say(order.reopened_as ? 'reopenedText' : 'cancelledText', {
              points: points(order.points_refunded),
            })}
          </span>
        </p>
      ) : (
        <ol className={css.steps} aria-label={words.text('stateLabel')}>
          {STEPS.map(({ state, icon }, at) => (
            <li
              key={state}
              className={classNames(css.step, at <= reached && css.reached)}
              aria-current={at === reached ? 'step' : undefined}
            >
              <span className={css.mark}>
                <Icon name={icon} />
              </span>
              <span>{words.say(nameKey('state', state))}</span>
            </li>
          ))}
        </ol>
      )}
    </header>
  )
}
