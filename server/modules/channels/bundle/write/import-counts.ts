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
export type Count = { new: number; changed: number; unchanged: number; gone: number }
export type Counts = Record<Kind, Count>

export const noCount = (): Count => ({ new: 0, changed: 0, unchanged: 0, gone: 0 })

export function noCounts(): Counts {
  return Object.fromEntries(KINDS.map((kind) => [kind, noCount()])) as Counts
}

export const isChange = (count: Count) => count.new + count.changed + count.gone > 0

/**
 * Counts items with rows in several tables: an item is new if its first row is new, removed if its first row is
 * removed, and changed if any of its rows changed.
 */
export function tally() {
  const marks = new Map<string, keyof Count>()
  return {
    of<Row>(found: Difference<Row>, name: (row: Row) => string, role: 'first' | 'more' = 'more') {
      const isFirst = role === 'first'
      const mark = (rows: Row[], as: keyof Count) => {
        for (const row of rows) {
          const before = marks.get(name(row))
          if (before === undefined || before === 'unchanged') marks.set(name(row), as)
        }
      }
      mark(found.added, isFirst ? 'new' : 'changed')
      mark(found.gone, isFirst ? 'gone' : 'changed')
      mark(found.changed, 'changed')
      mark(found.same, 'unchanged')
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
