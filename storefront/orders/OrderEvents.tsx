import type { Order } from '#contract/orders/orders.shop.ts'
import { momentOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { nameKey } from '#storefront/orders/use-order-texts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Disclosure } from '#ui/components/Disclosure.tsx'
import css from './OrderEvents.module.css'

/** The events, newest first. Events without a text are internal to the warehouse. */
export function OrderEvents({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  const shownEvents = order.events
    .filter(({ type }) => texts.has(nameKey('event', type)))
    .toReversed()
  return (
    <Disclosure title={texts.jsx('eventsTitle')}>
      <ol className={css.events}>
        {shownEvents.map(({ at, type, description }) => (
          <li key={`${at} ${type}`}>
            <time dateTime={at}>{momentOf(at, language, order.time_zone)}</time>
            <span>{texts.jsx(nameKey('event', type), { description })}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
