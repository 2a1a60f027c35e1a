import type { Language } from '#domain/language.ts'
import type { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import { type SearchedIndex, wordOfMatch } from '#server/modules/catalog/search/searched-index.ts'
import { FIELD_BITS } from '#server/modules/catalog/search/search-fields.ts'

/** The gifts of an index that a channel sells. A word that none of them contains is unknown. */
export class GiftView implements SearchedIndex {
  /** The gift's rank among those sold, plus one; 0: not sold. */
  readonly #ranks: Int32Array
  /** For each word, whether a gift that the channel sells contains it. */
  readonly #isSoldWord: Uint8Array

  /** `sold`: indexes of the gifts, in the order used for equal scores. */
  constructor(
    readonly index: GiftIndex,
    sold: readonly number[],
  ) {
    this.#ranks = new Int32Array(index.ids.length)
    for (const [index, gift] of sold.entries()) this.#ranks[gift] = index + 1
    this.#isSoldWord = new Uint8Array(index.words.length)
    for (let word = 0; word < this.#isSoldWord.length; word += 1) {
      for (const occurrence of index.occurrencesOf(word)) {
        if (this.#ranks[occurrence >> FIELD_BITS] === 0) continue
        this.#isSoldWord[word] = 1
        break
      }
    }
  }

  get language(): Language {
    return this.index.language
  }

  get ids(): readonly string[] {
    return this.index.ids
  }

  get bytes() {
    return this.#ranks.byteLength + this.#isSoldWord.byteLength
  }

  isSold(gift: number): boolean {
    return this.#ranks[gift] !== 0
  }

  rankOf(gift: number): number {
    return this.#ranks[gift] ?? 0
  }

  knows(word: string): boolean {
    return this.index.matchesOf(word)?.some(this.#isSoldMatch) === true
  }

  occurrencesOf(word: number): Int32Array {
    return this.index.occurrencesOf(word)
  }

  matchesOf(searchWord: string): readonly number[] | undefined {
    const matches = this.index.matchesOf(searchWord)
    if (matches === undefined || matches.every(this.#isSoldMatch)) return matches
    const sold = matches.filter(this.#isSoldMatch)
    return sold.length > 0 ? sold : undefined
  }

  isBrand(word: string): boolean {
    return this.index.isBrand(word) && this.knows(word)
  }

  weightOf(word: string): number {
    const weight = this.index.weightOf(word)
    return weight > 0 && this.knows(word) ? weight : 0
  }

  weightOfOtherForm(form: string): number {
    const wordInNames = this.index.wordInNames(form, (word) => this.#isSoldWord[word] === 1)
    return wordInNames === undefined ? 0 : this.weightOf(wordInNames) / 2
  }

  similarExceptDoubles(word: string): readonly string[] {
    return this.index.similarExceptDoubles(word).filter((similar) => this.knows(similar))
  }

  /** Includes words of gifts that are not sold. Callers check `knows` last, because it is slower. */
  weightedWords(): Iterable<[string, number]> {
    return this.index.weightedWords()
  }

  written(word: string): string {
    return this.index.written(word)
  }

  *wordsWithPrefix(prefix: string): Generator<number> {
    for (const word of this.index.wordsWithPrefix(prefix))
      if (this.#isSoldWord[word] === 1) yield word
  }

  *matchesWithSuffix(suffix: string): Generator<readonly number[]> {
    for (const matches of this.index.matchesWithSuffix(suffix))
      yield matches.filter(this.#isSoldMatch)
  }

  readonly #isSoldMatch = (match: number) => this.#isSoldWord[wordOfMatch(match)] === 1
}
