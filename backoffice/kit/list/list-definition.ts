import type { ReactNode } from 'react'

import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

export type ListAnswer<Item> = {
  items: Item[]
  next: string | null
  previous: string | null
  total: { count: number; exact: boolean }
  /** Of all that was found, where it adds up. */
  sum?: number
}

export type Column<Item> = {
  key: string
  word: MessageKey
  /** Where what it is called is no word: a channel. */
  name?: string
  cell: (item: Item) => ReactNode
  /** The name by which the server sorts it. */
  sort?: string
  number?: boolean
  /** What is long stands in two lines rather than beyond the page. */
  wraps?: boolean
  /** The one that gets what room is left, and is cut with dots where that is too little. */
  lead?: boolean
  /** Shown until somebody chooses otherwise. */
  usual?: boolean
  /** Where it stands when a row is two lines: a name left, what it is worth right, the same below. */
  phone?: 'a' | 'b' | 'c' | 'd'
}

export type Filter =
  | { key: string; word: MessageKey; kind: 'some'; choices: readonly Choice[] }
  | { key: string; word: MessageKey; kind: 'one'; choices: readonly Choice[] }
  | { key: string; word: MessageKey; kind: 'day' }
  | { key: string; word: MessageKey; kind: 'text' }
export type Choice = { value: string; name: string }

/** What a action is done to: those that were picked, or all that the filters find, as many as were told. */
export type Chosen =
  | { kind: 'picked'; ids: string[]; count: number }
  | { kind: 'all'; asked: Record<string, string>; count: number }

export type Action = {
  /** With the number in it: 'End the sessions of {count}'. */
  word: MessageKey
  run: (chosen: Chosen) => void
}

/** Everything of a list but its name: one component draws them all. */
export type ListOf<Item> = {
  /** Under which its views are kept. */
  name: string
  /** What one of them is called, by number: 'one colleague|{count} colleagues'. */
  counted: MessageKey
  searchWord: MessageKey
  /** Of what is typed what may stand in an address. */
  tidySearch?: (typed: string) => string
  columns: readonly Column<Item>[]
  /** Pictures beside each other instead of lines; a row all the same, to the keyboard and to who has it read out. */
  form?: 'grid'
  filters: readonly Filter[]
  /** The order where the address names none. */
  usualSort: string
  ask: (asked: Record<string, string>) => Promise<ListAnswer<Item>>
  /** What all that was found adds up to, in words. */
  saySum?: (sum: number) => string
  /** Of the same as a file. */
  csv: (asked: Record<string, string>) => string
  idOf: (item: Item) => string
  nameOf: (item: Item) => string
  hrefOf: (item: Item) => string
  actions?: readonly Action[]
  /** How it begins, where there is nothing at all yet. */
  empty: ReactNode
}
