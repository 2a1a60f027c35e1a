import type { ReactNode } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { settlement } from '#domain/vouchers/points.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useIsNarrow } from '#storefront/hooks/use-narrow.ts'
import css from './ActionBar.module.css'

/**
 * The primary action of a page. On a phone it stays at the bottom of the window with the total, on a large screen it
 * is the button below the total.
 */
export function ActionBar({
  totals,
  above,
  below,
  children,
}: {
  totals: Cart['totals']
  /** Why the button is disabled. Shown next to the button in both layouts. */
  above?: ReactNode
  /** The text under the button. */
  below?: ReactNode
  /** The button. */
  children: ReactNode
}) {
  const isNarrow = useIsNarrow()
  return (
    <div className={css.bar} data-action-bar>
      {above}
      {isNarrow ? (
        <p className={css.sum}>
          <OrderTotal totals={totals} />
        </p>
      ) : null}
      <div className={css.action}>{children}</div>
      {below}
    </div>
  )
}

/** The total in points, and in euros if an amount is due. */
export function OrderTotal({ totals }: { totals: Cart['totals'] }) {
  const { points, euros } = useAmounts()
  const { order_total_points: order, voucher_points: available, order_limit: limit } = totals
  const result = settlement(order, available, limit)
  if (result.kind !== 'due') return <strong>{points(order)}</strong>
  return (
    <>
      <strong>{euros(result.cents)}</strong> <span>+ {points(available)}</span>
    </>
  )
}
