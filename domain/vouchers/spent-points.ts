type Cart = {
  problems: readonly { code: string }[]
  totals: { voucher_points: number; order_limit: number }
}

/** The voucher has no points, and not because they expired. */
export const hasNoPoints = ({ problems, totals }: Cart) =>
  totals.voucher_points === 0 && problems.every(({ code }) => code !== 'voucher-expired')

/**
 * Set if all points went into orders that are under way or delivered. `byCard`: the points of the dearest order that
 * can be paid by card; 0 if there is no such gift. Points that expired or were withdrawn are not spent.
 */
export function spentPoints(
  cart: Cart,
  orders: readonly { state: string }[],
  giftPoints: readonly number[],
): { byCard: number } | null {
  if (!hasNoPoints(cart) || orders.every(({ state }) => state === 'cancelled')) return null
  const { order_limit } = cart.totals
  const isAnyAffordable = giftPoints.some((points) => points > 0 && points <= order_limit)
  return { byCard: isAnyAffordable ? order_limit : 0 }
}
