import { type Language, languages } from '#domain/language.ts'

export type OpeningDay = { day: string; times: { from: string; to: string }[] }

/** The days from Monday, with the names that carriers use in English and Dutch. */
const WEEK = [
  ['monday', 'maandag'],
  ['tuesday', 'dinsdag'],
  ['wednesday', 'woensdag'],
  ['thursday', 'donderdag'],
  ['friday', 'vrijdag'],
  ['saturday', 'zaterdag'],
  ['sunday', 'zondag'],
]
/** Any Monday. Names of days are formatted from it and the six days after it. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const UNKNOWN_DAY = WEEK.length

/**
 * One row per opening time, with all days that have it: days 'ma–wo, vr', times '09:00–18:00'. Closed days are left
 * out. An unknown day name is shown as received.
 */
export function openingHours(
  opening: OpeningDay[],
  language: Language,
): { days: string; times: string }[] {
  const byTimes = new Map<string, { days: number[]; others: string[] }>()
  const week = opening.map((entry) => ({ ...entry, index: weekdayIndex(entry.day) }))
  for (const { day, times, index } of week.sort((a, b) => a.index - b.index)) {
    if (times.length === 0) continue
    const hours = times.map(({ from, to }) => `${from}–${to}`).join(', ')
    const row = byTimes.get(hours) ?? { days: [], others: [] }
    byTimes.set(hours, row)
    if (index === UNKNOWN_DAY) row.others.push(day)
    else row.days.push(index)
  }
  return [...byTimes].map(([times, { days, others }]) => ({
    days: [...ranges(days, language), ...others].join(', '),
    times,
  }))
}

/** 0 for Monday to 6 for Sunday, or UNKNOWN_DAY. */
function weekdayIndex(day: string): number {
  const index = WEEK.findIndex((names) => names.includes(day.trim().toLowerCase()))
  return index < 0 ? UNKNOWN_DAY : index
}

/** Three days or more in a row become a range. */
function ranges(days: number[], language: Language): string[] {
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const name = (day: number) => dayName(day, language)
  return runs.flatMap((run) => {
    const [first = 0] = run
    const last = run.at(-1) ?? first
    return run.length < 3 ? run.map(name) : [`${name(first)}–${name(last)}`]
  })
}

function dayName(day: number, language: Language): string {
  return new Intl.DateTimeFormat(languages[language].tag, {
    weekday: 'short',
    timeZone: 'UTC',
  }).format(MONDAY + day * DAY_MS)
}
