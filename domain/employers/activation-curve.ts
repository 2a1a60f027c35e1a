import { type PeopleSums, publishedFigures } from '#domain/employers/anonymous-statistics.ts'
import { addDays } from '#domain/time/zone-days.ts'

/** The figure of one night: at least this many had activated before that day. null: not publishable. */
export type CurveNight = { day: string; came: number | null }

type Part = Pick<PeopleSums, 'people' | 'granted'>
export type Activations = { department: string; day: string; count: number }

/**
 * The nights that were not stored, each with the figure that would have been published then. Departments are those
 * that are large enough for figures of their own: they limit what may be published about the whole.
 */
export function missedNights(
  { whole, departments }: { whole: Part; departments: readonly (Part & { department: string })[] },
  activations: readonly Activations[],
  { first, last }: { first: string; last: string },
): CurveNight[] {
  const byDay = activations.toSorted((one, other) => one.day.localeCompare(other.day))
  const came = new Map<string, number>()
  const nights: CurveNight[] = []
  let all = 0
  let next = 0
  let published: number | null = null
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const before = next
    for (let one = byDay[next]; one && one.day < day; one = byDay[++next]) {
      all += one.count
      came.set(one.department, (came.get(one.department) ?? 0) + one.count)
    }
    if (next !== before)
      published = publishedCame(
        whole,
        all,
        departments.map((part) => ({ ...part, came: came.get(part.department) ?? 0 })),
      )
    nights.push({ day, came: published })
  }
  return nights
}

function publishedCame(whole: Part, came: number, parts: readonly (Part & { came: number })[]) {
  const only = (part: Part, came: number): PeopleSums => ({
    people: part.people,
    granted: part.granted,
    came,
    ordered: 0,
    spent: 0,
  })
  const published = publishedFigures(
    only(whole, came),
    parts.map((part) => only(part, part.came)),
  )
  return published?.whole.came ?? null
}
