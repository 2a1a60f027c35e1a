import type { Cart } from '#contract/cart-api.ts'
import { dueCents, shortfallPoints } from '#domain/points.ts'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useWords } from '#storefront/words.tsx'
import css from './CartTotals.module.css'

/** Gifts, voucher, and what that leaves: points, or points and euros to pay. */
export function CartTotals({ totals }: { totals: Cart['totals'] }) {
  const words = useWords('basketcomponents')
  const { points, euros } = useAmounts()
  const { order_total_points: order, voucher_points: available } = totals
  const short = shortfallPoints(order, available)
  return (
    <dl className={css.totals}>
      <div className={css.row}>
        <dt>{words.say('giftsPoints')}</dt>
        <dd>{points(order)}</dd>
      </div>
      <div className={css.row}>
        <dt>{words.say('voucherPoints')}</dt>
        <dd>{points(available)}</dd>
      </div>
      {short > 0 ? (
        <div className={css.outcome}>
          <dt>{words.say('toPay')}</dt>
          <dd>
            <span className={css.euros}>{euros(dueCents(order, available))}</span>
            <span className={css.same}>{points(short)}</span>
          </dd>
        </div>
      ) : (
        <div className={css.outcome}>
          <dt>{words.say('pointsLeft')}</dt>
          <dd>{points(available - order)}</dd>
        </div>
      )}
    </dl>
  )
}
