import { Fragment } from 'react'

import type { ProductCard as Gift } from '#contract/catalog/catalog.shop.ts'
import { ProductCard, useCardContext } from '#storefront/product-card/ProductCard.tsx'
import { type Story, storyBefore, StoryTile } from '#storefront/catalog/list/StoryTile.tsx'
import { WishlistProvider } from '#storefront/product-card/WishlistContext.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import css from './GiftGrid.module.css'

/** Images that can be visible when the page opens. */
const EAGER = 4

/** Cards outside the viewport are neither laid out nor painted, so a list of 240 scrolls as fast as one of 24. */
export function GiftGrid({
  gifts,
  stories,
  most,
  stale,
  onOpen,
}: {
  gifts: Gift[]
  /** The editors' stories between the gifts. */
  stories: Story[]
  /** The most cards to render so far. */
  most: number
  stale: boolean
  onOpen: (scp: string) => void
}) {
  const shared = useCardContext()
  return (
    <WishlistProvider>
      <ul
        className={css.grid}
        data-stale={stale || undefined}
        data-part={most < gifts.length || undefined}
        aria-busy={stale || undefined}
      >
        {gifts.slice(0, most).map((gift, at) => {
          const story = storyBefore(at, gifts.length, stories)
          return (
            <Fragment key={gift.SCP}>
              {story ? (
                <li className={css.story}>
                  <StoryTile story={story} />
                </li>
              ) : null}
              <li className={css.cell}>
                <ProductCard gift={gift} eager={at < EAGER} onOpen={onOpen} shared={shared} />
              </li>
            </Fragment>
          )
        })}
      </ul>
    </WishlistProvider>
  )
}

/** The grid's own shape while its gifts are on their way. */
export function GridLoading({ cards = 9 }: { cards?: number }) {
  return (
    <div className={css.grid} aria-hidden="true">
      {Array.from({ length: cards }, (_, at) => (
        <div key={at} className={css.bones}>
          <Skeleton ratio="1 / 1.08" />
          <Skeleton height="0.8rem" width="40%" />
          <Skeleton height="1.3rem" width="85%" />
          <Skeleton height="1rem" width="50%" />
        </div>
      ))}
    </div>
  )
}
