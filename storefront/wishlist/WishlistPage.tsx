import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { useCardContext } from '#storefront/product-card/ProductCard.tsx'
import { SuggestedGifts } from '#storefront/suggestions/SuggestedGifts.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { ImageBanner } from '#storefront/images/ImageBanner.tsx'
import { wishlistQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useWishlistItem, useWishlist } from '#storefront/product-card/use-wishlist.ts'
import { type Wish, WishlistCard } from '#storefront/wishlist/WishlistCard.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './WishlistPage.module.css'

export default function WishlistPage() {
  const texts = useTexts('wishlistcomponents')
  const { points } = useAmounts()
  const { data } = useSuspenseQuery(wishlistQuery(useLanguage()))
  const [removed, setRemoved] = useState<Wish | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const wishes = data?.wishlistsitems ?? []
  const banner = texts.picture('banner')
  usePageTitle(texts.text('title'))

  function onRemoved(wish: Wish) {
    setRemoved(wish)
    // The pressed button disappears with its gift.
    title.current?.focus({ preventScroll: true })
  }

  const total = wishes.reduce((sum, wish) => sum + (wish.offered ? wish.points : 0), 0)
  return (
    <>
      {wishes.length > 0 ? <ImageBanner file={banner?.file ?? ''} alt={banner?.alt ?? ''} /> : null}
      <div className={css.page}>
        <div className={css.head}>
          <h1 ref={title} tabIndex={-1} className={css.title}>
            <Icon name="heart" filled />
            <span>{texts.jsx('title')}</span>
          </h1>
          {wishes.length > 0 ? (
            <p className={css.total}>{texts.jsx('totalPoints', { points: points(total) })}</p>
          ) : null}
        </div>
        {removed ? <UndoRemoval wish={removed} onUndone={() => setRemoved(null)} /> : null}
        {wishes.length === 0 ? (
          <Empty picture={banner?.file} />
        ) : (
          <WishCards wishes={wishes} onRemoved={onRemoved} />
        )}
      </div>
    </>
  )
}

function WishCards({
  wishes,
  onRemoved,
}: {
  wishes: readonly Wish[]
  onRemoved: (wish: Wish) => void
}) {
  const shared = useCardContext()
  return (
    <ul className={css.wishes}>
      {wishes.map((wish) => (
        <WishlistCard key={wish.id} wish={wish} shared={shared} onRemoved={onRemoved} />
      ))}
    </ul>
  )
}

/** Offers to put the removed gift back. */
function UndoRemoval({ wish, onUndone }: { wish: Wish; onUndone: () => void }) {
  const texts = useTexts('wishlistcomponents')
  const { toggle, listed } = useWishlistItem(
    { spliId: wish.spli_id, name: wish.name },
    useWishlist(),
  )
  if (listed) return null
  return (
    <p className={css.removed}>
      <span>{texts.jsx('removed', { name: wish.name })}</span>
      {wish.offered ? (
        <Button
          variant="plain"
          onClick={() => {
            toggle()
            onUndone()
          }}
        >
          {texts.jsx('undo')}
        </Button>
      ) : null}
    </p>
  )
}

function Empty({ picture }: { picture: string | undefined }) {
  const texts = useTexts('wishlistcomponents')
  return (
    <>
      <EmptyState icon="heart" picture={picture}>
        <p data-said>{texts.jsx('emptyMessage')}</p>
        <ShopLink to="/products" className={buttonClass()}>
          {texts.jsx('toGifts')}
        </ShopLink>
      </EmptyState>
      <SuggestedGifts row={3} />
    </>
  )
}
