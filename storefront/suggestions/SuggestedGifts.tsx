import { useQuery } from '@tanstack/react-query'

import { cardPicture } from '#storefront/images/card-image.ts'
import { productsQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Picture } from '#ui/components/Image.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import css from './SuggestedGifts.module.css'

const ROOM = ['first', 'second', 'third', 'fourth']

/** Gift suggestions for an empty page. If they do not load, nothing is shown. */
export function SomeGifts() {
  const words = useTexts('websitetranslationcomponents')
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
