import type { AmountOwed } from '#domain/refunds/credit.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'

/** The amount paid that was neither credited nor promised for a withdrawal. */
export function amountOwed({ pointsPaid, centsPaid, credits, withdrawals }: OrderRow): AmountOwed {
  const owed = { points: pointsPaid, cents: centsPaid }
  for (const { pointsBack, centsBack } of credits) {
    owed.points -= pointsBack
    owed.cents -= centsBack
  }
  const credited = new Set(credits.map(({ withdrawalNumber }) => withdrawalNumber))
  for (const { number, pointsToCredit, centsToCredit } of withdrawals) {
    if (credited.has(number)) continue
    owed.points -= pointsToCredit
    owed.cents -= centsToCredit
  }
  return owed
}

/** Units of a line that were neither credited nor promised for a withdrawal. */
export function creditableUnits(order: OrderRow, line: number): number | undefined {
  const orderLine = order.lines.find((candidate) => candidate.line === line)
  return orderLine && orderLine.quantity - orderLine.credited - orderLine.withdrawn
}
