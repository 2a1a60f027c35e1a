import { Fragment } from 'react'

import type { ProductCard as Gift } from '#contract/catalog/catalog.shop.ts'
import { ProductCard, useCardContext } from '#storefront/product-card/ProductCard.tsx'
import { type Story, storyBefore, StoryTile } from '#storefront/catalog/list/StoryTile.tsx'
import { WishlistProvider } from '#storefront/product-card/WishlistContext.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import css from './GiftGrid.module.css'

/** Cards that can be visible when the page opens. Their images load at once. */
const EAGER_CARDS = 4

/** Cards outside the viewport are neither laid out nor painted, so a list of 240 scrolls as fast as one of 24. */
export function GiftGrid({
  gifts,
  stories,
  maxCards,
  stale,
  onOpen,
}: {
  gifts: Gift[]
  /** The editors' stories between the gifts. */
  stories: Story[]
  /** The most cards to render so far. */
  maxCards: number
  stale: boolean
  onOpen: (scp: string) => void
}) {
  const shared = useCardContext()
  return (
    <WishlistProvider>
      <ul
        className={css.grid}
        data-stale={stale || undefined}
        data-part={maxCards < gifts.length || undefined}
        aria-busy={stale || undefined}
      >
        {gifts.slice(0, maxCards).map((gift, index) => {
          const story = storyBefore(index, gifts.length, stories)
          return (
            <Fragment key={gift.SCP}>
              {story ? (
                <li className={css.story}>
                  <StoryTile story={story} />
                </li>
              ) : null}
              <li className={css.cell}>
                <ProductCard
                  gift={gift}
                  eager={index < EAGER_CARDS}
                  onOpen={onOpen}
                  shared={shared}
                />
              </li>
            </Fragment>
          )
        })}
      </ul>
    </WishlistProvider>
  )
}

/** The grid while its gifts are loading. */
export function GridLoading({ cards = 9 }: { cards?: number }) {
  return (
    <div className={css.grid} aria-hidden="true">
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className={css.placeholder}>
          <Skeleton ratio="1 / 1.08" />
          <Skeleton height="0.8rem" width="40%" />
          <Skeleton height="1.3rem" width="85%" />
          <Skeleton height="1rem" width="50%" />
        </div>
      ))}
    </div>
  )
}
