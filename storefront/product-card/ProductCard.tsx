import { memo, type ReactNode, useMemo } from 'react'

import type { ProductCard as Gift } from '#contract/catalog/catalog.shop.ts'
import { arrivalBadge } from '#storefront/product-card/arrival-texts.ts'
import { useArrival } from '#storefront/product-card/use-arrival.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { cardPicture } from '#storefront/images/card-image.ts'
import { VariantDots } from '#storefront/product-card/VariantDots.tsx'
import { PriceTagFor, usePriceContext } from '#storefront/product-card/PriceTag.tsx'
import { CARD_SIZES } from '#storefront/images/image-sizes.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { WishlistButton } from '#storefront/product-card/WishlistButton.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import css from './ProductCard.module.css'

/** The fields that a card shows. Suggestions, wishlist items and exact fits have fewer than gifts of the list. */
export type CardGift = Pick<Gift, 'SCP' | 'spli_id' | 'name' | 'brand' | 'points' | 'media'> &
  Partial<
    Pick<
      Gift,
      | 'lang'
      | 'brand_name'
      | 'basicImageUrl'
      | 'isSustainable'
      | 'colours'
      | 'has_other_variants'
      | 'delivery_condition'
      | 'stock_availability'
    >
  > & { variant?: string }

export type CardSize = 'large' | 'medium' | 'small'

type ProductCardProps = {
  gift: CardGift
  /** large: lists. medium: suggestions. small: beside something else, without a heart. */
  size?: CardSize
  /** The level of its name below the page's headings. */
  heading?: 'h2' | 'h3' | 'h4'
  headingId?: string
  /** Above the fold: its image is loaded at once. */
  eager?: boolean
  sizes?: string
  onOpen?: (scp: string) => void
  /** Whether the price tag is shown. */
  tag?: boolean
  /** false: the gift's page is not available from here. */
  linked?: boolean
  /** Replaces the heart. */
  corner?: ReactNode
  /** Below the texts: state and buttons. */
  children?: ReactNode
  shared: CardContext
}

export type CardContext = ReturnType<typeof useCardContext>

/** Read once for all cards of a page. */
export function useCardContext() {
  const texts = useTexts('websitetranslationcomponents')
  const { points } = useAmounts()
  const prices = usePriceContext()
  const language = useLanguage()
  const arrival = useArrival()
  return useMemo(
    () => ({ texts, points, prices, language, arrival }),
    [texts, points, prices, language, arrival],
  )
}

/** A gift, everywhere the shop shows gifts. The whole card links to its page, except its buttons. */
export const ProductCard = memo(function ProductCard({
  gift,
  size = 'large',
  heading = 'h3',
  headingId,
  eager = false,
  sizes = CARD_SIZES,
  onOpen,
  tag = true,
  linked = true,
  corner,
  children,
  shared,
}: ProductCardProps) {
  return (
    <article className={css.card} data-scp={gift.SCP} data-size={size}>
      <div className={css.frame}>
        <Picture
          file={cardPicture(gift)}
          alt=""
          sizes={sizes}
          ratio="1 / 1.08"
          eager={eager}
          fallbackText={gift.brand_name || gift.brand}
          className={css.picture}
        />
      </div>
      <GiftTexts
        gift={gift}
        size={size}
        heading={heading}
        headingId={headingId}
        linked={linked}
        linkCoversCard
        onOpen={onOpen}
        shared={shared}
      >
        {tag ? <PriceTagFor points={gift.points} prices={shared.prices} /> : null}
        <Arrival gift={gift} shared={shared} />
      </GiftTexts>
      {children ? <div className={css.under}>{children}</div> : null}
      {corner || size === 'small' ? (
        corner
      ) : (
        <WishlistButton spliId={gift.spli_id} name={gift.name} className={css.heart} />
      )}
    </article>
  )
})

function Arrival({
  gift,
  shared: { arrival, texts, language },
}: {
  gift: CardGift
  shared: CardContext
}) {
  const badge = arrivalBadge(gift, arrival, texts, language)
  if (badge === undefined) return null
  return (
    <p className={css.arrival} data-arrival>
      <Icon name="truck" />
      <span>{badge}</span>
    </p>
  )
}

type GiftTextsProps = {
  gift: CardGift
  quantity?: number
  size: CardSize
  heading: 'h2' | 'h3' | 'h4'
  headingId?: string | undefined
  linked?: boolean
  linkCoversCard?: boolean
  /** Without brand and leaf. */
  brief?: boolean
  onOpen?: ((scp: string) => void) | undefined
  shared: CardContext
  children?: ReactNode
}

/** Brand, name, variant and points of a gift. Several of them share a card when they are one combination. */
export function GiftTexts({
  gift,
  quantity = 1,
  size,
  heading: Heading,
  headingId,
  linked = true,
  linkCoversCard = false,
  brief = false,
  onOpen,
  shared: { texts, points },
  children,
}: GiftTextsProps) {
  const brand = gift.brand_name || gift.brand
  const name = quantity === 1 ? gift.name : `${quantity} × ${gift.name}`
  return (
    <div className={css.words} data-size={size}>
      {brief ? null : (
        <p className={css.brand}>
          <span>{brand}</span>
          {gift.isSustainable ? (
            <span className={css.sustainable}>
              <Icon name="leaf" />
              {texts.jsx('sustainable')}
            </span>
          ) : null}
        </p>
      )}
      <Heading id={headingId} className={css.name} lang={linked ? undefined : gift.lang}>
        {linked ? (
          <ShopLink
            to={`/product-description/${encodeURIComponent(gift.SCP)}`}
            className={classNames(css.link, linkCoversCard && css.cover)}
            lang={gift.lang}
            onClick={() => onOpen?.(gift.SCP)}
          >
            {name}
          </ShopLink>
        ) : (
          name
        )}
      </Heading>
      {gift.variant ? <p className={css.variant}>{gift.variant}</p> : null}
      <div className={css.line}>
        <p className={css.points}>{points(gift.points * quantity)}</p>
        {gift.colours ? (
          <VariantDots
            gift={{ colours: gift.colours, has_other_variants: gift.has_other_variants ?? false }}
            texts={texts}
          />
        ) : null}
      </div>
      {children}
    </div>
  )
}
