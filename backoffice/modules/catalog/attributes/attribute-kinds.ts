import type { StaffResponse } from '#contract/client.staff.ts'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

export type Word = StaffResponse<'attributes'>['items'][number]
export type Tree = 'brand' | 'tag' | 'dimension'

/** The kinds inside each other, and the title of their page. */
export const TREE_OF: Record<
  Tree,
  {
    title: MessageKey
    path: string
    inner: 'tag' | 'value' | null
    outer: 'brand' | 'group' | 'dimension'
    none: MessageKey
  }
> = {
  brand: {
    title: 'attribute.brands',
    path: '/backoffice/brands',
    inner: null,
    outer: 'brand',
    none: 'attribute.none.brand',
  },
  tag: {
    title: 'attribute.tags',
    path: '/backoffice/tags',
    inner: 'tag',
    outer: 'group',
    none: 'attribute.none.tag',
  },
  dimension: {
    title: 'attribute.dimensions',
    path: '/backoffice/options',
    inner: 'value',
    outer: 'dimension',
    none: 'attribute.none.dimension',
  },
}

export const attributeKey = ({ kind, id }: Word) => `${kind} ${id}`

/** The attributes among which it can be sorted, including itself. */
export const siblingsOf = (word: Word, words: readonly Word[]) =>
  words.filter(({ kind, parent }) => kind === word.kind && parent === word.parent)

/** The link to the list of its gifts. */
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
