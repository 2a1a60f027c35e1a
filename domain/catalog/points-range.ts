import { maximumPoints, type Balance } from '#domain/vouchers/points.ts'

/** The range of the slider. */
export type PointsBounds = { lowest: number; highest: number }

/** The values of the two handles. */
export type PointsRange = { from: number; to: number }

/** A holder without points can still see free gifts. */
export function pointsBounds(balance: Balance): PointsBounds {
  const lowest = balance.available > 0 ? 1 : 0
  return { lowest, highest: Math.max(lowest, maximumPoints(balance)) }
}

export function fullRange({ lowest, highest }: PointsBounds): PointsRange {
  return { from: lowest, to: highest }
}

/** A handle pushed past the other moves both. */
export function moveFrom(range: PointsRange, from: number, bounds: PointsBounds): PointsRange {
  const moved = clampPoints(from, bounds, bounds.lowest)
  return { from: moved, to: Math.max(moved, range.to) }
}

export function moveTo(range: PointsRange, to: number, bounds: PointsBounds): PointsRange {
  const moved = clampPoints(to, bounds, bounds.highest)
  return { from: Math.min(moved, range.from), to: moved }
}

/** Checked: only gifts that the voucher covers. Unchecked: all gifts that may be ordered. */
export function togglePayExtra(
  range: PointsRange,
  isChecked: boolean,
  balance: Balance,
): PointsRange {
  return moveTo(
    range,
    isChecked ? balance.available : maximumPoints(balance),
    pointsBounds(balance),
  )
}

/** A range from a URL or from storage, limited to the current balance. */
export function rangeWithin(range: Partial<PointsRange>, bounds: PointsBounds): PointsRange {
  const to = clampPoints(range.to ?? bounds.highest, bounds, bounds.highest)
  const from = clampPoints(range.from ?? bounds.lowest, bounds, bounds.lowest)
  return { from: Math.min(from, to), to }
}

function clampPoints(points: number, { lowest, highest }: PointsBounds, fallback: number): number {
  if (Number.isNaN(points)) return fallback
  return Math.min(highest, Math.max(lowest, Math.round(points)))
}
