import { useId, useState } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { OrderTotal } from '#storefront/checkout/layout/ActionBar.tsx'
import { GiftLines } from '#storefront/checkout/delivery/GiftLines.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useIsNarrow } from '#storefront/hooks/use-narrow.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './BasketLine.module.css'

/** The order as one expandable line on a phone. A large screen shows it beside the form. */
export function BasketLine({ cart }: { cart: Cart }) {
  return useIsNarrow() ? <ExpandableLine cart={cart} /> : null
}

function ExpandableLine({ cart }: { cart: Cart }) {
  const texts = useTexts('checkoutstepscomponents')
  const [open, setOpen] = useState(false)
  const id = useId()
  const count = cart.Totals.number_of_products
  return (
    <div className={css.basket}>
      <button
        type="button"
        className={css.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={css.count}>
          {texts.jsx(count === 1 ? 'giftsOne' : 'gifts', { count })}
          <Icon name="chevron-down" />
        </span>
        <span className={css.sum}>
          <OrderTotal totals={cart.totals} />
        </span>
      </button>
      <div id={id} hidden={!open} className={css.inside}>
        <GiftLines cart={cart} />
        <ShopLink to="/cart">{texts.jsx('editCart')}</ShopLink>
      </div>
    </div>
  )
}
