import type { ReactNode } from 'react'

import type { EmptyPictureName } from '#backoffice/kit/display/EmptyPicture.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

export type ListResult<Item> = {
  items: Item[]
  next: string | null
  previous: string | null
  total: { count: number; exact: boolean }
  /** The total of all results, if it can be added up. */
  sum?: number
}

export type Column<Item> = {
  label: MessageKey
  /** The channel of this column, which is shown in its heading after the label of a number. */
  channel?: string
  /** A number is written in the language of the user. */
  cell: (item: Item) => ReactNode
  /** On a phone, without a heading: with its unit, as in '3 points'. */
  onPhone?: (item: Item) => ReactNode
  /** The content for one of its child rows, by the key of the row. */
  childCell?: (item: Item, key: string) => ReactNode
  childOnPhone?: (item: Item, key: string) => ReactNode
  /** The name by which the server sorts it. */
  sortKey?: string
  numeric?: boolean
  /** Long content wraps to two lines. */
  wraps?: boolean
  /** Takes the remaining width and is cut with an ellipsis. Default: the first column. */
  fillsWidth?: boolean
  /** Shown by default. */
  defaultVisible?: boolean
  /** The position on a phone: name at the left, value at the right, and the same below. g: across, below all. */
  phonePosition?: 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g'
}

/**
 * Each field of a row with its column, in the order of the list. null: the field has no column of its own. Columns with
 * other names show several fields.
 */
export type Columns<Item> = { readonly [Field in keyof Item]-?: Column<Item> | null } & Readonly<
  Record<string, Column<Item> | null>
>

/** Fields without a column of their own. */
export const noColumn = <Field extends string>(...fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>

export const columnsOf = <Item>(columns: Columns<Item>): (Column<Item> & { key: string })[] =>
  Object.entries<Column<Item> | null>(columns).flatMap(([key, column]) =>
    column ? [{ key, ...column }] : [],
  )

export type Filter =
  | { key: string; label: MessageKey; kind: 'multi-select'; choices: readonly Choice[] }
  | { key: string; label: MessageKey; kind: 'select'; choices: readonly Choice[] }
  | { key: string; label: MessageKey; kind: 'day' }
  | { key: string; label: MessageKey; kind: 'text' }
  /** One of the user's channels, by its name. */
  | { key: string; label: MessageKey; kind: 'channel' }
export type Choice = { value: string; name: string }

/**
 * The subject of a bulk action: the picked rows, or all rows that match the filters, with the number shown to the
 * user.
 */
export type Selection =
  | { kind: 'picked'; ids: string[]; count: number }
  | { kind: 'all'; query: Record<string, string>; count: number }

export type ListAction = {
  /** With the number in it: 'End the sessions of {count}'. */
  label: MessageKey
  run: (selection: Selection) => void
}

/** Describes a list. One component shows all lists. */
export type ListDefinition<Item> = {
  /** The key of the list's saved views. */
  name: string
  /** The counted name: 'one colleague|{count} colleagues'. */
  countLabel: MessageKey
  searchLabel: MessageKey
  /** Removes parts of the search text that must not appear in the address. */
  cleanSearch?: (typed: string) => string
  columns: Columns<Item>
  /** The title above the rows of one kind. Rows of one kind follow each other. */
  groupOf?: (item: Item) => string
  /** Cards instead of lines. For keyboards and screen readers they are still rows. */
  layout?: 'grid'
  filters: readonly Filter[]
  /** Views that everyone has, before the saved ones: a value of a filter, by the name of that value. */
  views?: readonly { key: string; value: string; name: string }[]
  /** The default order. */
  defaultSort: string
  fetchPage: (query: Record<string, string>) => Promise<ListResult<Item>>
  /** The total of all matching rows as text. */
  formatSum?: (sum: number) => string
  /** The address of the export. */
  csvHref: (query: Record<string, string>) => string
  idOf: (item: Item) => string
  /** Keys of an item's child rows, such as the variants of a gift. They are below it and cannot be selected. */
  childKeys?: (item: Item) => readonly string[]
  /** Child rows that a button shows, and the label of that button. */
  foldedChildren?: { keys: (item: Item) => readonly string[]; label: (count: number) => string }
  nameOf: (item: Item) => string
  hrefOf: (item: Item) => string
  actions?: readonly ListAction[]
  /** One sentence for when no item exists yet. */
  emptyText: ReactNode
  /** The drawing above that sentence; papers by default. */
  emptyPicture?: EmptyPictureName
  /** A link to the page that creates items, for a list without an action of its own. */
  emptyLink?: { to: string; label: MessageKey }
}
