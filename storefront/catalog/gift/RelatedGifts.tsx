import type { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { PriceTag } from '#storefront/basket/PriceTag.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './RelatedGifts.module.css'

/** Gifts that go well with this one. */
export function GoesWell({ gifts }: { gifts: CrossSell[] }) {
  const words = useTexts('productdetailpagecomponents')
  const { points } = useAmounts()
  if (gifts.length === 0) return null
  return (
    <section className={css.section} aria-labelledby="goes-well-title">
      <h2 id="goes-well-title">{words.say('crossSellTitle')}</h2>
      <ul className={css.gifts}>
        {gifts.map((gift) => (
          <li key={gift.SCP}>
            <ShopLink
              className={css.gift}
              to={`/product-description/${encodeURIComponent(gift.SCP)}`}
            >
              <Picture
                file={gift.media}
                alt=""
                sizes="(width < 40rem) 44vw, 290px"
                className={css.picture}
                instead={gift.brand}
              />
              <span className={css.brand}>{gift.brand}</span>
              <span className={css.name}>{gift.name}</span>
              <span className={css.points}>{points(gift.points)}</span>
              <PriceTag points={gift.points} />
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
