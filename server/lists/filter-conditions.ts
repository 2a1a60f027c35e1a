import type { AskedFilters, FiltersOf, ListName } from '#contract/list-filters.staff.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'

/**
 * The condition of each filter of a list. A filter without its condition does not compile. null: the condition is at
 * another place of the query.
 */
export type FilterConditions<List extends ListName> = {
  [Key in keyof FiltersOf<List>]-?:
    | ((value: NonNullable<AskedFilters<List>[Key]>) => Fragment)
    | null
}

/** The conditions of the filters that are set, each with a leading `and`. */
export function filterConditions<List extends ListName>(
  sql: Queries,
  query: AskedFilters<List>,
  conditions: FilterConditions<List>,
): Fragment {
  let conditionsSoFar = sql``
  for (const key of Object.keys(conditions) as (keyof FiltersOf<List>)[]) {
    const value = query[key]
    const condition = conditions[key]
    if (value === undefined || value === null || condition === null) continue
    conditionsSoFar = sql`${conditionsSoFar} and ${condition(value)}`
  }
  return conditionsSoFar
}
