import { addDays, daysBetween } from '#domain/time/zone-days.ts'

/** A share in steps of 5%, rounded down, because an exact one would reveal more than the published figure. */
export const shareInSteps = (part: number, total: number) =>
  total === 0 ? 0 : Math.floor((20 * part) / total) * 5

export type Curve = {
  people: number
  /** Nights on which the figure changed, the oldest first. */
  steps: readonly { day: string; came: number }[]
  /** The first day of the campaign. */
  started: string
  /** From `nextEnd`. */
  lastDay: string | null
  /** The day of the newest figure. */
  until: string
}

type Size = { width: number; height: number }

export type CurveShape = {
  /** Paths of an SVG, with the origin at the top left. */
  line: string
  area: string
  /** The position of the newest figure. */
  end: { x: number; y: number; activated: number }
  /** The first and the last day of the chart. */
  from: string
  to: string
  /** The position of the newest day; null if the chart ends on it. */
  today: number | null
  /** The last day is too far ahead to be shown. The chart then ends soon after the newest day. */
  lastDayIsBeyond: boolean
}

/** If the last day is further ahead, the chart ends earlier: otherwise most of it would be empty. */
const MAX_DAYS_AHEAD = 180

const round = (value: number) => Math.round(value * 100) / 100

/** A step chart from the first day to the last: a figure is valid until the next one. */
export function curveShape(
  { people, steps, started, lastDay, until }: Curve,
  { width, height }: Size,
): CurveShape {
  const from = [started, ...steps.map(({ day }) => addDays(day, -1))].toSorted()[0] ?? started
  const now = lastDay !== null && lastDay < until ? lastDay : until
  const daysSoFar = daysBetween(from, now)
  const lastDayIsBeyond = lastDay !== null && daysBetween(now, lastDay) > MAX_DAYS_AHEAD
  const end = lastDayIsBeyond ? addDays(now, Math.ceil(daysSoFar / 10)) : (lastDay ?? now)
  const to = [end, now, addDays(from, 1)].toSorted().at(-1) ?? now
  const days = daysBetween(from, to)
  // The figure of the night after the last day is drawn on the last day.
  const x = (day: string) =>
    round(Math.max(0, Math.min(width, (width * daysBetween(from, day)) / days)))
  const y = (activated: number) => round(height - (height * activated) / people)
  const activated = steps.at(-1)?.came ?? 0
  const newest = { x: x(now), y: y(activated), activated }
  const stepPath = steps.map((step) => `H${x(step.day)}V${y(step.came)}`).join('')
  const line = `M0 ${height}${stepPath}H${newest.x}`
  return {
    line,
    area: `${line}V${height}Z`,
    end: newest,
    from,
    to,
    today: now < to ? newest.x : null,
    lastDayIsBeyond,
  }
}
