import type { Costs } from '#tools/bench/costs.ts'
import { limitOf, TOLERANCE, slackOf } from '#tools/bench/recorded-costs.ts'

const UNITS = {
  statements: 'statements',
  'records written': 'WAL records',
  'processor time': 'comparison loops',
  'KB of script': 'KB',
  files: 'files',
  memory: 'MB',
} as const
type Kind = keyof typeof UNITS
export const COST_KINDS = Object.keys(UNITS) as Kind[]

export type Verdict = {
  name: string
  kind: Kind
  unit: string
  recorded?: number
  /** The most that the cost may be. */
  limit?: number
  measured?: number
  state: 'met' | 'above' | 'far below' | 'not recorded' | 'not measured'
}

/** Compares each cost with its recorded value, in the order of the records. */
export function judgeCosts(measured: Costs, recorded: Costs): Verdict[] {
  const names = new Set([...Object.keys(recorded), ...Object.keys(measured)])
  return [...names].map((name) => judge(name, measured[name], recorded[name]))
}

function judge(name: string, measured: number | undefined, recorded: number | undefined): Verdict {
  const kind = COST_KINDS.find((kind) => name.includes(kind)) ?? 'statements'
  const base = { name, kind, unit: UNITS[kind] }
  if (measured === undefined)
    return { ...base, ...(recorded === undefined ? {} : { recorded }), state: 'not measured' }
  if (recorded === undefined) return { ...base, measured, state: 'not recorded' }
  const limit = limitOf(name, recorded)
  const isFarBelow = measured < recorded * (1 - TOLERANCE) - slackOf(name)
  const state = measured > limit ? 'above' : isFarBelow ? 'far below' : 'met'
  return { ...base, recorded, limit, measured, state }
}

const RECORD = 'npm run bench -- costs record'

/** Costs above their limit, with what to do; '' if there are none. */
export function costsAbove(verdicts: Verdict[]): string {
  return listOf(
    verdicts.filter(({ state }) => state === 'above'),
    'Costs more than 15% above their recorded value:',
    `Lower them, or run \`${RECORD}\` and give the reason in the commit.`,
  )
}

/** Costs far below their record, because a later increase could stay unnoticed; '' if there are none. */
export function costsFarBelow(verdicts: Verdict[]): string {
  return listOf(
    verdicts.filter(({ state }) => state === 'far below'),
    'Costs more than 15% below their recorded value:',
    `Run \`${RECORD}\` to record the lower values.`,
  )
}

/** Costs that were only measured or only recorded; '' if there are none. */
export function costsUnmatched(verdicts: Verdict[]): string {
  return listOf(
    verdicts.filter(({ state }) => state === 'not measured' || state === 'not recorded'),
    'Costs that do not match tools/bench/recorded-costs.json:',
    `Correct a misspelt name in that file, or run \`${RECORD}\`.`,
  )
}

function listOf(verdicts: Verdict[], title: string, advice: string): string {
  if (verdicts.length === 0) return ''
  return [title, ...verdicts.map((verdict) => `  ${asText(verdict)}`), advice].join('\n')
}

function asText(verdict: Verdict): string {
  const { name, unit, recorded, measured } = verdict
  if (recorded === undefined) return `${name}: measured, but not recorded`
  if (measured === undefined) return `${name}: recorded, but not measured`
  return `${name}: measured ${digits(measured)}, recorded ${digits(recorded)} ${unit} (${distanceOf(verdict)})`
}

/** In percent of the record. */
export function distanceOf({ recorded = 0, measured = 0 }: Verdict): string {
  if (recorded === 0) return `${digits(measured)} above`
  const percent = Math.round((measured / recorded - 1) * 100)
  return percent < 0 ? `${-percent}% below` : `${percent}% above`
}

export const digits = (value: number | undefined) =>
  value === undefined ? '-' : String(Number(value.toPrecision(3)))
