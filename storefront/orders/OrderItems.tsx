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
export function OrderItems({ order, words }: { order: Order; words: PageTexts }) {
  const delivery = useTexts('deliverydatacomponents')
  const language = useLanguage()
  return (
    <section aria-labelledby="order-items">
      <h2 id="order-items">{words.say('itemsTitle')}</h2>
      <div className={css.parcels}>
        {parcelsOf(order, delivery, language).map((parcel) => (
          <article key={[parcel.title, ...parcel.lines].join()} className={css.parcel}>
            {order.state === 'cancelled' ? null : <Way parcel={parcel} order={order} />}
            <ul className={css.items}>
              {parcel.items.map((item) => (
                <OrderLine
                  key={item.shopping_cart_item}
                  item={item}
                  parcel={parcel}
                  orderState={order.state}
                  isWhole={isWhole(order)}
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

/** The destination and arrival of a parcel; nothing for a cancelled one. */
function Way({ parcel, order }: { parcel: Parcel; order: Order }) {
  return (
    <div className={css.way}>
      <p>
        <strong>{parcel.title}</strong>
        {parcel.when === '' ? null : <span className={css.when}>{parcel.when}</span>}
      </p>
      <p>{parcel.lines.join(', ')}</p>
      {order.delivery.kind === 'pickup' ? <MapLink parcel={parcel} order={order} /> : null}
    </div>
  )
}

/** A link to the pickup point on a public map. No outside service is contacted before the click. */
function MapLink({ parcel, order }: { parcel: Parcel; order: Order }) {
  const words = useOrderTexts()
  const common = useTexts('footercomponents')
  const { pickup_company, street, housenr, postal_code, city } = order.delivery
  if (pickup_company === '' || parcel.lines[0] !== pickup_company) return null
  const place = `${street} ${housenr}, ${postal_code} ${city}`
  return (
    <p>
      <a
        className={css.map}
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="pin" />
        {words.say('mapLink')}
        <span className="visually-hidden"> {common.say('newTab')}</span>
      </a>
    </p>
  )
}

type Line = Order['items'][number]

/** The state of one gift, which may come in several parcels. Parcels that may contain another gift are ignored. */
const standOf = ({ state, tracking }: Line) =>
  partOf(
    state,
    tracking.filter(({ quantity }) => quantity !== null).map((parcel) => parcel.state),
  ) ?? state

/** The delivery promise is obsolete once the gift was shipped. */
const isToCome = ({ state }: Line) => state === 'placed' || state === 'released'

/** Whether every gift has the state of the order. */
const isWhole = ({ state, items }: Order) =>
  items.every(
    (item) =>
      item.delivery_condition === 'digital' ||
      item.state === 'cancelled' ||
      standOf(item) === state,
  )

/** The page header shows the state of the order. A gift shows its own state only if the gifts differ. */
function OrderLine({
  item,
  parcel,
  orderState,
  isWhole,
  zone,
}: {
  item: Line
  parcel: Parcel
  orderState: Order['state']
  isWhole: boolean
  zone: string
}) {
  const { points } = useAmounts()
  const words = useOrderTexts()
  return (
    <li className={css.item}>
      <Picture file={item.media} alt="" sizes="6rem" className={css.picture} />
      <div className={css.words}>
        <p className={css.brand}>{item.brand}</p>
        <h3 className={css.name}>
          {item.quantity} × {item.name}
        </h3>
        {item.variant === '' ? null : <p className={css.goes}>{item.variant}</p>}
        <p className={css.points}>{points(item.points * item.quantity)}</p>
        {item.state === 'cancelled' ? null : (
          <>
            {item.delivery_info && isToCome(item) && item.digital.waiting === 0 ? (
              <p className={css.goes}>{item.delivery_info}</p>
            ) : null}
            <p className={css.goes}>{shortMethod(parcel)}</p>
          </>
        )}
        {isWhole &&
        item.state === orderState &&
        item.state !== 'cancelled' &&
        !item.delivery_assumed ? null : (
          <Badge quiet={item.state === 'cancelled'}>
            {words.text(item.delivery_assumed ? 'stateAssumed' : nameKey('state', standOf(item)))}
          </Badge>
        )}
        {item.withdrawn > 0 ? (
          <p className={css.goes}>{words.say('withdrawnPieces', { count: item.withdrawn })}</p>
        ) : null}
        <Tracking item={item} words={words} zone={zone} />
      </div>
    </li>
  )
}

function Tracking({ item, words, zone }: { item: Line; words: PageTexts; zone: string }) {
  const language = useLanguage()
  if (item.tracking.length === 0) return null
  return (
    <ul className={css.tracking}>
      {item.tracking.map(({ code, link, carrier, quantity, state, delivered_at }) => (
        <li key={code}>
          <Icon name="truck" />
          {link ? (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {words.say('track', { carrier })}
            </a>
          ) : (
            <span>
              {carrier} {code}
            </span>
          )}
          {quantity === null || quantity === item.quantity ? null : (
            <span>{words.say('parcelPieces', { count: quantity })}</span>
          )}
          {state !== 'sent' ? (
            <Badge quiet={state === 'delivered'}>
              {words.text(nameKey('parcel', `-${state}`), {
                date: delivered_at === null ? '' : dateOf(delivered_at, language, zone),
              })}
            </Badge>
          ) : item.tracking.length > 1 ? (
            <Badge>{words.text('stateShipped')}</Badge>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
