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

/** Steps 4 and 5 have no link: the provider's payment page, and the confirmation. */
const STEPS: { step: CheckoutStep; path?: string }[] = [
  { step: 1, path: '/cart' },
  { step: 2, path: '/personal-details' },
  { step: 3, path: '/checkout' },
  { step: 4 },
  { step: 5 },
]

const PAYMENT: CheckoutStep = 4

/** Whether the points cover everything. After the order only the address of the confirmation tells it. */
function useNothingDue(): boolean {
  const { pathname, search } = useLocation()
  const { data: cart } = useQuery(cartQuery(useLanguage()))
  if (pathname === '/confirmation') return new URLSearchParams(search).get('extra_payments') === '0'
  return cart !== undefined && Number(cart.totals.amount_due) === 0
}

/** The holder's progress towards the order. Completed steps are links. */
export function ProgressBar({ step: current }: { step: CheckoutStep }) {
  const texts = useTexts('checkoutstepscomponents')
  const isFree = useNothingDue()
  return (
    <nav className={css.bar} aria-label={texts.text('progressLabel', { step: current })}>
      <ol className={css.steps}>
        {STEPS.map(({ step, path }) => (
          <li
            key={step}
            className={classNames(
              css.step,
              step < current && css.done,
              step === PAYMENT && isFree && css.skipped,
            )}
            aria-current={step === current ? 'step' : undefined}
          >
            {path && step < current ? (
              <ShopLink className={css.inside} to={path}>
                <StepName step={step} done label={texts.jsx(`checkout_step_${step}`)} />
              </ShopLink>
            ) : (
              <span className={css.inside}>
                <StepName
                  step={step}
                  done={step < current && !(step === PAYMENT && isFree)}
                  label={texts.jsx(`checkout_step_${step}`)}
                />
                {step === PAYMENT && isFree && texts.has('stepNotNeeded') ? (
                  <span className={css.note}> ({texts.jsx('stepNotNeeded')})</span>
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
