import type { Role } from '#domain/staff/permissions.ts'
import { ROLE_LIMITS } from '#domain/approvals/staff-limits.ts'
import { EURO_CENTS_PER_POINT } from '#domain/vouchers/points.ts'
import { eurosByLine, type VatLine, type VatShare, vatWithin } from '#domain/finance/vat-amounts.ts'

/** Reasons for a credit; 'other' needs a note. */
export const CREDIT_REASONS = [
  'damaged',
  'lost',
  'late',
  'wrong-gift',
  'returned',
  'withdrawn',
  'falls-away',
  'cancelled',
  'goodwill',
  'other',
] as const
export type CreditReason = (typeof CREDIT_REASONS)[number]

/**
 * With these reasons the gifts will not be sent. Units not submitted yet are removed from the order, and units in
 * transit cannot be credited.
 */
const REASONS_NOT_TO_SEND: readonly string[] = ['falls-away', 'cancelled']
export const stopsGoods = (reason: string) => REASONS_NOT_TO_SEND.includes(reason)

/** The condition of credited gifts: not returned, returned and sellable, or returned and not sellable. */
export const CREDITED_GOODS = ['none', 'shelf', 'written-off'] as const
export type CreditedGoods = (typeof CREDITED_GOODS)[number]

/** How long a proposal can be booked: long enough for a phone call. */
export const PROPOSAL_MINUTES = 30

/** The points that a colleague can still refund on this order without approval. */
export const creditWithoutApproval = (role: Role, creditedBefore: number) =>
  Math.max(0, ROLE_LIMITS[role].creditedOnOneOrder - creditedBefore)

/** The paid amount that is neither credited nor promised to a withdrawal. */
export type AmountOwed = { points: number; cents: number }

/**
 * Splits the refunded points between balance and card. The kind that the channel prefers is used up first. undefined
 * if the amount owed is lower.
 */
export function splitCredit(
  points: number,
  owed: AmountOwed,
  first: 'card' | 'points',
): { points: number; cents: number } | undefined {
  const cardPointsOwed = Math.floor(owed.cents / EURO_CENTS_PER_POINT)
  const cardPoints =
    first === 'card' ? Math.min(points, cardPointsOwed) : points - Math.min(points, owed.points)
  if (cardPoints > cardPointsOwed || points - cardPoints > owed.points) return undefined
  return { points: points - cardPoints, cents: cardPoints * EURO_CENTS_PER_POINT }
}

type RateShare = { key: string; country: string | null; bp: number | null; cents: number }

/**
 * The VAT of a refund for these units, after earlier refunds. First it uses the rates of their own lines, as far as
 * euros paid at these rates remain, then the other rates. Each rate is rounded on the total refunded. So the VAT of
 * several refunds equals that of one refund, and never exceeds the VAT charged.
 */
export function vatBack(
  paid: { cents: number; lines: readonly (VatLine & { line: number })[] },
  before: { cents: number; vat: readonly VatShare[] },
  now: { cents: number; units: readonly { line: number; quantity: number }[] },
): VatShare[] {
  const rates = eurosByRate(paid.cents, paid.lines)
  const refundedBefore = ({ country, bp }: Pick<RateShare, 'country' | 'bp'>) =>
    before.vat.find((share) => share.country === country && share.bp === bp) ?? {
      cents: 0,
      vatCents: 0,
    }
  const refundedAtKnownRates = before.vat.reduce((sum, { cents }) => sum + cents, 0)
  const left = rates.map((rate) => {
    const refunded =
      rate.bp === null ? before.cents - refundedAtKnownRates : refundedBefore(rate).cents
    return Math.max(0, rate.cents - refunded)
  })
  const ownPoints = rates.map(({ key }) =>
    paid.lines.reduce((sum, line) => {
      const refunded = now.units.find((units) => units.line === line.line)
      return rateOf(line) === key ? sum + (refunded?.quantity ?? 0) * line.points : sum
    }, 0),
  )
  const fromOwnRates = spread(now.cents, ownPoints, left)
  const leftAfterwards = left.map((cents, index) => cents - (fromOwnRates[index] ?? 0))
  const fromOtherRates = spread(now.cents - sumOf(fromOwnRates), leftAfterwards, leftAfterwards)
  return rates.flatMap(({ country, bp }, index) => {
    if (country === null || bp === null) return []
    const cents = (fromOwnRates[index] ?? 0) + (fromOtherRates[index] ?? 0)
    const earlier = refundedBefore({ country, bp })
    const vatCents = Math.max(0, vatWithin(earlier.cents + cents, bp) - earlier.vatCents)
    return cents === 0 && vatCents === 0 ? [] : [{ country, bp, cents, vatCents }]
  })
}

const rateOf = ({ vatCountry, vatBp }: VatLine) => `${vatCountry} ${vatBp}`

/** The euros paid, by country and rate. Lines with an unknown rate have an entry of their own. */
function eurosByRate(cents: number, lines: readonly VatLine[]): RateShare[] {
  const shares = eurosByLine(cents, lines)
  const rates = new Map<string, RateShare>()
  for (const [index, line] of lines.entries()) {
    const key = rateOf(line)
    const rate = rates.get(key) ?? { key, country: line.vatCountry, bp: line.vatBp, cents: 0 }
    rates.set(key, { ...rate, cents: rate.cents + (shares[index] ?? 0) })
  }
  return [...rates.values()]
}

/** Distributes cents over parts by weight. No part gets more than is left of it. */
function spread(cents: number, weights: readonly number[], left: readonly number[]): number[] {
  const byWeight = eurosByLine(
    cents,
    weights.map((points) => ({ points, quantity: 1 })),
  ).map((share, index) => Math.min(share, left[index] ?? 0))
  let undistributed = cents - sumOf(byWeight)
  return byWeight.map((share, index) => {
    const more = weights[index] === 0 ? 0 : Math.min(undistributed, (left[index] ?? 0) - share)
    undistributed -= more
    return share + more
  })
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
