import type { Period } from '#domain/reports/compared-period.ts'
import { addDays, isDay } from '#domain/time/zone-days.ts'

export type { Period }

/** Named periods. All except `lastMonth` end on the given day. */
export const PERIODS = {
  today: (day: string): Period => ({ from: day, to: day }),
  week: (day: string): Period => ({ from: addDays(day, -6), to: day }),
  thirty: (day: string): Period => ({ from: addDays(day, -29), to: day }),
  month: (day: string): Period => ({ from: `${day.slice(0, 8)}01`, to: day }),
  lastMonth: (day: string): Period => {
    const to = addDays(`${day.slice(0, 8)}01`, -1)
    return { from: `${to.slice(0, 8)}01`, to }
  },
  year: (day: string): Period => ({ from: addDays(day, -364), to: day }),
} as const
export type PeriodName = keyof typeof PERIODS
export const PERIOD_NAMES = Object.keys(PERIODS) as PeriodName[]

/** The period in the address, else the last thirty days. An invalid period becomes its last day. */
export function periodIn(query: URLSearchParams, today: string): Period {
  const defaultPeriod = PERIODS.thirty(today)
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? ''
  const last = isDay(to) ? to : defaultPeriod.to
  if (!isDay(from)) return { from: earlierOf(defaultPeriod.from, last), to: last }
  const earliest = addDays(last, -365)
  return { from: earlierOf(from < earliest ? earliest : from, last), to: last }
}

const earlierOf = (a: string, b: string) => (a < b ? a : b)

export const nameOfPeriod = ({ from, to }: Period, today: string): PeriodName | null =>
  PERIOD_NAMES.find((name) => {
    const named = PERIODS[name](today)
    return named.from === from && named.to === to
  }) ?? null
