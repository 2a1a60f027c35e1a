import type { Cart } from '#contract/cart.shop.ts'
import { settlement } from '#domain/vouchers/points.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './CartTotals.module.css'

/** Gifts, voucher and the result: remaining points, an amount to pay, or too many points to order. */
export function CartTotals({ totals }: { totals: Cart['totals'] }) {
  const texts = useTexts('basketcomponents')
  const { points, euros } = useAmounts()
  const { order_total_points: order, voucher_points: available, order_limit: limit } = totals
  const result = settlement(order, available, limit)
  return (
    <dl className={css.totals}>
      <div className={css.row}>
        <dt>{texts.jsx('giftsPoints')}</dt>
        <dd>{points(order)}</dd>
      </div>
      <div className={css.row}>
        <dt>{texts.jsx('voucherPoints')}</dt>
        <dd>{points(available)}</dd>
      </div>
      {result.kind === 'over' && limit > available ? (
        <div className={css.row}>
          <dt>{texts.jsx('pointsExtra')}</dt>
          <dd>{points(limit - available)}</dd>
        </div>
      ) : null}
      {result.kind === 'due' ? (
        <div className={css.outcome}>
          <dt>{texts.jsx('toPay')}</dt>
          <dd>
            <span>{euros(result.cents)}</span>
            <span className={css.same}>({points(result.points)})</span>
          </dd>
        </div>
      ) : (
        <div className={css.outcome}>
          <dt>{texts.jsx(result.kind === 'over' ? 'pointsOver' : 'pointsLeft')}</dt>
          <dd>{points(result.points)}</dd>
        </div>
      )}
    </dl>
  )
}
