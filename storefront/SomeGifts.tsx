import { useQuery } from '@tanstack/react-query'

import { cardPicture } from '#storefront/card-picture.ts'
import { productsQuery } from '#storefront/queries.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords } from '#storefront/words.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './SomeGifts.module.css'

const ROOM = ['first', 'second', 'third', 'fourth']

/** Where there is nothing to see, there are gifts to go on with; where they do not come, nothing is said of it. */
export function SomeGifts() {
  const words = useWords('websitetranslationcomponents')
  const { points } = useAmounts()
  const { data, isLoading } = useQuery({ ...productsQuery('', 1, useLanguage()), retry: false })
  const gifts = data?.response.slice(0, ROOM.length) ?? []
  const none = gifts.length === 0 && !isLoading
  return (
    <section className={css.section} aria-labelledby="some-gifts" hidden={none}>
      <h2 id="some-gifts">{words.say('someGifts')}</h2>
      <ul className={css.gifts} aria-busy={isLoading}>
        {/* Their room, so that the footer is not seen to make it. */}
        {isLoading
          ? ROOM.map((key) => (
              <li key={key} aria-hidden="true">
                <Skeleton ratio="4 / 5" />
              </li>
            ))
          : null}
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
