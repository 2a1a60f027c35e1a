import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { pointSteps, stepsWithGifts } from '#domain/catalog/point-steps.ts'
import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { navigationQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './BudgetRow.module.css'

/** Names of the steps, from the smallest. With fewer steps the middle ones are left out. */
const NAMES: Readonly<Record<number, readonly string[]>> = {
  2: ['small', 'whole'],
  3: ['small', 'middle', 'whole'],
  4: ['small', 'middle', 'large', 'whole'],
}

/**
 * Holders think in terms of their balance: links to gifts by share of the points left, and to digital gifts. Ranges
 * without gifts are omitted.
 */
export function BudgetRow({ words }: { words: PageTexts }) {
  const common = useTexts('websitetranslationcomponents')
  const { points, left } = useHeaderCart()
  const id = useId()
  const available = left ?? points
  const { data } = useSuspenseQuery(navigationQuery(useLanguage()))
  const steps = pointSteps(available)
  const filled = stepsWithGifts(steps, data.gift_points)
  const names = NAMES[steps.length] ?? []
  if (!words.has('title') || available === 0) return null
  if (filled.length === 0 && !data.digital_gifts) return null
  return (
    <section className={css.budget} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {words.say('title')}
      </h2>
      <ul className={css.steps}>
        {filled
          .map((step) => ({ ...step, at: steps.indexOf(step) }))
          .map(({ from, to, at }) => (
            <li key={from}>
              <ShopLink to={`/products?pointsFrom=${from}&pointsTo=${to}`} className={css.step}>
                <b>
                  {from}–{to} <span className={css.unit}>{common.say('points')}</span>
                </b>{' '}
                <span>{words.say(names[at] ?? '')}</span>
                <Icon name="arrow-right" />
              </ShopLink>
            </li>
          ))}
        {data.digital_gifts ? (
          <li>
            <ShopLink to="/products?onlyDigital=true" className={css.step}>
              <b>{words.say('mailTitle')}</b> <span>{words.say('mail')}</span>
              <Icon name="mail" />
            </ShopLink>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
