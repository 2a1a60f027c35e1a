import { type ReactNode, Suspense, useId } from 'react'

import {
  type CardGift,
  type CardSize,
  ProductCard,
  useCardContext,
} from '#storefront/product-card/ProductCard.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { WishlistProvider } from '#storefront/product-card/WishlistContext.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import css from './CardGrid.module.css'

export const ROW_SIZES = '(width < 44rem) 46vw, 290px'

type GiftSectionProps = {
  title: ReactNode
  text?: ReactNode
  /** Null while they load. Their space is reserved. */
  gifts: readonly CardGift[] | null
  /** How many cards to reserve space for. */
  placeholders?: number
  size?: CardSize
  eager?: boolean
  more?: { to: string; label: ReactNode }
  className?: string | undefined
}

/** A heading and a few gifts below it. */
export function GiftSection({
  title,
  text,
  gifts,
  placeholders = 4,
  size = 'medium',
  eager = false,
  more,
  className,
}: GiftSectionProps) {
  const id = useId()
  return (
    <section
      className={classNames(css.section, className)}
      aria-labelledby={id}
      hidden={gifts?.length === 0}
    >
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {text ? <p className={css.text}>{text}</p> : null}
        {more && gifts ? (
          <ShopLink to={more.to} className={css.more}>
            {more.label}
          </ShopLink>
        ) : null}
      </div>
      <ul className={css.gifts} aria-busy={gifts === null || undefined}>
        {gifts === null ? <CardPlaceholders count={placeholders} /> : null}
        {gifts ? (
          // The price tags wait for the cart.
          <Suspense fallback={<CardPlaceholders count={placeholders} />}>
            <Cards gifts={gifts} size={size} eager={eager} />
          </Suspense>
        ) : null}
      </ul>
    </section>
  )
}

function CardPlaceholders({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} aria-hidden="true">
      <Skeleton ratio="4 / 5.6" />
    </li>
  ))
}

function Cards({
  gifts,
  size,
  eager,
}: Required<Pick<GiftSectionProps, 'size' | 'eager'>> & { gifts: readonly CardGift[] }) {
  const shared = useCardContext()
  return (
    <WishlistProvider>
      {gifts.map((gift) => (
        <li key={gift.SCP}>
          <ProductCard gift={gift} size={size} eager={eager} sizes={ROW_SIZES} shared={shared} />
        </li>
      ))}
    </WishlistProvider>
  )
}
