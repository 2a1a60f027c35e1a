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

/** How an indexed word matches a search word. */
export const FITS = {
  /** Both are equal. */
  word: 0,
  /** The search word is the head of the indexed word. */
  head: 1,
  /** Both are forms of one word. */
  form: 2,
  /** The head of the indexed word is another form of the search word. */
  headForm: 3,
  /** The indexed word contains the search word. */
  part: 4,
} as const
export type Fit = (typeof FITS)[keyof typeof FITS]

/** A match is an indexed word and its fit: `word << FIT_BITS | fit`. */
export const FIT_BITS = 3
export const wordOfMatch = (match: number) => match >> FIT_BITS
export const fitOfMatch = (match: number) => match & 7

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
  /** The gifts and fields that contain the word, see `FIELD_BITS`. */
  occurrencesOf(word: number): Int32Array
  /** The words that a search word matches, each with its fit. */
  matchesOf(searchWord: string): readonly number[] | undefined
  isBrand(word: string): boolean
  /** The weight of a word as a correction; 0: it is never one. */
  weightOf(word: string): number
  /** The same for a word of which gift names contain another form. */
  weightOfOtherForm(word: string): number
  /** Words that differ in doubled letters only. */
  similarExceptDoubles(word: string): readonly string[]
  weightedWords(): Iterable<[string, number]>
  /** The word with its accents. */
  written(word: string): string
  wordsWithPrefix(prefix: string): Iterable<number>
  matchesWithSuffix(suffix: string): Iterable<readonly number[]>
}
