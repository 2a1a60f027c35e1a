import type { ReactNode } from 'react'

import type { Order } from '#contract/orders/orders.shop.ts'
import { isYes } from '#domain/text/wire-boolean.ts'
import { CalendarButton } from '#storefront/checkout/confirmation/CalendarButton.tsx'
import { chosenGifts } from '#storefront/order-flow/chosen-gifts.ts'
import { deliveryOfGift } from '#storefront/checkout/delivery/delivery-labels.ts'
import { timeOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { ORDERED_SIZES } from '#storefront/images/image-sizes.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './ConfirmedHero.module.css'

/** The placed order: its arrival, its number, and until when it can be changed. */
export function ConfirmedHero({ order, texts }: { order: Order; texts: PageTexts }) {
  const gifts = chosenGifts(order)
  const picture = gifts.length === 0 ? texts.picture('hero') : undefined
  const { items, personal_data: person } = order
  const digital = items.every(({ delivery_condition: condition }) => condition === 'digital')
  return (
    <section className={css.hero} data-picture={picture ? true : undefined}>
      {gifts.length > 0 ? <GiftCollage gifts={gifts} /> : null}
      {picture ? (
        <Picture
          className={css.picture}
          file={picture.file}
          alt={picture.alt}
          sizes="(width < 60rem) 100vw, 66vw"
          ratio="auto"
          eager
        />
      ) : null}
      <div className={css.words}>
        <h1 className={css.title}>
          {texts.jsx('title', { first_name: person.contact_first_name })}
        </h1>
        <p className={css.lead}>{texts.jsx(digital ? 'subtitleDigital' : 'subtitle')}</p>
        <Arrival order={order} />
        <dl className={css.facts}>
          <Fact label={texts.jsx('factNumber')}>{order.order_number}</Fact>
          <PointsLeft order={order} texts={texts} />
        </dl>
        <OrderLinks order={order} texts={texts} />
      </div>
    </section>
  )
}

/** The most images of the collage. */
const MAX_SHOWN = 3

/** Decoration: the gifts are listed by name below. */
function GiftCollage({ gifts }: { gifts: Order['items'] }) {
  const shown = gifts.slice(0, MAX_SHOWN)
  const more = gifts.length - shown.length
  return (
    <div className={css.gifts} data-gifts={shown.length}>
      {shown.map(({ media, shopping_cart_item }, index) => (
        <Picture
          key={shopping_cart_item}
          className={css.gift}
          file={media}
          alt=""
          sizes={index === 0 ? ORDERED_SIZES : '(width < 60rem) 34vw, 280px'}
          ratio="auto"
          eager
        />
      ))}
      {more > 0 ? (
        <span className={css.more} aria-hidden="true">
          +{more}
        </span>
      ) : null}
    </div>
  )
}

function Arrival({ order }: { order: Order }) {
  const texts = useTexts('deliverydatacomponents')
  const language = useLanguage()
  const [shippedGift] = order.items.filter(
    ({ delivery_condition: condition }) => condition === 'monta',
  )
  if (!shippedGift || order.delivery.from === null) return null
  const { when } = deliveryOfGift('monta', order, texts, language)
  return when === '' ? null : <p className={css.when}>{when}</p>
}

/** If orders may not be split, the remaining points can no longer be spent. */
function PointsLeft({ order, texts }: { order: Order; texts: PageTexts }) {
  const common = useTexts('websitetranslationcomponents')
  const maySplit = isYes(useSession()?.shoppingcart.split_shipment_allowed ?? 'false')
  const left = maySplit ? order.available_points : 0
  return (
    <div className={css.points}>
      <dt>{texts.jsx('factPoints')}</dt>
      <dd>
        <strong>{left}</strong>
        <span>{common.jsx(left === 1 ? 'point' : 'points')}</span>
      </dd>
    </div>
  )
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function OrderLinks({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  const { undo_until: until, can, order_number: number, time_zone: timeZone } = order
  const canChange = until !== null && can.cancel
  return (
    <p className={css.links}>
      <ShopLink
        className={canChange ? classNames(buttonClass('quiet'), css.outlined) : buttonClass('main')}
        to={`/orders/${encodeURIComponent(number)}`}
      >
        {canChange
          ? texts.jsx('changeUntil', { time: timeOf(until, language, timeZone) })
          : texts.jsx('viewOrder')}
      </ShopLink>
      <CalendarButton order={order} variant="quiet" />
    </p>
  )
}
