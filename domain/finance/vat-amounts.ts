export const VAT_CLASSES = ['standard', 'reduced', 'zero'] as const
export type VatClass = (typeof VAT_CLASSES)[number]

export type VatLine = {
  points: number
  quantity: number
  vatCountry: string | null
  /** In hundredths of a percent at the time of the order; null if unknown. */
  vatBp: number | null
}

export type VatShare = { country: string; bp: number; cents: number; vatCents: number }

/** The VAT in an amount that includes it, to the nearest cent; half a cent goes to the tax. */
export const vatWithin = (cents: number, bp: number) =>
  Math.floor((2 * cents * bp + 10_000 + bp) / (2 * (10_000 + bp)))

/**
 * Splits the euros paid over the lines by points. Each share is a difference of running totals, so no cent is lost.
 * share_of_line() in the database computes the same for reports.
 */
export function eurosByLine(cents: number, lines: readonly Pick<VatLine, 'points' | 'quantity'>[]) {
  const total = lines.reduce((sum, { points, quantity }) => sum + points * quantity, 0)
  let before = 0
  return lines.map(({ points, quantity }) => {
    if (total === 0) return 0
    const upTo = before + points * quantity
    const share = Math.floor((cents * upTo) / total) - Math.floor((cents * before) / total)
    before = upTo
    return share
  })
}

/** By country and rate. Each is rounded once, so that the displayed sum equals the sum of displayed values. */
export function vatShares(cents: number, lines: readonly VatLine[]): VatShare[] {
  const found = new Map<string, VatShare>()
  const shares = eurosByLine(cents, lines)
  for (const [at, { vatCountry: country, vatBp: bp }] of lines.entries()) {
    const share = shares[at] ?? 0
    if (country === null || bp === null || share === 0) continue
    const known = found.get(`${country} ${bp}`) ?? { country, bp, cents: 0, vatCents: 0 }
    found.set(`${country} ${bp}`, { ...known, cents: known.cents + share })
  }
  return [...found.values()].map((one) => ({ ...one, vatCents: vatWithin(one.cents, one.bp) }))
}

/** The total VAT; null if the rate of any part is unknown. */
export function vatCentsOf(cents: number, lines: readonly VatLine[]): number | null {
  const shares = vatShares(cents, lines)
  const known = shares.reduce((sum, share) => sum + share.cents, 0)
  return known === cents ? shares.reduce((sum, share) => sum + share.vatCents, 0) : null
}
