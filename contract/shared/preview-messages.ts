import type { Language } from '#domain/language.ts'

/** Messages between the back office and a preview of the shop in one of its frames. Both are on one origin. */

/** A text, a formatted text or an image of the shop's content, in every language. */
export type TextPlace = {
  path: string
  /** '' for the component itself. Nested blocks are separated by '/'. */
  block: string
  field: 'text' | 'area' | 'media'
  key: string
}

/** A value that is not saved yet, in the language that the preview shows. */
export type ChangedText = TextPlace & { value: string }

/** Why a page is shown: its document opened, the back office asked for it, or the reader went there. */
export type ArrivedAfter = 'opening' | 'order' | 'reader'

/** What the preview reports. */
export type PreviewReport =
  | { kind: 'ready'; page: string; after: ArrivedAfter }
  | { kind: 'chosen'; places: TextPlace[] }
  /** The texts of the page from its top to its bottom, each once. */
  | { kind: 'order'; places: TextPlace[] }
  | { kind: 'ended' }

/** What the back office asks of the preview. */
export type PreviewOrder =
  /** Whether a click on a text chooses it instead of following its link. */
  | { kind: 'editing'; on: boolean }
  | { kind: 'texts'; changed: ChangedText[] }
  | { kind: 'language'; language: Language }
  | { kind: 'go'; page: string }
  | { kind: 'show'; places: TextPlace[] }
  | { kind: 'theme'; options: { reference: string; value: string }[] }
  /** Reads everything again: something was saved. */
  | { kind: 'refresh'; revision: number }

const MARK = 'giftpoint-preview'

export const wrapped = (message: PreviewReport | PreviewOrder) => ({ [MARK]: message })

type Received = { data: unknown; origin: string; source: unknown }

/**
 * The message in an event of this window, if the expected window of the same origin sent it. Messages of extensions
 * and other scripts have no mark.
 */
function messageIn(event: Received, sender: unknown, origin: string): unknown {
  if (event.origin !== origin || sender === null || event.source !== sender) return undefined
  const { data } = event
  if (typeof data !== 'object' || data === null || !(MARK in data)) return undefined
  return data[MARK]
}

export const orderFrom = (event: Received, sender: unknown, origin: string) =>
  messageIn(event, sender, origin) as PreviewOrder | undefined

export const reportFrom = (event: Received, sender: unknown, origin: string) =>
  messageIn(event, sender, origin) as PreviewReport | undefined

export const isSamePlace = (one: TextPlace, other: TextPlace) =>
  one.path === other.path &&
  one.block === other.block &&
  one.field === other.field &&
  one.key === other.key
