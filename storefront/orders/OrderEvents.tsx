import type { Order } from '#contract/orders/orders.shop.ts'
import { momentOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { nameKey } from '#storefront/orders/use-order-texts.ts'
import type { Words } from '#storefront/i18n/texts.tsx'
import { Disclosure } from '#ui/components/Disclosure.tsx'
import css from './OrderEvents.module.css'

/** What happened, newest first. What nobody has put into words is the warehouse's own business. */
export function OrderEvents({ order, words }: { order: Order; words: Words }) {
  const language = useLanguage()
  const told = order.events.filter(({ type }) => words.has(nameKey('event', type))).toReversed()
  return (
    <Disclosure title={words.say('eventsTitle')}>
      <ol className={css.events}>
        {told.map(({ at, type, description }) => (
          <li key={`${at} ${type}`}>
            <time dateTime={at}>{momentOf(at, language, order.time_zone)}</time>
            <span>{words.say(nameKey('event', type), { description })}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
