import { z } from 'zod'

import { type FiltersOf, listFilters, type ListName } from '#contract/list-filters.staff.ts'
import { typedDay, typedDayOrMoment } from '#contract/shared/date-input.ts'
import type { FilterValue, ListFilter } from '#contract/shared/list-filter.staff.ts'

/** Common input of all back office lists, in addition to their filters: search, sort, cursor, limit and export. */
export const listInput = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  search: z.string().trim().max(200).optional(),
  /** A column; with a minus before it in descending order. */
  sort: z.enum(sorts.flatMap((sort) => [sort, `-${sort}`]) as SortInput<Sorts>).optional(),
  /** `next` or `previous` of another page, or 'last'. */
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Only these rows; ids separated by commas. */
  ids: commaSeparated(/^\d{1,18}$/).optional(),
  /** 'csv' returns all matching rows instead of one page. */
  as: z.enum(['json', 'csv']).default('json'),
})

/** Each column in both directions. */
type SortInput<Sorts extends readonly string[]> = [
  Sorts[number] | `-${Sorts[number]}`,
  ...(Sorts[number] | `-${Sorts[number]}`)[],
]

type FilterInput<List extends ListName> = {
  -readonly [Key in keyof FiltersOf<List>]: z.ZodOptional<
    z.ZodType<FilterValue<FiltersOf<List>[Key]>, string>
  >
}

/** Input of a list's filters, each as `list-filters.staff.ts` defines it. */
export const filterInput = <List extends ListName>(list: List) =>
  Object.fromEntries(
    Object.entries<ListFilter>(listFilters[list]).map(([key, filter]) => [
      key,
      schemaOf(filter).optional(),
    ]),
  ) as FilterInput<List>

function schemaOf(filter: ListFilter): z.ZodType {
  switch (filter.kind) {
    case 'multi-select':
      return commaSeparated({ test: (text) => filter.values.includes(text) })
    case 'select':
      return z.enum(filter.values)
    case 'multi-reference':
      return commaSeparated(filter.pattern)
    case 'reference':
    case 'pattern':
      return z.string().regex(filter.pattern)
    case 'text':
      return z.string().trim().max(filter.max)
    case 'number':
      return z.coerce.number().int().min(0).max(filter.max)
    case 'day':
      return typedDay
    case 'moment':
      return typedDayOrMoment
  }
}

/** Several values, separated by commas. */
export function commaSeparated(pattern: Pick<RegExp, 'test'>) {
  return z
    .string()
    .max(8000)
    .transform((text) => text.split(',').filter((value) => value !== ''))
    .refine((values) => values.every((value) => pattern.test(value)), 'contains an invalid value')
}

/** Input of bulk actions: selected ids or all matching rows. `isPickedOrFound` requires exactly one of both. */
export const pickedOrFound = <Filters extends z.ZodRawShape>(id: RegExp, filters: Filters) => ({
  /** Selected ids, separated by commas. */
  ids: commaSeparated(id).optional(),
  /** All rows that match this search and these filters. */
  found: z
    .object({
      search: z.string().trim().max(200).optional(),
      sort: z.string().max(40).optional(),
      ...filters,
    })
    .optional(),
  /** The number of rows that the user saw. With any other number nothing is changed. */
  count: z.int().min(1),
})

export const isPickedOrFound = ({ ids, found }: { ids?: unknown; found?: unknown }) =>
  (ids === undefined) !== (found === undefined)

export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** The cursor of the next page; null on the last. */
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** Counting stops at a limit. Then `exact` is false and there are more rows. */
    total: z.object({ count: z.int(), exact: z.boolean() }),
  })
