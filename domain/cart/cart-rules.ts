import { dueCents, maximumPoints, shortfallPoints } from '#domain/vouchers/points.ts'
import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'

/** The channel of rule C, unless the environment sets another. */
export const DEFAULT_RULE_C_CHANNEL = '1014'

/** The largest quantity of one cart line. The cart endpoint and the database table have the same limit. */
export const MAX_GIFT_QUANTITY = 999

/** The most lines of a cart. */
export const MAX_CART_LINES = 100

/** Rule C: an order may cost this many points more than the voucher has. */
const RULE_C_MARGIN = 2

export type RuleChannel = { id: string; canBuyPoints: boolean; continueShipping: boolean }

export type RuleLine = {
  spliId: string
  points: number
  quantity: number
  pointsWhenAdded: number
  offered: boolean
  /** null: unlimited. */
  inStock: number | null
  delivery: DeliveryCondition
}

/** Why a cart cannot be ordered. */
export const CART_PROBLEMS = [
  'voucher-expired',
  'cart-empty',
  'no-longer-offered',
  'sold-out',
  'not-enough-stock',
  'points-changed',
  'use-all-points',
  'points-limit-exceeded',
] as const

export type CartProblemCode = (typeof CART_PROBLEMS)[number]

export type CartProblem = {
  code: CartProblemCode
  /** CMS key. */
  message: string
  spliId?: string
  /** The remaining points, or the points above the limit. */
  points?: number
  /** Remaining stock of the gift. */
  available?: number
}

export type RuleCart = {
  lines: RuleLine[]
  available: number
  channel: RuleChannel
  ruleCChannel: string
  /** The voucher has expired: it has no points, and a card payment cannot be added. */
  hasExpired?: boolean
}

/** The CMS key of the text for each problem. */
export const CART_PROBLEM_TEXTS: Readonly<Record<CartProblemCode, string>> = {
  'voucher-expired': 'messageVoucherExpired',
  'cart-empty': 'messageCartEmpty',
  'no-longer-offered': 'messageNoLongerOffered',
  'sold-out': 'messageSoldOut',
  'not-enough-stock': 'messageNotEnoughStock',
  'points-changed': 'messagePointsChanged',
  'use-all-points': 'messageUseAllPoints',
  'points-limit-exceeded': 'messagePointsLimitExceeded',
}

const problem = (code: CartProblemCode, more: Partial<CartProblem> = {}): CartProblem => ({
  code,
  message: CART_PROBLEM_TEXTS[code],
  ...more,
})

/** The total that the cart shows. It includes gifts that are no longer available. */
export function orderPoints(lines: Pick<RuleLine, 'points' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.points * line.quantity, 0)
}

/**
 * The maximum cost of an order in this channel: the lowest of rule B, rule C and the maximum of
 * section 9. Rule C is stricter where it applies. If points cannot be bought, the limit is the
 * points of the voucher, in every channel.
 */
export function orderLimit(
  available: number,
  channel: Pick<RuleChannel, 'id' | 'canBuyPoints'>,
  ruleCChannel: string,
): number {
  const maximum = maximumPoints({ available, canBuyPoints: channel.canBuyPoints })
  return channel.id === ruleCChannel ? Math.min(maximum, available + RULE_C_MARGIN) : maximum
}

/**
 * Why this cart cannot be ordered; empty if it can. The list, the cart, the payment and the
 * conversion to an order all use this check.
 *
 * Lines of one gift are checked together and reported once. If the price of a line has changed since
 * it was added, the order is refused until the holder changes the line again and so accepts the new
 * price.
 */
export function cartProblems({ lines, ...cart }: RuleCart): CartProblem[] {
  const filled = lines.filter((line) => line.quantity > 0)
  return [
    ...(cart.hasExpired ? [problem('voucher-expired')] : []),
    ...(filled.length === 0 ? [problem('cart-empty')] : []),
    ...giftsOf(filled).flatMap(giftProblems),
    ...(cart.hasExpired ? [] : pointsProblems(orderPoints(filled), cart)),
  ]
}

function giftsOf(lines: RuleLine[]): [RuleLine, ...RuleLine[]][] {
  const gifts = new Map<string, [RuleLine, ...RuleLine[]]>()
  for (const line of lines) {
    const gift = gifts.get(line.spliId)
    if (gift) gift.push(line)
    else gifts.set(line.spliId, [line])
  }
  return [...gifts.values()]
}

/** A gift that is unavailable is not reported for its price too. */
function giftProblems(lines: [RuleLine, ...RuleLine[]]): CartProblem[] {
  const { spliId } = lines[0]
  if (lines.some((line) => !line.offered)) return [problem('no-longer-offered', { spliId })]

  const available = stockOf(lines)
  if (available === 0) return [problem('sold-out', { spliId, available })]

  const wanted = lines.reduce((sum, line) => sum + line.quantity, 0)
  const changed = lines.some((line) => line.points !== line.pointsWhenAdded)
  return [
    ...(wanted > available ? [problem('not-enough-stock', { spliId, available })] : []),
    ...(changed ? [problem('points-changed', { spliId })] : []),
  ]
}

/** Infinity for gifts without stock tracking. Never negative. */
function stockOf(lines: RuleLine[]): number {
  return Math.max(0, Math.min(...lines.map((line) => line.inStock ?? Infinity)))
}

function pointsProblems(order: number, cart: Omit<RuleCart, 'lines'>): CartProblem[] {
  const left = cart.available - order
  if (left > 0 && !cart.channel.continueShipping) {
    return [problem('use-all-points', { points: left })]
  }
  const points = pointsOver(order, cart)
  return points > 0 ? [problem('points-limit-exceeded', { points })] : []
}

function pointsOver(order: number, cart: Omit<RuleCart, 'lines'>): number {
  return shortfallPoints(order, orderLimit(cart.available, cart.channel, cart.ruleCChannel))
}

export type PriceTag =
  /** Covered by the voucher. `left` points remain. */
  | { kind: 'fits'; left: number }
  /** These gifts increase the card payment of the cart by `cents`. */
  | { kind: 'fits-with-euros'; cents: number }
  /** The cart would cost `short` points more than the voucher has, and its limit does not allow that. */
  | { kind: 'above-limit'; short: number }

/**
 * The result of adding gifts to this cart, by the same rules as the order. `limit` is the
 * `orderLimit` of the cart, as returned by the cart endpoint.
 */
export function priceTag({
  giftPoints,
  orderPoints,
  available,
  limit,
}: {
  giftPoints: number
  orderPoints: number
  available: number
  limit: number
}): PriceTag {
  const order = orderPoints + giftPoints
  if (order > limit) return { kind: 'above-limit', short: shortfallPoints(order, available) }

  const cents = dueCents(order, available) - dueCents(orderPoints, available)
  if (cents > 0) return { kind: 'fits-with-euros', cents }
  return { kind: 'fits', left: Math.max(0, available - order) }
}
