import type { Language } from '#domain/language.ts'
import type { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import type { SearchedIndex } from '#server/modules/catalog/search/searched-index.ts'
import { FIELD_BITS } from '#server/modules/catalog/search/search-fields.ts'

/** The word index of an entry, without its fit. */
const wordOf = (answer: number) => answer >> 3

/** The gifts of an index that a channel sells. A word that none of them contains is unknown. */
export class GiftView implements SearchedIndex {
  /** The gift's rank among those sold, plus one; 0: not sold. */
  readonly #ranks: Int32Array
  readonly #here: Uint8Array

  /** `sold`: indexes of the gifts, in the order used for equal scores. */
  constructor(
    readonly index: GiftIndex,
    sold: readonly number[],
  ) {
    this.#ranks = new Int32Array(index.ids.length)
    for (const [at, gift] of sold.entries()) this.#ranks[gift] = at + 1
    this.#here = new Uint8Array(index.words.length)
    for (let word = 0; word < this.#here.length; word += 1) {
      for (const place of index.placesOf(word)) {
        if (this.#ranks[place >> FIELD_BITS] === 0) continue
        this.#here[word] = 1
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
    return this.#ranks.byteLength + this.#here.byteLength
  }

  isSold(gift: number): boolean {
    return this.#ranks[gift] !== 0
  }

  rankOf(gift: number): number {
    return this.#ranks[gift] ?? 0
  }

  knows(word: string): boolean {
    return this.index.answersTo(word)?.some(this.#isHere) === true
  }

  placesOf(word: number): Int32Array {
    return this.index.placesOf(word)
  }

  answersTo(typed: string): readonly number[] | undefined {
    const answers = this.index.answersTo(typed)
    if (answers === undefined || answers.every(this.#isHere)) return answers
    const here = answers.filter(this.#isHere)
    return here.length > 0 ? here : undefined
  }

  isBrand(word: string): boolean {
    return this.index.isBrand(word) && this.knows(word)
  }

  weightOf(word: string): number {
    const weight = this.index.weightOf(word)
    return weight > 0 && this.knows(word) ? weight : 0
  }

  weightOfForm(form: string): number {
    const called = this.index.calledBy(form, (word) => this.#here[word] === 1)
    return called === undefined ? 0 : this.weightOf(called) / 2
  }

  soundingLike(word: string): readonly string[] {
    return this.index.soundingLike(word).filter((one) => this.knows(one))
  }

  /** Includes words that are unknown here: callers check `knows` last. */
  weighed(): Iterable<[string, number]> {
    return this.index.weighed()
  }

  written(word: string): string {
    return this.index.written(word)
  }

  *beginningWith(start: string): Generator<number> {
    for (const word of this.index.beginningWith(start)) if (this.#here[word] === 1) yield word
  }

  *endingWith(end: string): Generator<readonly number[]> {
    for (const answers of this.index.endingWith(end)) yield answers.filter(this.#isHere)
  }

  readonly #isHere = (answer: number) => this.#here[wordOf(answer)] === 1
}
