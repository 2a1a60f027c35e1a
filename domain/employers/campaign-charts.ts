import { addDays, daysBetween } from '#domain/time/zone-days.ts'

/** A share in steps of 5%, rounded down: a finer one would reveal more than the figure. */
export const shareInSteps = (part: number, total: number) =>
  total === 0 ? 0 : Math.floor((20 * part) / total) * 5

export type Curve = {
  people: number
  /** Nights on which the figure changed, the oldest first. */
  steps: readonly { day: string; came: number }[]
  /** The first day of the campaign, the day on which it ends next, and the day of the newest figure. */
  started: string
  lastDay: string | null
  until: string
}

type Size = { width: number; height: number }

export type CurveShape = {
  /** Paths of an SVG, with the origin at the top left. */
  line: string
  area: string
  /** Where the newest figure is. */
  end: { x: number; y: number; activated: number }
  /** The first and the last day of the chart. */
  from: string
  to: string
  /** Where the newest day is, if it lies before the last day. */
  today: number | null
  /** The last day is too far ahead for the chart, which ends soon after the newest day. */
  lastDayIsBeyond: boolean
}

/** A last day further ahead would leave most of the chart empty. */
const MOST_DAYS_AHEAD = 180

const round = (value: number) => Math.round(value * 100) / 100

/** The figures as stairs from the first day to the last: a figure holds until the next one. */
export function curveShape(
  { people, steps, started, lastDay, until }: Curve,
  { width, height }: Size,
): CurveShape {
  const from = [started, ...steps.map(({ day }) => addDays(day, -1))].toSorted()[0] ?? started
  const now = lastDay !== null && lastDay < until ? lastDay : until
  const past = daysBetween(from, now)
  const lastDayIsBeyond = lastDay !== null && daysBetween(now, lastDay) > MOST_DAYS_AHEAD
  const end = lastDayIsBeyond ? addDays(now, Math.ceil(past / 10)) : (lastDay ?? now)
  const to = [end, now, addDays(from, 1)].toSorted().at(-1) ?? now
  const days = daysBetween(from, to)
  // The night after the last day still counts.
  const x = (day: string) =>
    round(Math.max(0, Math.min(width, (width * daysBetween(from, day)) / days)))
  const y = (activated: number) => round(height - (height * activated) / people)
  const activated = steps.at(-1)?.came ?? 0
  const newest = { x: x(now), y: y(activated), activated }
  const stairs = steps.map((step) => `H${x(step.day)}V${y(step.came)}`).join('')
  const line = `M0 ${height}${stairs}H${newest.x}`
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
