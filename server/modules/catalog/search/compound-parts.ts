import { splitAfterKnownPart, splitAtKnownHead, partsOf } from '#domain/search/compounds.ts'
import { formsOf, isStopWord } from '#domain/search/word-forms.ts'
import type { Language } from '#domain/language.ts'
import { FIELDS } from '#server/modules/catalog/search/search-fields.ts'
import type { Synonyms } from '#server/modules/catalog/search/synonym-rows.ts'

/** The minimum length of an unknown part before a head. It is longer before a short head: 'oog-kussen', 'museum-dag'. */
export const minRestLength = (headLength: number) => (headLength > 4 ? 3 : 4)

/** Editors' words count as known words, even if no gift contains them on their own. */
const listEditorsWords = ({ also, parts }: Synonyms) => [
  ...parts,
  ...also.flatMap(({ asked, found }) =>
    asked.length + found.length === 2 ? [...asked, ...found] : [],
  ),
]

/** Splits compounds into words that gifts or editors use. */
export class CompoundParts {
  /** Words in editors' texts. */
  readonly #editorsWords: Set<string>
  /** Words in names, brands, tags and editors' texts. Only these can be short parts. */
  readonly #strong = new Set<string>()
  /** All words of gifts. */
  readonly #known = new Set<string>()
  /** How many words in names end with these three letters. */
  readonly #ends = new Map<string, number>()
  /** Cached results, also for other forms of a word. */
  readonly #strongParts = new Map<string, boolean>()
  readonly #knownParts = new Map<string, boolean>()

  constructor(
    readonly language: Language,
    words: Synonyms,
  ) {
    this.#editorsWords = new Set(listEditorsWords(words))
  }

  learn(word: string, forms: readonly string[], field: number) {
    if (isStopWord(word, this.language) || /\d/.test(word)) return
    for (const form of forms) {
      if (field !== FIELDS.description && field !== FIELDS.keywordPart) this.#strong.add(form)
      this.#known.add(form)
    }
  }

  learnName(word: string) {
    this.learn(word, formsOf(word, this.language), FIELDS.name)
  }

  learnEditorsWords() {
    for (const word of this.#editorsWords) this.learnName(word)
  }

  learnEnd(word: string) {
    if (word.length < 7) return
    const end = word.slice(-3)
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
  }

  /** Words that were learned since the last split may be parts now. */
  clearCache() {
    this.#strongParts.clear()
  }

  mayHaveParts(word: string): boolean {
    return word.length >= 6 && !/\d/.test(word) && !isStopWord(word, this.language)
  }

  partsOf(word: string) {
    const { language } = this
    if (language === 'fr') return undefined
    const parts = partsOf(word, language, (part) => this.#isPart(part))
    if (parts && (language !== 'en' || this.#isNamedHead(parts.head))) return parts
    // English words share endings by chance, so only words that editors use count as heads.
    if (language === 'en') return splitAtKnownHead(word, (head) => this.#isNamedHead(head))
    const isHead = (part: string) => this.#isHead(part)
    return (
      splitAtKnownHead(
        word,
        (head, restLength) =>
          (restLength >= minRestLength(head.length) && isHead(head)) ||
          this.#editorsWords.has(head),
      ) ?? splitAfterKnownPart(word, language, isHead)
    )
  }

  #isPart(part: string): boolean {
    return part.length < 4
      ? this.#isStrong(part)
      : this.#isKnown(part) && !isStopWord(part, this.language)
  }

  /** After an unknown part, the head must be a long enough word or occur in several gift names. */
  #isHead(part: string): boolean {
    return (
      !isStopWord(part, this.language) &&
      (this.#isStrong(part) ||
        ((part.length > 3 || (this.#ends.get(part) ?? 0) > 1) && this.#known.has(part)))
    )
  }

  #isNamedHead(head: string): boolean {
    return formsOf(head, this.language).some((form) => this.#editorsWords.has(form))
  }

  #isStrong(part: string): boolean {
    return this.#hasForm(part, this.#strong, this.#strongParts)
  }

  #isKnown(part: string): boolean {
    return this.#hasForm(part, this.#known, this.#knownParts)
  }

  #hasForm(part: string, words: ReadonlySet<string>, cache: Map<string, boolean>): boolean {
    let isKnown = cache.get(part)
    if (isKnown === undefined) {
      isKnown = formsOf(part, this.language).some((form) => words.has(form))
      cache.set(part, isKnown)
    }
    return isKnown
  }
}
