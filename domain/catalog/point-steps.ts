export type PointStep = { from: number; to: number }

const STEPS = 4
/** A single point is no useful step. */
const LEAST_PER_STEP = 2

/** The remaining points in up to four equal steps, lowest first. */
export function pointSteps(left: number): PointStep[] {
  const steps = Math.min(STEPS, Math.floor(left / LEAST_PER_STEP))
  if (steps < 2) return []
  return Array.from({ length: steps }, (_, at) => ({
    from: Math.floor((at * left) / steps) + 1,
    to: Math.floor(((at + 1) * left) / steps),
  }))
}

/** Only steps with at least one gift. */
export const stepsWithGifts = (steps: readonly PointStep[], giftPoints: readonly number[]) =>
  steps.filter(({ from, to }) => giftPoints.some((points) => points >= from && points <= to))
