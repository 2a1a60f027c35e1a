import type { Cart } from '#contract/cart.shop.ts'
import { settlement } from '#domain/vouchers/points.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './CartTotals.module.css'

/** Gifts, voucher and the result: remaining points, an amount to pay, or too many points to order. */
export function CartTotals({ totals }: { totals: Cart['totals'] }) {
  const words = useTexts('basketcomponents')
  const { points, euros } = useAmounts()
  const { order_total_points: order, voucher_points: available, order_limit: limit } = totals
  const settled = settlement(order, available, limit)
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
      {settled.kind === 'over' && limit > available ? (
        <div className={css.row}>
          <dt>{words.say('pointsExtra')}</dt>
          <dd>{points(limit - available)}</dd>
        </div>
      ) : null}
      {settled.kind === 'due' ? (
        <div className={css.outcome}>
          <dt>{words.say('toPay')}</dt>
          <dd>
            <span className={css.euros}>{euros(settled.cents)}</span>
            <span className={css.same}>{points(settled.points)}</span>
          </dd>
        </div>
      ) : (
        <div className={css.outcome}>
          <dt>{words.say(settled.kind === 'over' ? 'pointsOver' : 'pointsLeft')}</dt>
          <dd>{points(settled.points)}</dd>
        </div>
      )}
    </dl>
  )
}
