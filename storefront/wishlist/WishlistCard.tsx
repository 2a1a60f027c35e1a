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
  const words = useTexts('wishlistcomponents')
  const { listed, toggle } = useWishlistItem(
    { spliId: wish.spli_id, name: wish.name },
    useWishlist(),
  )
  const card = useRef<HTMLLIElement>(null)
  // Gone at once; should the shop not take it off after all, it is back.
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
            label={`${words.text('remove')}: ${wish.name}`}
            className={css.remove}
            onClick={() => {
              toggle()
              onRemoved(wish)
            }}
          />
        }
        shared={shared}
      >
        {wish.offered ? <Offer wish={wish} card={card} /> : <Gone />}
      </ProductCard>
    </li>
  )
}

function Gone() {
  const words = useTexts('wishlistcomponents')
  return (
    <p className={css.gone}>
      <Icon name="info" />
      <span>{words.say('noLongerOffered')}</span>
    </p>
  )
}

function Offer({ wish, card }: { wish: Wish; card: RefObject<HTMLElement | null> }) {
  const words = useTexts('wishlistcomponents')
  const { add, busy } = useAddToCart()
  const affordable = isAffordable(wish.points, useCartTotals())
  const { spli_id: spliId, name, media } = wish
  return (
    <>
      <p className={css.supply}>
        <Badge colour={wish.stock_status_color}>{wish.stock_status}</Badge>
        {wish.delivery_info ? <span>{wish.delivery_info}</span> : null}
      </p>
      {isSoldOut(wish.stock_status_color) ? (
        <p className={css.gone}>
          <Icon name="clock" />
          <span>{words.say('soldOut')}</span>
        </p>
      ) : (
        <Button
          className={css.add}
          look={affordable ? 'main' : 'quiet'}
          busy={busy}
          aria-label={`${words.text('addToBasket')}: ${name}`}
          onClick={() =>
            void add(
              { spliId, name, media, points: wish.points },
              card.current?.querySelector('article > div') ?? null,
            )
          }
        >
          <Icon name="basket" />
          {words.say('addToBasket')}
        </Button>
      )}
    </>
  )
}
