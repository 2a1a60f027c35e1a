import { type Ref } from 'react'

import type { OrderProblem } from '#storefront/checkout/layout/order-error.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CheckoutNotice.module.css'

/** A problem that prevents the order, with a link to resolve it. It can take the focus, so that screen readers read it. */
export function CheckoutNotice({
  problem,
  calm = problem.calm ?? false,
  ref,
}: {
  problem: OrderProblem
  /** Information rather than an error. */
  calm?: boolean
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div
      ref={ref}
      className={classNames(css.notice, calm && css.calm)}
      role="group"
      aria-label={problem.text}
      tabIndex={-1}
      data-notice={calm ? 'calm' : 'wrong'}
    >
      <Icon name={calm ? 'info' : 'warning'} />
      <p className={css.text}>{problem.text}</p>
      {problem.link ? (
        <ShopLink className={css.link} to={problem.link.to}>
          {problem.link.label}
        </ShopLink>
      ) : null}
    </div>
  )
}
