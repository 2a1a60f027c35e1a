import type { Order } from '#contract/order-api.ts'
import { deliveryOfGift } from '#storefront/checkout/delivery-words.ts'
import { PostalLines } from '#storefront/checkout/Postal.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords, type Words } from '#storefront/words.tsx'
import { Picture } from '#ui/Picture.tsx'
import css from './ConfirmedItems.module.css'

/** Each gift with its own way to the holder, and what it cost. */
export function ConfirmedItems({ order, words }: { order: Order; words: Words }) {
  const { points, euros } = useAmounts()
  return (
    <section className={css.section} aria-labelledby="ordered-gifts">
      <h2 id="ordered-gifts">{words.say('itemsTitle')}</h2>
      <ul className={css.items}>
        {order.items.map((item) => (
          <Item key={item.shopping_cart_item} item={item} order={order} />
        ))}
      </ul>
      <dl className={css.sums}>
        <div>
          <dt>{words.say('total')}</dt>
          <dd>{points(order.total_points)}</dd>
        </div>
        {order.cents_paid > 0 ? (
          <>
            <div>
              <dt>{words.say('paidPoints')}</dt>
              <dd>{points(order.points_paid)}</dd>
            </div>
            <div>
              <dt>{words.say('paidCard')}</dt>
              <dd>{euros(order.cents_paid)}</dd>
            </div>
          </>
        ) : null}
      </dl>
    </section>
  )
}

function Item({ item, order }: { item: Order['items'][number]; order: Order }) {
  const words = useWords('deliverydatacomponents')
  const language = useLanguage()
  const { title, lines, when } = deliveryOfGift(item.delivery_condition, order, words, language)
  return (
    <li className={css.item}>
      <Picture
        file={item.media}
        alt=""
        sizes="(width < 40rem) 30vw, 160px"
        className={css.picture}
      />
      <div className={css.about}>
        {item.brand === '' ? null : <span className={css.brand}>{item.brand}</span>}
        <h3 className={css.name}>
          {item.quantity} × {item.name}
        </h3>
        {item.delivery_info === '' ? null : <p className={css.info}>{item.delivery_info}</p>}
        <div className={css.delivery}>
          <strong>{title}</strong>
          {when === '' ? null : <span className={css.when}>{when}</span>}
          <PostalLines lines={lines} />
        </div>
      </div>
    </li>
  )
}
