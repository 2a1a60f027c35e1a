import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { CheckoutStep } from '#storefront/order-flow/checkout-step.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLocation } from '#storefront/router/router.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './ProgressBar.module.css'

/** Step 4 is the provider's payment page, and step 5 is not a target to go back to. */
const steps: { step: CheckoutStep; path?: string }[] = [
  { step: 1, path: '/cart' },
  { step: 2, path: '/personal-details' },
  { step: 3, path: '/checkout' },
  { step: 4 },
  { step: 5 },
]

const PAYMENT: CheckoutStep = 4

/** The points cover everything, so there is no payment. The address of the confirmation names the order. */
function useNothingDue(): boolean {
  const { pathname, search } = useLocation()
  const { data: cart } = useQuery(cartQuery(useLanguage()))
  if (pathname === '/confirmation') return new URLSearchParams(search).get('extra_payments') === '0'
  return cart !== undefined && Number(cart.totals.amount_due) === 0
}

/** The holder's progress towards the order. Completed steps are links. */
export function ProgressBar({ step: current }: { step: CheckoutStep }) {
  const words = useTexts('checkoutstepscomponents')
  const free = useNothingDue()
  return (
    <nav className={css.bar} aria-label={words.text('progressLabel', { step: current })}>
      <ol className={css.steps}>
        {steps.map(({ step, path }) => (
          <li
            key={step}
            className={classNames(
              css.step,
              step < current && css.done,
              step === PAYMENT && free && css.skipped,
            )}
            aria-current={step === current ? 'step' : undefined}
          >
            {path && step < current ? (
              <ShopLink className={css.inside} to={path}>
                <StepName step={step} done label={words.say(`checkout_step_${step}`)} />
              </ShopLink>
            ) : (
              <span className={css.inside}>
                <StepName
                  step={step}
                  done={step < current && !(step === PAYMENT && free)}
                  label={words.say(`checkout_step_${step}`)}
                />
                {step === PAYMENT && free && words.has('stepNotNeeded') ? (
                  <span className={css.note}> ({words.say('stepNotNeeded')})</span>
                ) : null}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

type StepNameProps = { step: CheckoutStep; done: boolean; label: ReactNode }

function StepName({ step, done, label }: StepNameProps) {
  return (
    <>
      <span className={css.number} aria-hidden="true">
        {done ? <Icon name="check" /> : step}
      </span>
      <span className={css.label}>{label}</span>
    </>
  )
}
