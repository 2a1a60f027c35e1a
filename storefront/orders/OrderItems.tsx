import type { Order } from '#contract/orders/orders.shop.ts'
import { partOf } from '#domain/orders/partial-state.ts'
import { type Parcel, parcelsOf, shortMethod } from '#storefront/checkout/delivery/order-parcels.ts'
import { dateOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { nameKey, useOrderTexts } from '#storefront/orders/use-order-texts.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Badge } from '#ui/components/Badge.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './OrderItems.module.css'

/** The gifts by parcel. Each parcel shows its full address once, and every gift its progress. */
export function OrderItems({ order, texts }: { order: Order; texts: PageTexts }) {
  const delivery = useTexts('deliverydatacomponents')
  const language = useLanguage()
  return (
    <section aria-labelledby="order-items">
      <h2 id="order-items">{texts.jsx('itemsTitle')}</h2>
      <div className={css.parcels}>
        {parcelsOf(order, delivery, language).map((parcel) => (
          <article key={[parcel.title, ...parcel.lines].join()} className={css.parcel}>
            {order.state === 'cancelled' ? null : (
              <ParcelDestination parcel={parcel} order={order} />
            )}
            <ul className={css.items}>
              {parcel.items.map((item) => (
                <OrderLine
                  key={item.shopping_cart_item}
                  item={item}
                  parcel={parcel}
                  orderState={order.state}
                  showsState={!isUniform(order)}
                  zone={order.time_zone}
                />
              ))}
            </ul>
          </article>
        ))}
      </div>
    </section>
  )
}

/** The destination and arrival of a parcel. */
function ParcelDestination({ parcel, order }: { parcel: Parcel; order: Order }) {
  return (
    <div className={css.destination}>
      <p>
        <strong>{parcel.title}</strong>
        {parcel.when === '' ? null : <span className={css.when}>{parcel.when}</span>}
      </p>
      <p>{parcel.lines.join(', ')}</p>
      {order.delivery.kind === 'pickup' ? <MapLink parcel={parcel} order={order} /> : null}
    </div>
  )
}

/** A link to the pickup point on a public map. No external service is contacted before the click. */
function MapLink({ parcel, order }: { parcel: Parcel; order: Order }) {
  const texts = useOrderTexts()
  const common = useTexts('footercomponents')
  const { pickup_company, street, housenr, postal_code, city } = order.delivery
  if (pickup_company === '' || parcel.lines[0] !== pickup_company) return null
  const address = `${street} ${housenr}, ${postal_code} ${city}`
  return (
    <p>
      <a
        className={css.map}
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="pin" />
        {texts.jsx('mapLink')}
        <span className="visually-hidden"> {common.jsx('newTab')}</span>
      </a>
    </p>
  )
}

type Line = Order['items'][number]

/** The state of one gift, which may arrive in several parcels. Parcels of an unknown quantity are ignored. */
const lineStateOf = ({ state, tracking }: Line) =>
  partOf(
    state,
    tracking.filter(({ quantity }) => quantity !== null).map((parcel) => parcel.state),
  ) ?? state

/** The delivery promise is shown only until the gift is shipped. */
const isNotShipped = ({ state }: Line) => state === 'placed' || state === 'released'

/** Whether all gifts have the state of the order, so that the page header is enough. */
const isUniform = ({ state, items }: Order) =>
  items.every(
    (item) =>
      item.delivery_condition === 'digital' ||
      item.state === 'cancelled' ||
      lineStateOf(item) === state,
  )

/** One gift. It shows its own state only if that differs from the state of the order in the page header. */
function OrderLine({
  item,
  parcel,
  orderState,
  showsState,
  zone,
}: {
  item: Line
  parcel: Parcel
  orderState: Order['state']
  showsState: boolean
  zone: string
}) {
  const { points } = useAmounts()
  const texts = useOrderTexts()
  return (
    <li className={css.item}>
      <Picture file={item.media} alt="" sizes="6rem" className={css.picture} />
      <div className={css.words}>
        <p className={css.brand}>{item.brand}</p>
        <h3 className={css.name}>
          {item.quantity} × {item.name}
        </h3>
        {item.variant === '' ? null : <p className={css.detail}>{item.variant}</p>}
        <p className={css.points}>{points(item.points * item.quantity)}</p>
        {item.state === 'cancelled' ? null : (
          <>
            {item.delivery_info && isNotShipped(item) && item.digital.waiting === 0 ? (
              <p className={css.detail}>{item.delivery_info}</p>
            ) : null}
            <p className={css.detail}>{shortMethod(parcel)}</p>
          </>
        )}
        {showsState ||
        item.state !== orderState ||
        item.state === 'cancelled' ||
        item.delivery_assumed ? (
          <Badge quiet={item.state === 'cancelled'}>
            {texts.text(
              item.delivery_assumed ? 'stateAssumed' : nameKey('state', lineStateOf(item)),
            )}
          </Badge>
        ) : null}
        {item.withdrawn > 0 ? (
          <p className={css.detail}>{texts.jsx('withdrawnPieces', { count: item.withdrawn })}</p>
        ) : null}
        <Tracking item={item} texts={texts} zone={zone} />
      </div>
    </li>
  )
}

function Tracking({ item, texts, zone }: { item: Line; texts: PageTexts; zone: string }) {
  const language = useLanguage()
  if (item.tracking.length === 0) return null
  return (
    <ul className={css.tracking}>
      {item.tracking.map(({ code, link, carrier, quantity, state, delivered_at }) => (
        <li key={code}>
          <Icon name="truck" />
          {link ? (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {texts.jsx('track', { carrier })}
            </a>
          ) : (
            <span>
              {carrier} {code}
            </span>
          )}
          {quantity === null || quantity === item.quantity ? null : (
            <span>{texts.jsx('parcelPieces', { count: quantity })}</span>
          )}
          {state === 'sent' ? null : (
            <Badge quiet={state === 'delivered'}>
              {texts.text(nameKey('parcel', `-${state}`), {
                date: delivered_at === null ? '' : dateOf(delivered_at, language, zone),
              })}
            </Badge>
          )}
          {state === 'sent' && item.tracking.length > 1 ? (
            <Badge>{texts.text('stateShipped')}</Badge>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
