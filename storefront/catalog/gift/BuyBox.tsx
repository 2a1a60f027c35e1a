import type { RefObject } from 'react'

import type { Product } from '#contract/catalog/catalog.shop.ts'
import { MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'
import { dueCents } from '#domain/vouchers/points.ts'
import { useAddToCart } from '#storefront/basket/use-add-to-cart.ts'
import { isAffordable, PriceTag } from '#storefront/product-card/PriceTag.tsx'
import { useCartTotals } from '#storefront/product-card/use-cart-totals.ts'
import { tagAddress } from '#storefront/catalog/gift/GiftBreadcrumb.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Stepper } from '#ui/fields/Stepper.tsx'
import css from './BuyBox.module.css'

type BuyBoxProps = {
  product: Product
  /** The element from which an image flies into the basket. */
  from: RefObject<HTMLElement | null>
  quantity: number
  onQuantity: (quantity: number) => void
}

/** Quantity and button. */
export function BuyBox({ product, from, quantity, onQuantity }: BuyBoxProps) {
  const texts = useTexts('productdetailpagecomponents')
  const common = useTexts('websitetranslationcomponents')
  const { points } = useAmounts()
  const announce = useAnnounce()
  const { add, busy } = useAddToCart()
  const isQuantityFixed = useSession()?.corporate_identity.no_quantity_adjustment ?? false
  const { spli_id: spliId, name, media } = product
  const affordable = isAffordable(product.points * quantity, useCartTotals())

  function change(next: number) {
    onQuantity(next)
    announce(`${next} × ${name}. ${texts.text('total', { points: points(product.points * next) })}`)
  }

  return (
    <>
      <div className={css.choice}>
        {isQuantityFixed ? null : (
          <div className={css.quantity}>
            <Stepper
              id="quantity"
              invalidText={common.text('wholeNumber', { most: MAX_GIFT_QUANTITY })}
              max={MAX_GIFT_QUANTITY}
              quantity={quantity}
              label={texts.text('quantity')}
              lessLabel={texts.text('less')}
              moreLabel={texts.text('more')}
              onChange={change}
            />
          </div>
        )}
        <div className={css.buy} data-buy-bar>
          {/* Screen readers get the same text above. */}
          <div className={css.sum} aria-hidden="true">
            <b>{points(product.points * quantity)}</b>
            <PriceTag points={product.points} quantity={quantity} />
          </div>
          <Button
            className={css.add}
            variant={affordable ? 'main' : 'quiet'}
            busy={busy}
            onClick={() =>
              void add({ spliId, quantity, name, media, points: product.points }, from.current)
            }
          >
            <Icon name="basket" />
            {texts.jsx('addToCartButton')}
          </Button>
        </div>
      </div>
      {affordable ? null : <TooExpensive />}
    </>
  )
}

/** The highest possible card payment, and a link to gifts that fit. */
function TooExpensive() {
  const texts = useTexts('productdetailpagecomponents')
  const { euros } = useAmounts()
  const { order_limit: limit, order_total_points: ordered, voucher_points } = useCartTotals()
  const cents = dueCents(limit, voucher_points)
  const pointsLeft = limit - ordered
  return (
    <p className={css.limit}>
      {cents > 0 ? <span>{texts.jsx('cardLimit', { amount: euros(cents) })} </span> : null}
      {pointsLeft > 0 ? (
        <ShopLink to={`/products?pointsFrom=1&pointsTo=${pointsLeft}`}>
          {texts.jsx('affordableGifts')}
        </ShopLink>
      ) : null}
    </p>
  )
}

/** Replaces the button if the gift is not available. */
export function NotAvailable({ product }: { product: Product }) {
  const texts = useTexts('productdetailpagecomponents')
  const [crumb] = product.breadcrumb
  const hasOneVariant = product.product_variants.length === 1
  return (
    <div className={css.unavailable}>
      <p>
        <Icon name="info" />
        <span>{texts.jsx(hasOneVariant ? 'giftNotAvailable' : 'notAvailable')}</span>
      </p>
      {crumb ? <ShopLink to={tagAddress(crumb)}>{texts.jsx('similarGifts')}</ShopLink> : null}
    </div>
  )
}
