import type { Cart } from '#contract/cart.shop.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './GiftLines.module.css'

/** The gifts of the cart, one per line: image, quantity, name, points. */
export function GiftLines({ cart }: { cart: Cart }) {
  const { points } = useAmounts()
  return (
    <ul className={css.gifts}>
      {cart.shopping_cart_items.map((item) => (
        <li key={item.id} className={css.gift}>
          <Picture file={item.media} alt="" sizes="48px" className={css.picture} />
          <div className={css.about}>
            {item.brand === '' ? null : <span className={css.brand}>{item.brand}</span>}
            <span>
              {item.quantity} × {item.name}
            </span>
            {item.variant === '' ? null : <span className={css.brand}>{item.variant}</span>}
          </div>
          <span className={css.points}>{points(item.points * item.quantity)}</span>
        </li>
      ))}
    </ul>
  )
}
