import type { StaffResponse } from '#contract/client.staff.ts'
import type { WordKey } from '#backoffice/i18n/dictionary.ts'

export type Word = StaffResponse<'catalogueWords'>['items'][number]
export type Tree = 'brand' | 'tag' | 'dimension'

/** What stands in what, and what the page of it is called. */
export const TREE_OF: Record<
  Tree,
  {
    title: WordKey
    path: string
    inner: 'tag' | 'value' | null
    outer: 'brand' | 'group' | 'dimension'
    none: WordKey
  }
> = {
  brand: {
    title: 'word.brands',
    path: '/backoffice/brands',
    inner: null,
    outer: 'brand',
    none: 'word.none.brand',
  },
  tag: {
    title: 'word.tags',
    path: '/backoffice/tags',
    inner: 'tag',
    outer: 'group',
    none: 'word.none.tag',
  },
  dimension: {
    title: 'word.dimensions',
    path: '/backoffice/dimensions',
    inner: 'value',
    outer: 'dimension',
    none: 'word.none.dimension',
  },
}

/** The gifts that carry it, in the list of gifts. */
export function giftsOf({ kind, id }: Word, words: readonly Word[]): string {
  const inside = words.flatMap((word) => (word.kind === 'tag' && word.parent === id ? word.id : []))
  const filter =
    kind === 'brand'
      ? `brand=${id}`
      : kind === 'tag'
        ? `tag=${id}`
        : kind === 'group'
          ? `tag=${inside.join(',')}`
          : `dimension=${encodeURIComponent(id)}`
  return `/backoffice/gifts?${filter}`
}
