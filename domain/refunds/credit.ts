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
 * With these reasons the gifts are not sent: units not submitted yet are removed, and units in transit cannot be
 * credited.
 */
const STOPS: readonly string[] = ['falls-away', 'cancelled']
export const stopsGoods = (reason: string) => STOPS.includes(reason)

/** The condition of the gifts: nothing came back, they can be sold again, or they came back and cannot be sold. */
export const CREDITED_GOODS = ['none', 'shelf', 'written-off'] as const
export type CreditedGoods = (typeof CREDITED_GOODS)[number]

/** How long a proposal can be booked: long enough for a phone call. */
export const PROPOSAL_MINUTES = 30

/** Points that a colleague can still refund on this order alone. Above this the refund needs approval. */
export const creditWithoutApproval = (role: Role, creditedBefore: number) =>
  Math.max(0, ROLE_LIMITS[role].creditedOnOneOrder - creditedBefore)

/** The paid amount that is neither credited nor promised to a withdrawal. */
export type AmountOwed = { points: number; cents: number }

/**
 * Splits the refunded points: first the part that the channel prefers, then the other. undefined if less remains of
 * the paid amount.
 */
export function splitCredit(
  points: number,
  owed: AmountOwed,
  first: 'card' | 'points',
): { points: number; cents: number } | undefined {
  const byCard = Math.floor(owed.cents / EURO_CENTS_PER_POINT)
  const card = first === 'card' ? Math.min(points, byCard) : points - Math.min(points, owed.points)
  if (card > byCard || points - card > owed.points) return undefined
  return { points: points - card, cents: card * EURO_CENTS_PER_POINT }
}

type Shared = { key: string; country: string | null; bp: number | null; cents: number }

/**
 * The VAT of a refund for these units, after earlier refunds. It uses the rates of their own lines as far as euros of
 * these rates remain. Card money beyond that uses the other rates. Each rate is rounded on the total refunded, so
 * that many parts equal one refund, and never exceed the VAT charged.
 */
export function vatBack(
  paid: { cents: number; lines: readonly (VatLine & { line: number })[] },
  before: { cents: number; vat: readonly VatShare[] },
  now: { cents: number; pieces: readonly { line: number; quantity: number }[] },
): VatShare[] {
  const rates = eurosByRate(paid.cents, paid.lines)
  const backOf = ({ country, bp }: Pick<Shared, 'country' | 'bp'>) =>
    before.vat.find((one) => one.country === country && one.bp === bp) ?? { cents: 0, vatCents: 0 }
  const known = before.vat.reduce((sum, { cents }) => sum + cents, 0)
  const left = rates.map((rate) =>
    Math.max(0, rate.cents - (rate.bp === null ? before.cents - known : backOf(rate).cents)),
  )
  const own = rates.map(({ key }) =>
    paid.lines.reduce((sum, line) => {
      const piece = now.pieces.find((one) => one.line === line.line)
      return rateOf(line) === key ? sum + (piece?.quantity ?? 0) * line.points : sum
    }, 0),
  )
  const first = spread(now.cents, own, left)
  const others = left.map((cents, at) => cents - (first[at] ?? 0))
  const rest = spread(now.cents - sumOf(first), others, others)
  return rates.flatMap(({ country, bp }, at) => {
    if (country === null || bp === null) return []
    const cents = (first[at] ?? 0) + (rest[at] ?? 0)
    const back = backOf({ country, bp })
    const vatCents = Math.max(0, vatWithin(back.cents + cents, bp) - back.vatCents)
    return cents === 0 && vatCents === 0 ? [] : [{ country, bp, cents, vatCents }]
  })
}

const rateOf = ({ vatCountry, vatBp }: VatLine) => `${vatCountry} ${vatBp}`

/** Includes lines with an unknown rate. */
function eurosByRate(cents: number, lines: readonly VatLine[]): Shared[] {
  const shares = eurosByLine(cents, lines)
  const rates = new Map<string, Shared>()
  for (const [at, line] of lines.entries()) {
    const key = rateOf(line)
    const known = rates.get(key) ?? { key, country: line.vatCountry, bp: line.vatBp, cents: 0 }
    rates.set(key, { ...known, cents: known.cents + (shares[at] ?? 0) })
  }
  return [...rates.values()]
}

/** Distributes cents by weight, and gives no part more than remains of it. */
function spread(cents: number, weights: readonly number[], left: readonly number[]): number[] {
  const byWeight = eurosByLine(
    cents,
    weights.map((points) => ({ points, quantity: 1 })),
  ).map((share, at) => Math.min(share, left[at] ?? 0))
  let over = cents - sumOf(byWeight)
  return byWeight.map((share, at) => {
    const more = weights[at] === 0 ? 0 : Math.min(over, (left[at] ?? 0) - share)
    over -= more
    return share + more
  })
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)
