import { memo, useMemo } from 'react'

import type { ProductCard as Gift } from '#contract/catalog/catalog.shop.ts'
import { cardPicture } from '#storefront/images/card-image.ts'
import { VariantDots } from '#storefront/catalog/card/VariantDots.tsx'
import { PriceTagIn, usePriceMeaning } from '#storefront/basket/PriceTag.tsx'
import { CARD_SIZES } from '#storefront/images/image-sizes.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { WishHeart } from '#storefront/wishlist/WishlistButton.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './ProductCard.module.css'

type ProductCardProps = {
  gift: Gift
  /** The level of its name below the page's headings. */
  heading?: 'h2' | 'h3'
  /** Above the fold: its picture is asked for at once. */
  eager?: boolean
  sizes?: string
  onOpen?: (scp: string) => void
  shared: StockLevel
}

type StockLevel = ReturnType<typeof useImageSizes>

/** Shared by all cards of a grid and read once for them. The texts are those of 'productlistpagecomponents'. */
export function useImageSizes() {
  const words = useTexts('productlistpagecomponents')
  const { points } = useAmounts()
  const means = usePriceMeaning()
  return useMemo(() => ({ words, points, means }), [words, points, means])
}

/** A gift in a grid. The whole card links to its page, except the heart. */
export const ProductCard = memo(function ProductCard({
  gift,
  heading: Heading = 'h3',
  eager = false,
  sizes = CARD_SIZES,
  onOpen,
  shared: { words, points, means },
}: ProductCardProps) {
  const brand = gift.brand_name || gift.brand
  return (
    <article className={css.card} data-scp={gift.SCP}>
      <div className={css.frame}>
        <Picture
          file={cardPicture(gift)}
          alt=""
          sizes={sizes}
          ratio="1 / 1.08"
          eager={eager}
          instead={brand}
          className={css.picture}
        />
      </div>
      <div className={css.words}>
        <p className={css.brand}>
          <span>{brand}</span>
          {gift.isSustainable ? (
            <span className={css.sustainable}>
              <Icon name="leaf" />
              {words.say('sustainable')}
            </span>
          ) : null}
        </p>
        <Heading className={css.name}>
          <ShopLink
            to={`/product-description/${encodeURIComponent(gift.SCP)}`}
            className={css.link}
            lang={gift.lang}
            onClick={() => onOpen?.(gift.SCP)}
          >
            {gift.name}
          </ShopLink>
        </Heading>
        <div className={css.line}>
          <p className={css.points}>{points(gift.points)}</p>
          <VariantDots gift={gift} words={words} />
        </div>
        <PriceTagIn points={gift.points} unlessFits means={means} />
      </div>
      <WishHeart spliId={gift.spli_id} name={gift.name} className={css.heart} />
    </article>
  )
})
