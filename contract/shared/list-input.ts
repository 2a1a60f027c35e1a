import { z } from 'zod'

/**
 * What every list of the back office is asked by, beside filters of its own: words, an order, a place in it, so many, and the
 * same as a table to take along.
 */
export const listInput = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  search: z.string().trim().max(200).optional(),
  /** A column; with a minus before it from its end. */
  sort: z.enum(sorts.flatMap((sort) => [sort, `-${sort}`]) as Both<Sorts>).optional(),
  /** `next` or `previous` of another page, or 'last'. */
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Only these, with commas between them. */
  ids: several(/^\d{1,18}$/).optional(),
  /** 'csv': all that was found, not a page of it. */
  as: z.enum(['json', 'csv']).default('json'),
})

type Both<Sorts extends readonly string[]> = [
  Sorts[number] | `-${Sorts[number]}`,
  ...(Sorts[number] | `-${Sorts[number]}`)[],
]

/** Several values of one filter, with commas between them. */
export function several(each: RegExp) {
  return z
    .string()
    .max(8000)
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .refine((all) => all.every((one) => each.test(one)), 'holds what it cannot')
}

/** What something is done to: those that were picked, or all that the list finds; `isPickedOrFound` wants one of the two. */
export const pickedOrFound = <Filters extends z.ZodRawShape>(id: RegExp, filters: Filters) => ({
  /** Those that were picked, with commas between them. */
  ids: several(id).optional(),
  /** All that the list finds by these. */
  found: z
    .object({
      search: z.string().trim().max(200).optional(),
      sort: z.string().max(40).optional(),
      ...filters,
    })
    .optional(),
  /** So many as were shown: to no other number is it done. */
  count: z.int().min(1),
})

export const isPickedOrFound = ({ ids, found }: { ids?: unknown; found?: unknown }) =>
  (ids === undefined) !== (found === undefined)

export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** Where the next page begins; null on the last. */
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** Above a bound nobody counts on: then there are more than these. */
    total: z.object({ count: z.int(), exact: z.boolean() }),
  })
