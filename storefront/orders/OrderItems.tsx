import type { Order } from '#contract/order-api.ts'
import { deliveryOfGift } from '#storefront/checkout/delivery-words.ts'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { nameKey } from '#storefront/orders/use-order-words.ts'
import { useWords, type Words } from '#storefront/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Picture } from '#ui/Picture.tsx'
import css from './OrderItems.module.css'

export function OrderItems({ order, words }: { order: Order; words: Words }) {
  return (
    <section aria-labelledby="order-items">
      <h2 id="order-items">{words.say('itemsTitle')}</h2>
      <ul className={css.items}>
        {order.items.map((item) => (
          <OrderLine key={item.shopping_cart_item} item={item} order={order} words={words} />
        ))}
      </ul>
    </section>
  )
}

type Line = Order['items'][number]

function OrderLine({ item, order, words }: { item: Line; order: Order; words: Words }) {
  const { points } = useAmounts()
  const language = useLanguage()
  const deliveryWords = useWords('deliverydatacomponents')
  const goes = deliveryOfGift(item.delivery_condition, order, deliveryWords, language)
  return (
    <li className={css.item}>
      <Picture file={item.media} alt="" sizes="6rem" className={css.picture} />
      <div className={css.words}>
        <p className={css.brand}>{item.brand}</p>
        <h3 className={css.name}>
          {item.quantity} × {item.name}
        </h3>
        <p className={css.points}>{points(item.points * item.quantity)}</p>
        {item.delivery_info ? <p className={css.goes}>{item.delivery_info}</p> : null}
        <p className={css.goes}>
          {[goes.title, ...goes.lines, goes.when].filter(Boolean).join(', ')}
        </p>
        <Badge quiet={item.state === 'cancelled'}>
          {words.text(item.delivery_assumed ? 'stateAssumed' : nameKey('state', item.state))}
        </Badge>
        {item.withdrawn > 0 ? (
          <p className={css.goes}>{words.say('withdrawnPieces', { count: item.withdrawn })}</p>
        ) : null}
        <Tracking item={item} words={words} />
      </div>
    </li>
  )
}

function Tracking({ item, words }: { item: Line; words: Words }) {
  if (item.tracking.length === 0) return null
  return (
    <ul className={css.tracking}>
      {item.tracking.map(({ code, link, carrier }) => (
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
        </li>
      ))}
    </ul>
  )
}
