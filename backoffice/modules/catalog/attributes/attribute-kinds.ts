import type { StaffResponse } from '#contract/client.staff.ts'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

export type Attribute = StaffResponse<'attributes'>['items'][number]
export type TreeKind = 'brand' | 'tag' | 'dimension'

/** The kinds of each tree, `inner` inside `outer`, and the texts of its page. */
export const ATTRIBUTE_TREES: Record<
  TreeKind,
  {
    title: MessageKey
    path: string
    inner: 'tag' | 'value' | null
    outer: 'brand' | 'group' | 'dimension'
    emptyText: MessageKey
  }
> = {
  brand: {
    title: 'attribute.brands',
    path: '/backoffice/brands',
    inner: null,
    outer: 'brand',
    emptyText: 'attribute.none.brand',
  },
  tag: {
    title: 'attribute.tags',
    path: '/backoffice/tags',
    inner: 'tag',
    outer: 'group',
    emptyText: 'attribute.none.tag',
  },
  dimension: {
    title: 'attribute.dimensions',
    path: '/backoffice/options',
    inner: 'value',
    outer: 'dimension',
    emptyText: 'attribute.none.dimension',
  },
}

export const attributeKey = ({ kind, id }: Attribute) => `${kind} ${id}`

/** The attributes among which it can be sorted, including itself. */
export const siblingsOf = (attribute: Attribute, attributes: readonly Attribute[]) =>
  attributes.filter(({ kind, parent }) => kind === attribute.kind && parent === attribute.parent)

/** The link to the list of its gifts. */
export function giftsHref({ kind, id }: Attribute, attributes: readonly Attribute[]): string {
  const tagIds = attributes.flatMap((tag) =>
    tag.kind === 'tag' && tag.parent === id ? tag.id : [],
  )
  const dimension = `dimension=${encodeURIComponent(id)}`
  const filters = {
    brand: `brand=${id}`,
    tag: `tag=${id}`,
    group: `tag=${tagIds.join(',')}`,
    dimension,
    value: dimension,
  }
  return `/backoffice/gifts?${filters[kind]}`
}
