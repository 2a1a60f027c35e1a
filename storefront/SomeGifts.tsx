import { useQuery } from '@tanstack/react-query'

import { cardPicture } from '#storefront/card-picture.ts'
import { productsQuery } from '#storefront/queries.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords } from '#storefront/words.tsx'
import { Picture } from '#ui/Picture.tsx'
import css from './SomeGifts.module.css'

const SHOWN = 4

/** Where there is nothing to see, there are gifts to go on with; where they do not come, nothing is said of it. */
export function SomeGifts() {
  const words = useWords('websitetranslationcomponents')
  const { points } = useAmounts()
  const { data } = useQuery({ ...productsQuery('', 1, useLanguage()), retry: false })
  const gifts = data?.response.slice(0, SHOWN) ?? []
  return (
    <section className={css.section} aria-labelledby="some-gifts" hidden={gifts.length === 0}>
      <h2 id="some-gifts">{words.say('someGifts')}</h2>
      <ul className={css.gifts}>
        {gifts.map((gift) => (
          <li key={gift.SCP}>
            <ShopLink
              className={css.gift}
              to={`/product-description/${encodeURIComponent(gift.SCP)}`}
            >
              <Picture
                file={cardPicture(gift)}
                alt=""
                sizes="(width < 48rem) 44vw, 280px"
                className={css.picture}
              />
              <span className={css.brand}>{gift.brand_name || gift.brand}</span>
              <span className={css.name} lang={gift.lang}>
                {gift.name}
              </span>
              <span className={css.points}>{points(gift.points)}</span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
