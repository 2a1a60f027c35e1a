import { dayAt } from '#domain/time/zone-days.ts'

/** Groups consecutive entries of one day in a time zone. */
export function byDay<Entry extends { at: string }>(
  entries: readonly Entry[],
  zone: string,
): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const day = dayAt(Date.parse(entry.at), zone)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
