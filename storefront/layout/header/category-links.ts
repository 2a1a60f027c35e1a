import type { NavigationItem } from '#contract/content/content.shop.ts'

const FIRST_COLUMN_ITEMS = 6

/** The path to the gifts of a category: those with its own tags or the tags of its subcategories. */
export function categoryPath(item: NavigationItem, column?: number): string {
  const query = new URLSearchParams({ mainTagId: item.id })
  for (const tag of allTags(item)) query.append('tagId', tag)
  if (column !== undefined) query.set('cc', String(column))
  return `/products?${query}`
}

function allTags(item: NavigationItem): Set<string> {
  const tags = new Set(item.producttags.map(({ id }) => id))
  for (const child of item.childNavItems) {
    for (const tag of allTags(child)) tags.add(tag)
  }
  return tags
}

/** The columns of a panel: six items in the first, the rest in the second. */
export function columnsOf(item: NavigationItem): NavigationItem[][] {
  const first = item.childNavItems.slice(0, FIRST_COLUMN_ITEMS)
  const second = item.childNavItems.slice(FIRST_COLUMN_ITEMS)
  return [first, second].filter((column) => column.length > 0)
}
