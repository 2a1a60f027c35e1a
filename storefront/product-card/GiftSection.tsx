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
  /** null while they load: their space is reserved. */
  gifts: readonly CardGift[] | null
  /** How many cards to reserve space for. */
  room?: number
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
  room = 4,
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
        {gifts === null ? <Room cards={room} /> : null}
        {gifts ? (
          // Until the cart has loaded, which the price tags need.
          <Suspense fallback={<Room cards={room} />}>
            <Cards gifts={gifts} size={size} eager={eager} />
          </Suspense>
        ) : null}
      </ul>
    </section>
  )
}

function Room({ cards }: { cards: number }) {
  return Array.from({ length: cards }, (_, at) => (
    <li key={at} aria-hidden="true">
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
