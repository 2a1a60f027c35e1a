export type PointStep = { from: number; to: number }

const MAX_STEPS = 4
/** A single point is no useful step. */
const MIN_POINTS_PER_STEP = 2

/** The remaining points in up to four equal steps, lowest first. */
export function pointSteps(pointsLeft: number): PointStep[] {
  const steps = Math.min(MAX_STEPS, Math.floor(pointsLeft / MIN_POINTS_PER_STEP))
  if (steps < 2) return []
  return Array.from({ length: steps }, (_, index) => ({
    from: Math.floor((index * pointsLeft) / steps) + 1,
    to: Math.floor(((index + 1) * pointsLeft) / steps),
  }))
}

/** Only steps with at least one gift. */
export const stepsWithGifts = (steps: readonly PointStep[], giftPoints: readonly number[]) =>
  steps.filter(({ from, to }) => giftPoints.some((points) => points >= from && points <= to))
