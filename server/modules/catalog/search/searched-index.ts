import type { Language } from '#domain/language.ts'

/** The searchable texts of a gift in one language. */
export type SearchedGift = {
  id: string
  name: string
  brand: string
  tags: string
  description: string
  /** Further names from editors: words and phrases. */
  searchWords: readonly string[]
  sustainable: boolean
}

/**
 * How an indexed word matches a search word: it equals it, has it as its head, is a form of it, its head is a form of
 * it, or it contains it.
 */
export const FITS = { word: 0, head: 1, form: 2, headForm: 3, part: 4 } as const
export type Fit = (typeof FITS)[keyof typeof FITS]

export const FIT_BITS = 3

/** The gifts of a search: all of an index, or those that a channel sells. */
export type SearchedIndex = {
  readonly language: Language
  readonly ids: readonly string[]
  /** Whether the search includes the gift. */
  isSold(gift: number): boolean
  /** The order of gifts with equal scores. */
  rankOf(gift: number): number
  /** Whether one of these gifts contains the word. */
  knows(word: string): boolean
  placesOf(word: number): Int32Array
  answersTo(typed: string): readonly number[] | undefined
  isBrand(word: string): boolean
  weightOf(word: string): number
  weightOfForm(word: string): number
  soundingLike(word: string): readonly string[]
  weighed(): Iterable<[string, number]>
  written(word: string): string
  beginningWith(start: string): Iterable<number>
  endingWith(end: string): Iterable<readonly number[]>
}
