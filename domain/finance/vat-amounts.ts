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
  let pointsBefore = 0
  return lines.map(({ points, quantity }) => {
    if (total === 0) return 0
    const pointsAfter = pointsBefore + points * quantity
    const share =
      Math.floor((cents * pointsAfter) / total) - Math.floor((cents * pointsBefore) / total)
    pointsBefore = pointsAfter
    return share
  })
}

/**
 * The amount by country and rate. Its VAT is rounded once per rate, so that the displayed sum equals the sum of
 * displayed values.
 */
export function vatShares(cents: number, lines: readonly VatLine[]): VatShare[] {
  const byRate = new Map<string, VatShare>()
  const shares = eurosByLine(cents, lines)
  for (const [index, { vatCountry: country, vatBp: bp }] of lines.entries()) {
    const share = shares[index] ?? 0
    if (country === null || bp === null || share === 0) continue
    const rate = byRate.get(`${country} ${bp}`) ?? { country, bp, cents: 0, vatCents: 0 }
    byRate.set(`${country} ${bp}`, { ...rate, cents: rate.cents + share })
  }
  return [...byRate.values()].map((rate) => ({ ...rate, vatCents: vatWithin(rate.cents, rate.bp) }))
}

/** The total VAT; null if the rate of any part is unknown. */
export function vatCentsOf(cents: number, lines: readonly VatLine[]): number | null {
  const shares = vatShares(cents, lines)
  const centsWithRate = shares.reduce((sum, share) => sum + share.cents, 0)
  return centsWithRate === cents ? shares.reduce((sum, share) => sum + share.vatCents, 0) : null
}
