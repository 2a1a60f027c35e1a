import { median, printTable } from '#tools/bench/table.ts'

/** Raw node:http with the same bytes on the machine that the goals were written on. */
const REFERENCE_RATE = 17_700

export type Measurement = { perSecond: number; p99: number; count: number }
export type Round = Measurement & { shopMs: number; databaseMs: number }
export type Goal = {
  perSecond?: number
  p99?: number
  /** The reason for this goal. */
  basis?: string
  /** The known reason why the row misses its goal. Printed only if it does. */
  obstacle?: string
}
export type Row = { name: string; goal: Goal; measure: () => Promise<Measurement>; rounds: Round[] }

const rounded = (value: number) => Math.round(value).toLocaleString('en')

/** Goals were written on one machine. They are scaled by how fast the raw row is on this one. */
export function printRows(title: string, rows: Row[], rawRow: Row) {
  const rawRate = median(rawRow.rounds.map(({ perSecond }) => perSecond))
  const scale = rawRate / REFERENCE_RATE
  const measured = rows.map((row) => ({ ...row, values: valuesOf(row), missed: [] as string[] }))
  const lines = measured.map(({ name, goal, values, missed }) => {
    const { perSecond, p99, shopMs, databaseMs } = values
    const wanted = (goal.perSecond ?? 0) * scale
    if (perSecond < wanted) missed.push(`${percent(1 - perSecond / wanted)} below`)
    if (goal.p99 !== undefined && p99 > goal.p99)
      missed.push(`p99 ${percent(p99 / goal.p99 - 1)} above`)
    const goals = [
      goal.perSecond && `${rounded(wanted)} (${rounded(goal.perSecond)} x ${scale.toFixed(2)})`,
      goal.p99 && `p99 ${goal.p99}`,
      goal.basis,
    ]
    return [
      name,
      rounded(perSecond),
      p99 > 0 ? p99.toFixed(1) : '',
      shopMs.toFixed(2),
      databaseMs.toFixed(2),
      (perSecond / rawRate).toFixed(3),
      goals.filter(Boolean).join(', '),
      goal.perSecond === undefined
        ? ''
        : missed.length === 0
          ? 'met'
          : `missed: ${missed.join(', ')}`,
    ]
  })
  printTable([
    [
      title,
      'per second',
      'p99 ms',
      'shop CPU ms',
      'PostgreSQL CPU ms',
      'of raw',
      'goal',
      'verdict',
    ],
    ...lines,
  ])
  process.stdout.write(
    `The goals were set where raw node:http answers ${rounded(REFERENCE_RATE)} requests per second; here it answers ${rounded(rawRate)}, so each goal per second is multiplied by ${scale.toFixed(2)}.\n`,
  )
  for (const { name, goal, missed } of measured) {
    if (missed.length > 0) printObstacle({ name, obstacle: goal.obstacle })
  }
}

export type UpperLimit = {
  name: string
  value: number
  maximum: number
  unit: string
  obstacle?: string
}

/** Measures that may not be above their goal. */
export function printAtMost(measured: UpperLimit[]) {
  const isMet = ({ value, maximum }: UpperLimit) => value <= maximum
  printTable([
    ['measure', 'measured', 'goal', 'verdict'],
    ...measured.map((one) => {
      const { name, value, maximum, unit } = one
      const met = isMet(one) ? 'met' : `missed: ${percent(value / maximum - 1)} above`
      return [name, `${rounded(value)} ${unit}`, `${rounded(maximum)} ${unit}`, met]
    }),
  ])
  for (const one of measured) if (!isMet(one)) printObstacle(one)
}

function printObstacle({ name, obstacle }: { name: string; obstacle?: string | undefined }) {
  if (obstacle) process.stdout.write(`${name}: ${obstacle}\n`)
}

const percent = (share: number) => `${Math.round(share * 100)}%`

function valuesOf({ rounds }: Row): Round {
  const medianOf = (pick: (round: Round) => number) => median(rounds.map(pick))
  return {
    perSecond: medianOf((round) => round.perSecond),
    p99: medianOf((round) => round.p99),
    count: medianOf((round) => round.count),
    shopMs: medianOf((round) => round.shopMs),
    databaseMs: medianOf((round) => round.databaseMs),
  }
}
