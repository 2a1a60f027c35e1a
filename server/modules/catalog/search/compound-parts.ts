import { splitAfterKnownPart, splitAtKnownHead, partsOf } from '#domain/search/compounds.ts'
import { formsOf, isStopWord } from '#domain/search/word-forms.ts'
import type { Language } from '#domain/language.ts'
import { FIELDS } from '#server/modules/catalog/search/search-fields.ts'
import type { Synonyms } from '#server/modules/catalog/search/synonym-rows.ts'

/** The shorter the head, the longer the part before it must be: 'oog-kussen', 'museum-dag'. */
export const restFor = (head: number) => (head > 4 ? 3 : 4)

/** Editors' words count as known words, even if no gift contains them on their own. */
const namedByEditors = ({ also, parts }: Synonyms) => [
  ...parts,
  ...also.flatMap(({ asked, found }) =>
    asked.length + found.length === 2 ? [...asked, ...found] : [],
  ),
]

/** Splits compounds into words that gifts or editors use. */
export class CompoundParts {
  /** Words in editors' texts. */
  readonly #named: Set<string>
  readonly #strong = new Set<string>()
  readonly #known = new Set<string>()
  /** How many words in names end with these three letters. */
  readonly #ends = new Map<string, number>()
  readonly #strongParts = new Map<string, boolean>()
  readonly #knownParts = new Map<string, boolean>()

  constructor(
    readonly language: Language,
    words: Synonyms,
  ) {
    this.#named = new Set(namedByEditors(words))
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
    for (const word of this.#named) this.learnName(word)
  }

  learnEnd(word: string) {
    if (word.length < 7) return
    const end = word.slice(-3)
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
  }

  /** Words that were learned since may be parts now. */
  askAgain() {
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
        (head, rest) => (rest >= restFor(head.length) && isHead(head)) || this.#named.has(head),
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
    return formsOf(head, this.language).some((form) => this.#named.has(form))
  }

  #isStrong(part: string): boolean {
    return this.#hasForm(part, this.#strong, this.#strongParts)
  }

  #isKnown(part: string): boolean {
    return this.#hasForm(part, this.#known, this.#knownParts)
  }

  #hasForm(part: string, words: ReadonlySet<string>, answers: Map<string, boolean>): boolean {
    let answer = answers.get(part)
    if (answer === undefined) {
      answer = formsOf(part, this.language).some((form) => words.has(form))
      answers.set(part, answer)
    }
    return answer
  }
}
