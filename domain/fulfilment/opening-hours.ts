import { type Language, languages } from '#domain/language.ts'

export type OpeningDay = { day: string; times: { from: string; to: string }[] }

/** Monday first, as carriers name them in their two languages. */
const WEEK = [
  ['monday', 'maandag'],
  ['tuesday', 'dinsdag'],
  ['wednesday', 'woensdag'],
  ['thursday', 'donderdag'],
  ['friday', 'vrijdag'],
  ['saturday', 'zaterdag'],
  ['sunday', 'zondag'],
]
/** A Monday; the days after it follow. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/**
 * Days with the same hours on one line: 'ma–wo, vr' '09:00–18:00'. Closed days are left out. An unknown day name is
 * shown as received.
 */
export function openingHours(
  opening: OpeningDay[],
  language: Language,
): { days: string; times: string }[] {
  const byTimes = new Map<string, { days: number[]; others: string[] }>()
  const week = opening.map((one) => ({ ...one, index: indexOf(one.day) }))
  for (const { day, times, index } of week.sort((a, b) => a.index - b.index)) {
    if (times.length === 0) continue
    const said = times.map(({ from, to }) => `${from}–${to}`).join(', ')
    const row = byTimes.get(said) ?? { days: [], others: [] }
    byTimes.set(said, row)
    if (index === WEEK.length) row.others.push(day)
    else row.days.push(index)
  }
  return [...byTimes].map(([times, { days, others }]) => ({
    days: [...ranges(days, language), ...others].join(', '),
    times,
  }))
}

function indexOf(day: string): number {
  const at = WEEK.findIndex((names) => names.includes(day.trim().toLowerCase()))
  return at < 0 ? WEEK.length : at
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
  return runs.flatMap((run) =>
    run.length < 3 ? run.map(name) : [`${name(run[0] ?? 0)}–${name(run.at(-1) ?? 0)}`],
  )
}

function dayName(day: number, language: Language): string {
  return new Intl.DateTimeFormat(languages[language].tag, {
    weekday: 'short',
    timeZone: 'UTC',
  }).format(MONDAY + day * DAY_MS)
}
