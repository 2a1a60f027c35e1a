import { useState } from 'react'

import { salutationKey, splitGreeting } from '#domain/content/greeting.ts'
import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { shopHour } from '#storefront/home/shop-time.ts'
import { HERO_SIZES } from '#storefront/images/image-sizes.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './Hero.module.css'

/** The greeting by the holder's local time, the points, the points left, and a link to the gifts. */
export function Hero({ words }: { words: PageTexts }) {
  const hero = words.block('heroSection')
  const greetings = words.block('salutationList')
  const { points, left } = useHeaderCart()
  const title = left === null ? 'title' : left === 0 ? 'titleUsed' : 'titleLeft'
  const [hour] = useState(shopHour)
  const [first, rest] = splitGreeting(greetings.text(salutationKey(hour)))
  const picture = hero.picture('hero')
  return (
    <section className={css.hero}>
      <div className={css.words}>
        <h1 className={css.greeting}>
          <span className={css.first}>{first}</span> <span className={css.rest}>{rest}</span>
        </h1>
        {/* A balance of zero is not announced. */}
        {points === 0 ? null : (
          <p className={css.points}>
            {hero.say(hero.has(title) ? title : 'title', { points, left: left ?? points })}
          </p>
        )}
        <ShopLink to={hero.url('button') ?? '/products'} className={buttonClass('main')}>
          {hero.say('button')}
        </ShopLink>
      </div>
      {picture ? (
        <Picture
          className={css.picture}
          file={picture.file}
          alt={picture.alt}
          sizes={HERO_SIZES}
          ratio="auto"
          eager
        />
      ) : null}
    </section>
  )
}
