import { memo } from 'react'

import type { ProductCard as Gift } from '#contract/catalogue-api.ts'
import { cardPicture } from '#storefront/card-picture.ts'
import { ColourDots } from '#storefront/catalogue/ColourDots.tsx'
import { PriceTag } from '#storefront/basket/PriceTag.tsx'
import { CARD_SIZES } from '#storefront/picture-sizes.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import { WishHeart } from '#storefront/wishlist/WishHeart.tsx'
import { useWords } from '#storefront/words.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Picture } from '#ui/Picture.tsx'
import css from './ProductCard.module.css'

type ProductCardProps = {
  gift: Gift
  /** Its name stands under the page's headings. */
  heading?: 'h2' | 'h3'
  /** Above the fold: its picture is asked for at once. */
  eager?: boolean
  sizes?: string
  onOpen?: (scp: string) => void
}

/** A gift in a grid: all of it leads to its page, but the heart. Names the words of 'productlistpagecomponents'. */
export const ProductCard = memo(function ProductCard({
  gift,
  heading: Heading = 'h3',
  eager = false,
  sizes = CARD_SIZES,
  onOpen,
}: ProductCardProps) {
  const words = useWords('productlistpagecomponents')
  const { points } = useAmounts()
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
          <ColourDots colours={gift.colours} words={words} />
        </div>
        <PriceTag points={gift.points} unlessFits />
        {gift.has_other_variants && gift.colours.length < 2 ? (
          <span className={css.others}>{words.say('otherVariants')}</span>
        ) : null}
      </div>
      <WishHeart spliId={gift.spli_id} name={gift.name} className={css.heart} />
    </article>
  )
})
