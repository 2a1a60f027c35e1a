import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import type { Order } from '#contract/orders/orders.shop.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { SuggestedGifts } from '#storefront/suggestions/SuggestedGifts.tsx'
import { partialOrderState } from '#storefront/orders/partial-order.ts'
import { nameKey, useOrderTexts } from '#storefront/orders/use-order-texts.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { impersonationQuery, ordersQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Badge } from '#ui/components/Badge.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './OrdersPage.module.css'

/** All orders of this voucher, newest first. */
export default function OrdersPage() {
  const words = useOrderTexts()
  const common = useTexts('websitetranslationcomponents')
  const { data: orders } = useSuspenseQuery(ordersQuery)
  usePageTitle(words.text('ordersTitle'))
  return (
    <div className={css.page}>
      <h1>{words.say('ordersTitle')}</h1>
      <ActedFor words={words} />
      {orders.length === 0 ? (
        <>
          <EmptyState icon="parcel" picture={words.picture('hero')?.file}>
            <p data-said>{words.say('ordersEmpty')}</p>
            <ShopLink to="/products" className={buttonClass()}>
              {common.say('toGifts')}
            </ShopLink>
          </EmptyState>
          <SuggestedGifts row={4} />
        </>
      ) : (
        <ul className={css.orders}>
          {orders.map((order) => (
            <OrderRow key={order.order_number} order={order} words={words} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows the holder when staff acted for them, and why. */
function ActedFor({ words }: { words: PageTexts }) {
  const language = useLanguage()
  const { data: acts = [] } = useQuery(impersonationQuery)
  return acts.map(({ at, time_zone, reason }) => (
    <p key={at} className={css.quiet}>
      {words.say('ordersActedFor', {
        date: localizedDate(dayAt(Date.parse(at), time_zone), language),
        reason,
      })}
    </p>
  ))
}

/** This many pictures are enough to recognise an order. */
const PICTURES = 3

function OrderRow({ order, words }: { order: Order; words: PageTexts }) {
  const language = useLanguage()
  const { points, euros } = useAmounts()
  const { order_number, items, state, placed_at, total_points, cents_paid } = order
  const more = items.length - PICTURES
  const spent = points(total_points) + (cents_paid > 0 ? ` (${euros(cents_paid)})` : '')
  return (
    <li className={css.order}>
      <div className={css.pictures}>
        {items.slice(0, PICTURES).map(({ shopping_cart_item, media }) => (
          <Picture
            key={shopping_cart_item}
            file={media}
            alt=""
            sizes="5rem"
            className={css.picture}
          />
        ))}
        {more > 0 ? <span className={css.more}>+{more}</span> : null}
      </div>
      <div className={css.words}>
        <h2 className={css.title}>
          <ShopLink to={`/orders/${encodeURIComponent(order_number)}`} className={css.link}>
            {words.say('title', { order_number })}
          </ShopLink>
        </h2>
        <p className={css.quiet}>
          {words.say('placedAt', { date: localizedDate(placed_at, language) })}
        </p>
        <p className={css.gifts}>
          {items.map((item) => `${item.quantity} × ${fullName(item)}`).join(', ')}
        </p>
      </div>
      <div className={css.facts}>
        <Badge colour={state === 'cancelled' ? 'var(--paper-soft)' : undefined}>
          {words.text(nameKey('state', partialOrderState(order) ?? state))}
        </Badge>
        <p className={css.points}>{spent}</p>
      </div>
      <span className={css.arrow}>
        <Icon name="chevron-right" />
      </span>
    </li>
  )
}
