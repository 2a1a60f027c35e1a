import { type ReactNode, useState } from 'react'

import { salutationKey, splitGreeting } from '#domain/content/greeting.ts'
import { dueCents } from '#domain/vouchers/points.ts'
import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { withOnePoint } from '#storefront/home/one-point.ts'
import { shopHour } from '#storefront/home/shop-time.ts'
import { HERO_SIZES } from '#storefront/images/image-sizes.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { type PageTexts, useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './Hero.module.css'

/** The greeting by the holder's local time, the points, and a link to the gifts or to the cart. */
export function Hero({ texts }: { texts: PageTexts }) {
  const hero = texts.block('heroSection')
  const greetings = texts.block('salutationList')
  const common = useTexts('websitetranslationcomponents')
  const { points, left } = useHeaderCart()
  const isUsed = left === 0 && points > 0
  const leftTitle = isUsed ? 'titleUsed' : 'titleLeft'
  const title = left !== null && hero.has(leftTitle) ? leftTitle : 'title'
  const [hour] = useState(shopHour)
  const [first, rest] = splitGreeting(greetings.text(salutationKey(hour)))
  return (
    <HeroFrame texts={texts} first={first} rest={rest}>
      <div className={css.actions}>
        <ShopLink
          to={isUsed ? '/cart' : (hero.url('button') ?? '/products')}
          className={buttonClass('main')}
        >
          {isUsed ? common.jsx('fitToCart') : hero.jsx('button')}
        </ShopLink>
        {/* A balance of zero is not announced. */}
        {points === 0 ? null : (
          <p className={css.points} lang={hero.lang(title)}>
            {withOnePoint(hero.text(title, { points, left: left ?? points }), points, common)}
          </p>
        )}
      </div>
    </HeroFrame>
  )
}

/** After all points are spent: a link to the orders, and one to the gifts if some can be paid by card. */
export function SpentHero({ texts, byCard }: { texts: PageTexts; byCard: number }) {
  const hero = texts.block('heroSection')
  const { euros } = useAmounts()
  const amount = euros(dueCents(byCard, 0))
  return (
    <HeroFrame texts={texts} first={texts.jsx('spentTitle')} rest={texts.jsx('spentText')}>
      {byCard > 0 ? <p className={css.byCard}>{texts.jsx('spentByCard', { amount })}</p> : null}
      <div className={css.actions}>
        <ShopLink to="/orders" className={buttonClass('main')}>
          {texts.jsx('spentButton')}
        </ShopLink>
        {byCard > 0 ? (
          <ShopLink to={hero.url('button') ?? '/products'} className={css.link}>
            {hero.jsx('button')}
          </ShopLink>
        ) : null}
      </div>
    </HeroFrame>
  )
}

function HeroFrame({
  texts,
  first,
  rest,
  children,
}: {
  texts: PageTexts
  first: ReactNode
  rest: ReactNode
  children: ReactNode
}) {
  const picture = texts.block('heroSection').picture('hero')
  return (
    <section className={css.hero}>
      <div className={css.words}>
        <h1 className={css.greeting}>
          <span className={css.first}>{first}</span> <span className={css.rest}>{rest}</span>
        </h1>
        {children}
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
