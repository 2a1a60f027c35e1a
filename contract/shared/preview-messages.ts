import type { Language } from '#domain/language.ts'

/** The position of a text, a formatted text or an image in the shop's content, for all languages. */
export type TextPlace = {
  path: string
  /** '' for the component itself. Nested blocks are separated by '/'. */
  block: string
  field: 'text' | 'area' | 'media'
  key: string
}

/** A value that is not saved yet, in the language that the preview shows. */
export type ChangedText = TextPlace & { value: string }

/** Why a page is shown: the preview was opened, the back office requested it, or the user followed a link. */
export type ArrivedAfter = 'opening' | 'order' | 'reader'

/** Messages from a preview of the shop in a frame to the back office. */
export type PreviewReport =
  | { kind: 'ready'; page: string; after: ArrivedAfter }
  | { kind: 'chosen'; places: TextPlace[] }
  /** The texts of the page from top to bottom, each once. */
  | { kind: 'order'; places: TextPlace[] }
  | { kind: 'ended' }

/** Messages from the back office to the preview. */
export type PreviewOrder =
  /** Whether a click on a text selects it instead of following its link. */
  | { kind: 'editing'; on: boolean }
  | { kind: 'texts'; changed: ChangedText[] }
  | { kind: 'language'; language: Language }
  | { kind: 'go'; page: string }
  | { kind: 'show'; places: TextPlace[] }
  | { kind: 'theme'; options: { reference: string; value: string }[] }
  /** Loads everything again, because something was saved. */
  | { kind: 'refresh'; revision: number }

const MARK = 'giftpoint-preview'

export const wrapped = (message: PreviewReport | PreviewOrder) => ({ [MARK]: message })

type Received = { data: unknown; origin: string; source: unknown }

/**
 * The message of an event, if the expected window of the same origin sent it. Messages of browser extensions and other
 * scripts do not have this mark.
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

export const isSamePlace = (a: TextPlace, b: TextPlace) =>
  a.path === b.path && a.block === b.block && a.field === b.field && a.key === b.key
