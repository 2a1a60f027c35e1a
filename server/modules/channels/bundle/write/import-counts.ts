import type { Difference } from './sync-rows.ts'

export const KINDS = [
  'channel',
  'pictures',
  'brands',
  'tags',
  'dimensions',
  'products',
  'prices',
  'stock',
  'navigation',
  'content',
  'synonyms',
  'vouchers',
] as const
export type Kind = (typeof KINDS)[number]
export type Count = { new: number; changed: number; unchanged: number; removed: number }
export type Counts = Record<Kind, Count>

export const noCount = (): Count => ({ new: 0, changed: 0, unchanged: 0, removed: 0 })

export function noCounts(): Counts {
  return Object.fromEntries(KINDS.map((kind) => [kind, noCount()])) as Counts
}

export const isChange = (count: Count) => count.new + count.changed + count.removed > 0

/**
 * Counts items with rows in several tables. An item is new or removed if its main row (role 'first') is, and changed if
 * any of its rows is added, changed or removed.
 */
export function createTally() {
  const marks = new Map<string, keyof Count>()
  return {
    add<Row>(
      difference: Difference<Row>,
      name: (row: Row) => string,
      role: 'first' | 'more' = 'more',
    ) {
      const isFirst = role === 'first'
      const markAll = (rows: Row[], as: keyof Count) => {
        for (const row of rows) {
          const current = marks.get(name(row))
          if (current === undefined || current === 'unchanged') marks.set(name(row), as)
        }
      }
      markAll(difference.added, isFirst ? 'new' : 'changed')
      markAll(difference.removed, isFirst ? 'removed' : 'changed')
      markAll(difference.changed, 'changed')
      markAll(difference.same, 'unchanged')
    },
    mark(name: string, as: keyof Count) {
      marks.set(name, as)
    },
    count(): Count {
      const count = noCount()
      for (const mark of marks.values()) count[mark] += 1
      return count
    },
  }
}
