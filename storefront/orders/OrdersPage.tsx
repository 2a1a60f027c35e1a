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
  const texts = useOrderTexts()
  const common = useTexts('websitetranslationcomponents')
  const { data: orders } = useSuspenseQuery(ordersQuery)
  usePageTitle(texts.text('ordersTitle'))
  return (
    <div className={css.page}>
      <h1>{texts.jsx('ordersTitle')}</h1>
      <ImpersonationNotes texts={texts} />
      {orders.length === 0 ? (
        <>
          <EmptyState icon="parcel" picture={texts.picture('hero')?.file}>
            <p data-said>{texts.jsx('ordersEmpty')}</p>
            <ShopLink to="/products" className={buttonClass()}>
              {common.jsx('toGifts')}
            </ShopLink>
          </EmptyState>
          <SuggestedGifts row={4} />
        </>
      ) : (
        <ul className={css.orders}>
          {orders.map((order) => (
            <OrderRow key={order.order_number} order={order} texts={texts} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows the holder when staff acted for them, and why. */
function ImpersonationNotes({ texts }: { texts: PageTexts }) {
  const language = useLanguage()
  const { data: impersonations = [] } = useQuery(impersonationQuery)
  return impersonations.map(({ at, time_zone, reason }) => (
    <p key={at} className={css.quiet}>
      {texts.jsx('ordersActedFor', {
        date: localizedDate(dayAt(Date.parse(at), time_zone), language),
        reason,
      })}
    </p>
  ))
}

/** The pictures of one order. */
const MAX_PICTURES = 3

function OrderRow({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  const { points, euros } = useAmounts()
  const { order_number, items, state, placed_at, total_points, cents_paid } = order
  const hiddenPictures = items.length - MAX_PICTURES
  const paid = points(total_points) + (cents_paid > 0 ? ` (${euros(cents_paid)})` : '')
  return (
    <li className={css.order}>
      <div className={css.pictures}>
        {items.slice(0, MAX_PICTURES).map(({ shopping_cart_item, media }) => (
          <Picture
            key={shopping_cart_item}
            file={media}
            alt=""
            sizes="5rem"
            className={css.picture}
          />
        ))}
        {hiddenPictures > 0 ? <span className={css.more}>+{hiddenPictures}</span> : null}
      </div>
      <div className={css.words}>
        <h2 className={css.title}>
          <ShopLink to={`/orders/${encodeURIComponent(order_number)}`} className={css.link}>
            {texts.jsx('title', { order_number })}
          </ShopLink>
        </h2>
        <p className={css.quiet}>
          {texts.jsx('placedAt', { date: localizedDate(placed_at, language) })}
        </p>
        <p className={css.gifts}>
          {items.map((item) => `${item.quantity} × ${fullName(item)}`).join(', ')}
        </p>
      </div>
      <div className={css.facts}>
        <Badge colour={state === 'cancelled' ? 'var(--paper-soft)' : undefined}>
          {texts.text(nameKey('state', partialOrderState(order) ?? state))}
        </Badge>
        <p className={css.points}>{paid}</p>
      </div>
      <span className={css.arrow}>
        <Icon name="chevron-right" />
      </span>
    </li>
  )
}
