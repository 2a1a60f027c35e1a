import type { Role } from './desk-rights.ts'
import { EURO_CENTS_PER_POINT } from './points.ts'
import { type VatLine, vatShares, type VatShare } from './vat.ts'

/** Why something is given back; 'other' says it in a note. */
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

/** What becomes of the gifts: nothing came back, they are sold again, or they came back and cannot be. */
export const CREDITED_GOODS = ['none', 'shelf', 'written-off'] as const
export type CreditedGoods = (typeof CREDITED_GOODS)[number]

/** So long a proposal can be booked: long enough for a telephone call. */
export const PROPOSAL_MINUTES = 30

/** Points that a colleague gives back on one order alone, in whatever parts. Above it a second person looks. */
const ALONE: Record<Role, number> = {
  owner: 400,
  editor: 0,
  merchandiser: 0,
  fulfilment: 0,
  service: 40,
  reader: 0,
}
export const creditAlone = (role: Role, creditedBefore: number) =>
  Math.max(0, ALONE[role] - creditedBefore)

/** What was paid and has neither been credited nor promised to somebody who withdrew. */
export type Owed = { points: number; cents: number }

/**
 * How so many points are given back: first what the channel says, then the other. Undefined where less than that is
 * left of what was paid.
 */
export function splitCredit(
  points: number,
  owed: Owed,
  first: 'card' | 'points',
): { points: number; cents: number } | undefined {
  const byCard = Math.floor(owed.cents / EURO_CENTS_PER_POINT)
  const card = first === 'card' ? Math.min(points, byCard) : points - Math.min(points, owed.points)
  if (card > byCard || points - card > owed.points) return undefined
  return { points: points - card, cents: card * EURO_CENTS_PER_POINT }
}

/**
 * The VAT that goes back with so many cents, after so many before: of each rate the part that all credited cents are of
 * those paid, less what went back before. When all is credited all of it has gone back, to the cent.
 */
export function vatBack(
  paid: { cents: number; lines: readonly VatLine[] },
  before: number,
  now: number,
): VatShare[] {
  if (paid.cents === 0 || now === 0) return []
  const part = (whole: number, credited: number) => Math.floor((whole * credited) / paid.cents)
  return vatShares(paid.cents, paid.lines).map(({ country, bp, cents, vatCents }) => ({
    country,
    bp,
    cents: part(cents, before + now) - part(cents, before),
    vatCents: part(vatCents, before + now) - part(vatCents, before),
  }))
}
