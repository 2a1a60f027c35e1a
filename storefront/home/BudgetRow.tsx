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

/** The text keys of the steps by their number, the smallest step first. */
const STEP_TEXTS: Readonly<Record<number, readonly string[]>> = {
  2: ['small', 'whole'],
  3: ['small', 'middle', 'whole'],
  4: ['small', 'middle', 'large', 'whole'],
}

/**
 * Links to gifts by their share of the points left, and to digital gifts. Ranges without gifts are omitted.
 */
export function BudgetRow({ texts }: { texts: PageTexts }) {
  const common = useTexts('websitetranslationcomponents')
  const { points, left } = useHeaderCart()
  const id = useId()
  const available = left ?? points
  const { data } = useSuspenseQuery(navigationQuery(useLanguage()))
  const steps = pointSteps(available)
  const shownSteps = stepsWithGifts(steps, data.gift_points)
  const stepTexts = STEP_TEXTS[steps.length] ?? []
  if (!texts.has('title') || available === 0) return null
  if (shownSteps.length === 0 && !data.digital_gifts) return null
  return (
    <section className={css.budget} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {texts.jsx('title')}
      </h2>
      <ul className={css.steps}>
        {shownSteps.map((step) => (
          <li key={step.from}>
            <ShopLink
              to={`/products?pointsFrom=${step.from}&pointsTo=${step.to}`}
              className={css.step}
            >
              <b>
                {step.from}–{step.to} <span className={css.unit}>{common.jsx('points')}</span>
              </b>{' '}
              <span>{texts.jsx(stepTexts[steps.indexOf(step)] ?? '')}</span>
              <Icon name="arrow-right" />
            </ShopLink>
          </li>
        ))}
        {data.digital_gifts ? (
          <li>
            <ShopLink to="/products?onlyDigital=true" className={css.step}>
              <b>{texts.jsx('mailTitle')}</b> <span>{texts.jsx('mail')}</span>
              <Icon name="mail" />
            </ShopLink>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
