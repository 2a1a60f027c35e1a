/** One point is five euros. */
export const EURO_CENTS_PER_POINT = 500

/** The points of a recipient, and whether a card payment can exceed them. */
export type Balance = { available: number; canBuyPoints: boolean }

/** The maximum cost of an order. A small balance can be exceeded by two points, a larger one by four. */
export function maximumPoints({ available, canBuyPoints }: Balance): number {
  if (!canBuyPoints) return available
  return available > 4 ? available + 4 : available + 2
}

/** The points that the voucher does not cover. */
export function shortfallPoints(orderPoints: number, available: number): number {
  return Math.max(0, orderPoints - available)
}

/** Points that remain after the basket; null without a basket or without points. */
export function pointsLeft(orderPoints: number, available: number): number | null {
  return orderPoints === 0 || available === 0 ? null : Math.max(0, available - orderPoints)
}

/** The amount to pay by card. All amounts shown, charged or checked come from here. */
export function dueCents(orderPoints: number, available: number): number {
  return shortfallPoints(orderPoints, available) * EURO_CENTS_PER_POINT
}

/**
 * The result of an order for the buyer. Euros are due only if card payment is allowed. `limit` is the maximum cost of
 * the order.
 */
export type Settlement =
  | { kind: 'left'; points: number }
  | { kind: 'due'; points: number; cents: number }
  /** Above the maximum cost, so that a card payment cannot make it possible. */
  | { kind: 'over'; points: number }

export function settlement(orderPoints: number, available: number, limit: number): Settlement {
  const over = shortfallPoints(orderPoints, limit)
  if (over > 0) return { kind: 'over', points: over }
  const points = shortfallPoints(orderPoints, available)
  if (points > 0) return { kind: 'due', points, cents: dueCents(orderPoints, available) }
  return { kind: 'left', points: available - orderPoints }
}

/** The points that the voucher pays. Together with the shortfall they are the whole order. */
export function pointsPaid(orderPoints: number, available: number): number {
  return Math.min(orderPoints, available)
}

/** '15.00'. Throws for fractions of a cent, which are a bug elsewhere. */
export function euros(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of cents: ${cents}`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses only the format of `euros`: '15', '15,00' and ' 15.00' are invalid. */
export function centsFromEuros(text: string): number | undefined {
  return /^\d{1,7}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined
}

/** For the overlay after 'add to cart': the points that remain with the selected gift included. */
export function remainingPoints(cart: {
  available: number
  orderPoints: number
  pickedPoints: number
  maximum: number
}): number {
  if (cart.orderPoints >= cart.maximum) return 0
  return Math.max(0, cart.available - cart.orderPoints - cart.pickedPoints)
}
