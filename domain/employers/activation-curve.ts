import { type PeopleSums, publishedFigures } from '#domain/employers/anonymous-statistics.ts'
import { addDays } from '#domain/time/zone-days.ts'

/** The figure of one night: at least this many had activated before that day. null: not publishable. */
export type CurveNight = { day: string; came: number | null }

type GroupSize = Pick<PeopleSums, 'people' | 'granted'>
export type Activations = { department: string; day: string; count: number }

/**
 * The nights that were not stored, each with the figure that would have been published then. `departments` are those
 * that are large enough for figures of their own: they limit the figure of the campaign.
 */
export function missedNights(
  {
    campaign,
    departments,
  }: { campaign: GroupSize; departments: readonly (GroupSize & { department: string })[] },
  activations: readonly Activations[],
  { first, last }: { first: string; last: string },
): CurveNight[] {
  const pending = activations.toSorted((a, b) => a.day.localeCompare(b.day))
  const byDepartment = new Map<string, number>()
  const nights: CurveNight[] = []
  let total = 0
  let published: number | null = null
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const firstLater = pending.findIndex((activation) => activation.day >= day)
    const added = pending.splice(0, firstLater === -1 ? pending.length : firstLater)
    for (const { department, count } of added) {
      total += count
      byDepartment.set(department, (byDepartment.get(department) ?? 0) + count)
    }
    if (added.length > 0)
      published = publishedCame(
        { ...campaign, came: total },
        departments.map((group) => ({ ...group, came: byDepartment.get(group.department) ?? 0 })),
      )
    nights.push({ day, came: published })
  }
  return nights
}

type GroupActivations = GroupSize & { came: number }

function publishedCame(campaign: GroupActivations, departments: readonly GroupActivations[]) {
  const sumsOf = ({ people, granted, came }: GroupActivations): PeopleSums => ({
    people,
    granted,
    came,
    ordered: 0,
    spent: 0,
  })
  const published = publishedFigures(sumsOf(campaign), departments.map(sumsOf))
  return published?.campaign.came ?? null
}
