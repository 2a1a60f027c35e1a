import { type RefObject, useRef } from 'react'

import type { Answer } from '#contract/client.shop.ts'
import { isSoldOut } from '#domain/inventory/stock-status.ts'
import { useAddToCart } from '#storefront/basket/use-add-to-cart.ts'
import { PriceTag } from '#storefront/basket/PriceTag.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useWish, useWishing } from '#storefront/wishlist/use-wishlist.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Badge } from '#ui/components/Badge.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './WishlistCard.module.css'

export type Wish = Answer<'wishlist'>['response'][number]['wishlistsitems'][number]

type WishCardProps = { wish: Wish; onRemoved: (wish: Wish) => void }

/** A wishlist item. An unavailable gift stays until its holder removes it. */
export function WishCard({ wish, onRemoved }: WishCardProps) {
  const words = useTexts('wishlistcomponents')
  const { listed, toggle } = useWish({ spliId: wish.spli_id, name: wish.name }, useWishing())
  const picture = useRef<HTMLDivElement>(null)
  const path = wish.offered ? `/product-description/${encodeURIComponent(wish.scp)}` : null
  // Gone at once; should the shop not take it off after all, it is back.
  if (!listed) return null
  return (
    <li className={css.wish} aria-labelledby={`wish-${wish.id}`}>
      <div ref={picture} className={css.picture}>
        <LinkedPicture wish={wish} path={path} />
      </div>
      <div className={css.about}>
        <p className={css.brand}>{wish.brand}</p>
        <h2 className={css.name} id={`wish-${wish.id}`}>
          {path ? <ShopLink to={path}>{wish.name}</ShopLink> : wish.name}
        </h2>
        {wish.offered ? <Offer wish={wish} picture={picture} /> : <Gone />}
      </div>
      <IconButton
        icon="trash"
        label={`${words.text('remove')}: ${wish.name}`}
        className={css.remove}
        onClick={() => {
          toggle()
          onRemoved(wish)
        }}
      />
    </li>
  )
}

function LinkedPicture({ wish, path }: { wish: Wish; path: string | null }) {
  const picture = (
    <Picture
      file={wish.media}
      alt={wish.name}
      sizes="(width < 40rem) 112px, 300px"
      className={css.image}
    />
  )
  return path ? <ShopLink to={path}>{picture}</ShopLink> : picture
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

function Offer({ wish, picture }: { wish: Wish; picture: RefObject<HTMLElement | null> }) {
  const words = useTexts('wishlistcomponents')
  const { points } = useAmounts()
  const { add, busy } = useAddToCart()
  const { spli_id: spliId, name, media } = wish
  const soldOut = isSoldOut(wish.stock_status_color)
  return (
    <>
      <p className={css.supply}>
        <Badge colour={wish.stock_status_color}>{wish.stock_status}</Badge>
        {wish.delivery_info ? <span>{wish.delivery_info}</span> : null}
      </p>
      <p className={css.points}>
        <strong>{points(wish.points)}</strong>
        {soldOut ? null : <PriceTag points={wish.points} />}
      </p>
      {soldOut ? (
        <p className={css.gone}>
          <Icon name="clock" />
          <span>{words.say('soldOut')}</span>
        </p>
      ) : (
        <Button
          className={css.add}
          busy={busy}
          aria-label={`${words.text('addToBasket')}: ${name}`}
          onClick={() => void add({ spliId, name, media, points: wish.points }, picture.current)}
        >
          <Icon name="basket" />
          {words.say('addToBasket')}
        </Button>
      )}
    </>
  )
}
