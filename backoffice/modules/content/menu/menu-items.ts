import { type Typed, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

type ContentNode = StaffResponse<'menus'>['navigation']['items'][number]

/** A menu item or tile: the typed value, else the draft's value, else the published value. */
export type MenuItem = {
  subject: string
  id: string
  key: Record<string, unknown>
  parent: string | null
  position: number
  value: Record<string, unknown>
  isTyped: boolean
  isChanged: boolean
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The items of a menu in the order that recipients see, without removed items. */
export function itemsOf(
  nodes: readonly ContentNode[],
  typed: TypedChanges,
  kind: Typed['kind'],
): MenuItem[] {
  const created = Object.entries(typed).flatMap(([subject, change]) =>
    change && change.kind === kind && !nodes.some((node) => node.subject === subject)
      ? [{ subject, key: change.key, value: null, change: null, version: 0 }]
      : [],
  )
  return [...nodes, ...created]
    .flatMap(({ subject, key, value, change }) => {
      const input = typed[subject]
      const latest = input ?? change
      const current = latest ? latest.after : value
      if (!current) return []
      return {
        subject,
        id: textOf(key['id']),
        key,
        parent: textOf(current['parent']) || null,
        position: numberOf(current['position']),
        value: current,
        isTyped: input !== undefined,
        isChanged: change !== null,
      }
    })
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
}

/** The change that sets this value; undefined if it is already set. */
export function changeOf(
  nodes: readonly ContentNode[],
  typed: TypedChanges,
  {
    kind,
    subject,
    key,
    after,
    release,
  }: {
    kind: Typed['kind']
    subject: string
    key: Record<string, unknown>
    after: Record<string, unknown> | null
    release: string
  },
): Typed | undefined {
  const node = nodes.find((item) => item.subject === subject)
  const stored = (node?.change ? node.change.after : node?.value) ?? null
  if (isSameValue(stored, after)) return undefined
  const start = typed[subject] ?? {
    before: node && (node.version > 0 || node.change) ? stored : null,
    base_version: node?.version ?? 0,
    seen: node?.change ? { release, version: node.change.change_version } : null,
  }
  const { before, base_version, seen } = start
  return { kind, key, before, base_version, after, seen }
}

/** Compares two values. An empty part equals a missing one. */
function isSameValue(
  a: Record<string, unknown> | null,
  b: Record<string, unknown> | null,
): boolean {
  if (a === null || b === null) return a === b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => comparable(a[name]) === comparable(b[name]))
}

function comparable(value: unknown): string {
  if (value === undefined || value === null || value === '' || value === false) return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(comparable).join(',')}]`
  if (typeof value === 'object') {
    const parts = Object.entries(value)
      .map(([name, part]) => [name, comparable(part)] as const)
      .filter(([, text]) => text !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return parts.length === 0 ? '' : `{${parts.map(([name, text]) => `${name}:${text}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** Moves one of the siblings. Returns each item whose position changes, with its new position. */
export function reorder(
  siblings: readonly MenuItem[],
  from: number,
  to: number,
): { item: MenuItem; position: number }[] {
  const order = [...siblings]
  const [item] = order.splice(from, 1)
  if (!item) return []
  order.splice(to, 0, item)
  return order
    .map((item, index) => ({ item, position: index }))
    .filter(({ item, position }) => item.position !== position)
}

/**
 * Merges one item into another. Its tags are appended, its children move, and the item is removed. These are unsaved
 * changes, like all changes of the menu, until the release is published.
 */
export function mergedItems(items: readonly MenuItem[], from: MenuItem, into: MenuItem) {
  const tagsOf = ({ value }: MenuItem) =>
    (Array.isArray(value['tags']) ? value['tags'] : []) as { tag: string }[]
  const existingTags = new Set(tagsOf(into).map(({ tag }) => tag))
  const childCount = items.filter(({ parent }) => parent === into.id).length
  const children = items.filter(({ parent }) => parent === from.id)
  return [
    {
      item: into,
      after: {
        ...into.value,
        tags: [...tagsOf(into), ...tagsOf(from).filter(({ tag }) => !existingTags.has(tag))],
      },
    },
    ...children.map((item, index) => ({
      item,
      after: { ...item.value, parent: into.id, position: childCount + index },
    })),
    { item: from, after: null },
  ]
}

/** The value of a new item or tile, which is added at the end. */
export const newItem = (
  items: readonly MenuItem[],
  kind: 'navigation' | 'tile',
  key: Record<string, unknown>,
  texts: Record<string, string>,
): MenuItem['value'] =>
  kind === 'navigation'
    ? {
        parent: null,
        position: items.filter(({ parent }) => parent === null).length,
        banner: '',
        texts,
        tags: [],
      }
    : {
        position: items.filter((item) => item.key['tile'] === key['tile']).length,
        extra: false,
        tags: [],
        banner: '',
        media: '',
        texts: { title: texts },
      }

/** Possible merge targets: not its parent or children, and no merge that creates a third level. */
export const mergeTargets = (items: readonly MenuItem[], from: MenuItem) => {
  const hasChildren = items.some(({ parent }) => parent === from.id)
  return items.filter(
    ({ subject, parent, id }) =>
      subject !== from.subject &&
      id !== from.parent &&
      parent !== from.id &&
      (!hasChildren || parent === null),
  )
}
