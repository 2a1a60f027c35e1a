import type { StaffResponse } from '#contract/client.staff.ts'

type PeriodReport = Pick<StaffResponse<'reportOverview'>['now'], 'points' | 'sums'>

/** The part of the vouchers of a period that was activated by its end. */
export const activationRate = ({ sums: { usable, activated } }: Pick<PeriodReport, 'sums'>) =>
  usable === 0 ? 0 : activated / usable

/**
 * The rate at the end of each step of the period, of the vouchers that could be used by then. The end of the period is
 * known, so both are counted back from there.
 */
export function activationRates({ points, sums: { usable, activated } }: PeriodReport): number[] {
  if (usable === 0) return []
  let activatedByThen = activated
  let usableByThen = usable
  return points
    .toReversed()
    .map(({ claimed, opened }) => {
      const rate = usableByThen <= 0 ? 0 : Math.min(1, Math.max(0, activatedByThen) / usableByThen)
      activatedByThen -= claimed
      usableByThen -= opened
      return rate
    })
    .toReversed()
}
