import type { AmountOwed } from '#domain/refunds/credit.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'

/** The amount paid that was neither credited nor promised for a withdrawal. */
export function amountOwed({ pointsPaid, centsPaid, credits, withdrawals }: OrderRow): AmountOwed {
  const credited = new Set(credits.map(({ withdrawalNumber }) => withdrawalNumber))
  const open = withdrawals.filter(({ number }) => !credited.has(number))
  const gone = (of: (back: { points: number; cents: number }) => number) =>
    [
      ...credits.map(({ pointsBack, centsBack }) => ({ points: pointsBack, cents: centsBack })),
      ...open.map(({ pointsToCredit, centsToCredit }) => ({
        points: pointsToCredit,
        cents: centsToCredit,
      })),
    ].reduce((sum, back) => sum + of(back), 0)
  return {
    points: pointsPaid - gone(({ points }) => points),
    cents: centsPaid - gone(({ cents }) => cents),
  }
}

/** Units of a line that were neither credited nor promised for a withdrawal. */
export function creditableUnits(order: OrderRow, line: number): number | undefined {
  const bought = order.lines.find((one) => one.line === line)
  return bought && bought.quantity - bought.credited - bought.withdrawn
}
