import { type RefObject, useRef } from 'react'

import type { Answer } from '#contract/client.shop.ts'
import { isSoldOut } from '#domain/inventory/stock-status.ts'
import { useAddToCart } from '#storefront/basket/use-add-to-cart.ts'
import { type CardContext, ProductCard } from '#storefront/product-card/ProductCard.tsx'
import { isAffordable } from '#storefront/product-card/PriceTag.tsx'
import { useCartTotals } from '#storefront/product-card/use-cart-totals.ts'
import { useWishlistItem, useWishlist } from '#storefront/product-card/use-wishlist.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Badge } from '#ui/components/Badge.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import css from './WishlistCard.module.css'

export type Wish = Answer<'wishlist'>['response'][number]['wishlistsitems'][number]

type WishlistCardProps = { wish: Wish; shared: CardContext; onRemoved: (wish: Wish) => void }

/** A wishlist item. An unavailable gift stays until its holder removes it. */
export function WishlistCard({ wish, shared, onRemoved }: WishlistCardProps) {
  const texts = useTexts('wishlistcomponents')
  const { listed, toggle } = useWishlistItem(
    { spliId: wish.spli_id, name: wish.name },
    useWishlist(),
  )
  const card = useRef<HTMLLIElement>(null)
  // Hidden at once. If the shop refuses the removal, the gift is shown again.
  if (!listed) return null
  const { scp: SCP, ...gift } = wish
  return (
    <li ref={card} className={css.wish} aria-labelledby={`wish-${wish.id}`}>
      <ProductCard
        gift={{ SCP, ...gift }}
        heading="h2"
        headingId={`wish-${wish.id}`}
        tag={wish.offered && !isSoldOut(wish.stock_status_color)}
        linked={wish.offered}
        corner={
          <IconButton
            icon="trash"
            label={`${texts.text('remove')}: ${wish.name}`}
            className={css.remove}
            onClick={() => {
              toggle()
              onRemoved(wish)
            }}
          />
        }
        shared={shared}
      >
        {wish.offered ? <Offer wish={wish} card={card} /> : <Unavailable />}
      </ProductCard>
    </li>
  )
}

function Unavailable() {
  const texts = useTexts('wishlistcomponents')
  return (
    <p className={css.unavailable}>
      <Icon name="info" />
      <span>{texts.jsx('noLongerOffered')}</span>
    </p>
  )
}

function Offer({ wish, card }: { wish: Wish; card: RefObject<HTMLElement | null> }) {
  const texts = useTexts('wishlistcomponents')
  const { add, busy } = useAddToCart()
  const canOrder = isAffordable(wish.points, useCartTotals())
  const { spli_id: spliId, name, media } = wish
  return (
    <>
      <p className={css.supply}>
        <Badge colour={wish.stock_status_color}>{wish.stock_status}</Badge>
        {wish.delivery_info ? <span>{wish.delivery_info}</span> : null}
      </p>
      {isSoldOut(wish.stock_status_color) ? (
        <p className={css.unavailable}>
          <Icon name="clock" />
          <span>{texts.jsx('soldOut')}</span>
        </p>
      ) : (
        <Button
          className={css.add}
          variant={canOrder ? 'main' : 'quiet'}
          busy={busy}
          aria-label={`${texts.text('addToBasket')}: ${name}`}
          onClick={() =>
            void add(
              { spliId, name, media, points: wish.points },
              card.current?.querySelector('article > div') ?? null,
            )
          }
        >
          <Icon name="basket" />
          {texts.jsx('addToBasket')}
        </Button>
      )}
    </>
  )
}
