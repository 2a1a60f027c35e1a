import { formsOf } from '#domain/search/word-forms.ts'
import { rolesInName } from '#domain/search/gift-names.ts'
import { withoutDoubleLetters } from '#domain/search/typing-errors.ts'
import type { Language } from '#domain/language.ts'
import { wordsIn, writtenWordsIn } from '#domain/search/word-folding.ts'
import { CompoundParts, minRestLength } from '#server/modules/catalog/search/compound-parts.ts'
import { FIELD_BITS, FIELDS } from '#server/modules/catalog/search/search-fields.ts'
import { IndexedWords } from '#server/modules/catalog/search/gift-keywords.ts'
import {
  type Fit,
  FIT_BITS,
  fitOfMatch,
  FITS,
  type SearchedGift,
  type SearchedIndex,
  wordOfMatch,
} from '#server/modules/catalog/search/searched-index.ts'
import { entriesWithPrefix } from '#server/modules/catalog/search/sorted-words.ts'
import type { Synonyms } from '#server/modules/catalog/search/synonym-rows.ts'

const ROLE_FIELDS = { head: FIELDS.nameHead, early: FIELDS.name, later: FIELDS.nameLater } as const

const isInName = (field: number) => field >= FIELDS.nameLater

const reverse = (word: string) => Array.from(word).toReversed().join('')

/** A word that occurs only in descriptions weighs less than a word of a gift's name, however often it occurs. */
const MENTIONED_WEIGHT = 5
/** The weight of a word as a correction, by the best field that contains it. */
const FIELD_WEIGHTS = [0, 3, 3, 6, 12, 12, 9, 9, 12]

const WORDS_PER_SLICE = 50

/** Collected while gifts are read. */
type IndexData = {
  ids: Map<string, number>
  /** The occurrences of each word, the newest last. */
  occurrences: number[][]
  /** The best field that contains each word. */
  bestFields: number[]
  keywords: IndexedWords
}

/**
 * The words of all gifts in one language: where each gift contains a word, and which search words match it. It
 * contains no prices, so channels with the same texts share one.
 */
export class GiftIndex implements SearchedIndex {
  readonly ids: string[] = []
  readonly words: string[] = []
  /** Editors' phrases: a search for their significant words finds the single word that these form. */
  readonly phrases: { asked: string[]; found: string[] }[] = []
  /** The index of the first editors' word. From here on, words are not split. */
  #firstKeyword = 0
  /** Matches by search word, see `FIT_BITS`. */
  readonly #matches = new Map<string, number[]>()
  /** Possible corrections of a misspelled word, with their weights. */
  readonly #weights = new Map<string, number>()
  /** Words with their accents. */
  readonly #written = new Map<string, string>()
  readonly #brands = new Set<string>()
  /** For each word, the index of its first entry in #occurrences. */
  #offsets: Int32Array = new Int32Array()
  #occurrences: Int32Array = new Int32Array()
  #reversed: string[] | undefined
  #wordsWithoutDoubles: Map<string, string[]> | undefined
  #sorted: { word: string; id: number }[] | undefined

  readonly #data: IndexData

  private constructor(
    readonly language: Language,
    readonly searchWords: Synonyms,
  ) {
    this.#data = {
      ids: new Map(),
      occurrences: [],
      bestFields: [],
      keywords: new IndexedWords(language),
    }
  }

  static build(language: Language, gifts: readonly SearchedGift[], words: Synonyms): GiftIndex {
    const index = new GiftIndex(language, words)
    for (const gift of gifts) index.#readGift(gift)
    const steps = index.#finish()
    while (steps.next().done !== true);
    return index
  }

  /** The same in slices between requests: awaits `pause` after each step. */
  static async buildInSlices(
    language: Language,
    { batches, words }: { batches: AsyncIterable<readonly SearchedGift[]>; words: Synonyms },
    pause: () => Promise<void>,
  ): Promise<GiftIndex> {
    const index = new GiftIndex(language, words)
    for await (const batch of batches) {
      for (const gift of batch) {
        index.#readGift(gift)
        await pause()
      }
    }
    const steps = index.#finish()
    while (steps.next().done !== true) await pause()
    return index
  }

  isSold(): boolean {
    return true
  }

  rankOf(gift: number): number {
    return gift
  }

  knows(word: string): boolean {
    return this.#matches.has(word)
  }

  /** Estimated memory use: see decision 006. */
  get bytes() {
    return (
      this.words.length * 150 +
      this.#matches.size * 130 +
      this.#weights.size * 50 +
      this.#occurrences.length * 4 +
      this.ids.length * 120
    )
  }

  /** All occurrences of a word, see `FIELD_BITS`. */
  occurrencesOf(word: number): Int32Array {
    return this.#occurrences.subarray(this.#offsets[word], this.#offsets[word + 1])
  }

  matchesOf(searchWord: string): readonly number[] | undefined {
    return this.#matches.get(searchWord)
  }

  isBrand(word: string): boolean {
    return this.#brands.has(word)
  }

  /** The weight of a word as a correction; 0: it is never one. */
  weightOf(word: string): number {
    return this.#weights.get(word) ?? 0
  }

  /** The same for a word of which another form is in a gift's name. */
  weightOfOtherForm(word: string): number {
    const wordInNames = this.wordInNames(word)
    return wordInNames === undefined ? 0 : this.weightOf(wordInNames) / 2
  }

  /** The word in gift names of which this is another form. */
  wordInNames(form: string, isIncluded = (_word: number) => true): string | undefined {
    const match = this.#matches
      .get(form)
      ?.find((match) => fitOfMatch(match) === FITS.form && isIncluded(wordOfMatch(match)))
    const word = match === undefined ? undefined : this.words[wordOfMatch(match)]
    return word !== undefined && this.weightOf(word) > (FIELD_WEIGHTS[FIELDS.brand] ?? 0)
      ? word
      : undefined
  }

  /** Words that differ in doubled letters only: dumbels, dumbbells. */
  similarExceptDoubles(word: string): readonly string[] {
    this.#wordsWithoutDoubles ??= this.#groupWithoutDoubles()
    const words = this.#wordsWithoutDoubles
    return formsOf(withoutDoubleLetters(word), this.language).flatMap(
      (form) => words.get(form) ?? [],
    )
  }

  #groupWithoutDoubles() {
    const words = new Map<string, string[]>()
    for (const [word, weight] of this.#weights) {
      if (weight <= MENTIONED_WEIGHT) continue
      const key = withoutDoubleLetters(word)
      const sameKey = words.get(key)
      if (sameKey) sameKey.push(word)
      else words.set(key, [word])
    }
    return words
  }

  weightedWords(): IterableIterator<[string, number]> {
    return this.#weights.entries()
  }

  /** The word with its accents restored. */
  written(word: string): string {
    const own = this.#weights.has(word) ? word : (this.wordInNames(word) ?? word)
    return this.#written.get(own) ?? own
  }

  /** Words with this prefix. */
  *wordsWithPrefix(prefix: string): Generator<number> {
    this.#sorted ??= this.words
      .map((word, id) => ({ word, id }))
      .sort((a, b) => (a.word < b.word ? -1 : 1))
    for (const { id } of entriesWithPrefix(this.#sorted, ({ word }) => word, prefix)) yield id
  }

  /** Matches of search words with this suffix. In a small shop, no gift may contain the head alone. */
  *matchesWithSuffix(suffix: string): Generator<readonly number[]> {
    this.#reversed ??= [...this.#matches.keys()].map(reverse).toSorted()
    for (const reversed of entriesWithPrefix(this.#reversed, (word) => word, reverse(suffix)))
      if (reversed.length - suffix.length >= minRestLength(suffix.length))
        yield this.#matches.get(reverse(reversed)) ?? []
  }

  #readGift(gift: SearchedGift) {
    const { keywords } = this.#data
    const id = this.ids.push(gift.id) - 1
    this.#addText(id, FIELDS.name, gift.name)
    this.#addText(id, FIELDS.brand, gift.brand)
    this.#addText(id, FIELDS.tags, gift.tags)
    if (gift.sustainable)
      for (const word of this.searchWords.sustainable) this.#addText(id, FIELDS.tags, word)
    this.#addText(id, FIELDS.description, gift.description)
    keywords.readName(id, gift.name)
    for (const text of gift.searchWords) keywords.read(id, text)
  }

  #addText(gift: number, textField: number, text: string) {
    const { ids, occurrences, bestFields } = this.#data
    const words = wordsIn(text)
    const roles = textField === FIELDS.name ? rolesInName(text, this.language) : undefined
    for (const [index, word] of words.entries()) {
      const role = roles?.[index]
      const field = role ? ROLE_FIELDS[role] : textField
      if (textField === FIELDS.brand) this.#brands.add(word)
      let id = ids.get(word)
      if (id === undefined) {
        id = this.words.push(word) - 1
        ids.set(word, id)
        occurrences.push([])
        bestFields.push(field)
        if (/[^ -~]/.test(text)) this.#storeSpelling(word, index, words.length, text)
      }
      if (field > (bestFields[id] ?? 0)) bestFields[id] = field
      occurrences[id]?.push((gift << FIELD_BITS) | field)
    }
  }

  *#finish(): Generator<void> {
    const { occurrences, bestFields, keywords, ids } = this.#data
    ids.clear()
    this.#firstKeyword = this.words.length
    this.phrases.push(...keywords.phrases)
    for (const keyword of keywords.words.values()) {
      const { word, written } = keyword
      this.words.push(word)
      occurrences.push(keyword.occurrences)
      bestFields.push(keyword.field)
      if (written !== word) this.#written.set(word, written)
    }
    keywords.erase()
    yield
    this.#offsets = new Int32Array(this.words.length + 1)
    this.#occurrences = new Int32Array(occurrences.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const [word, ofWord] of occurrences.entries()) {
      this.#offsets[word] = end
      this.#occurrences.set(ofWord, end)
      end += ofWord.length
    }
    this.#offsets[this.words.length] = end
    const fields = Int32Array.from(bestFields)
    // Frees the memory before the long second step.
    occurrences.length = 0
    bestFields.length = 0
    yield
    yield* this.#splitWords(fields)
  }

  #storeSpelling(word: string, index: number, count: number, text: string) {
    const written = writtenWordsIn(text)
    const spelling = written.length === count ? written[index] : undefined
    if (spelling && spelling !== word) this.#written.set(word, spelling)
  }

  /** Collects the search words that match each word: its forms, its parts, and the forms of its parts. */
  *#splitWords(fields: Int32Array): Generator<void> {
    const { language } = this
    const forms: string[][] = []
    for (const word of this.words)
      if (forms.push(formsOf(word, language)) % WORDS_PER_SLICE === 0) yield
    const compounds = new CompoundParts(language, this.searchWords)
    for (const [id, word] of this.words.entries()) {
      const field = fields[id] ?? FIELDS.description
      compounds.learn(word, forms[id] ?? [], field)
      if (id < this.#firstKeyword && isInName(field)) compounds.learnEnd(word)
      if (id % WORDS_PER_SLICE === 0) yield
    }
    compounds.learnEditorsWords()

    const unsplitWords: number[] = []
    for (const [id, word] of this.words.entries()) {
      if (id % WORDS_PER_SLICE === 0) yield
      const field = fields[id] ?? FIELDS.description
      this.#matchForms(id, word, forms[id] ?? [], field)
      if (id < this.#firstKeyword && compounds.mayHaveParts(word))
        if (!this.#matchParts(id, word, field, compounds)) unsplitWords.push(id)
    }
    this.#raiseWeightsOfForms(forms)
    compounds.clearCache()
    for (const [index, id] of unsplitWords.entries()) {
      if (index % WORDS_PER_SLICE === 0) yield
      this.#matchParts(id, this.words[id] ?? '', fields[id] ?? FIELDS.description, compounds)
    }
  }

  #matchForms(id: number, word: string, forms: readonly string[], field: number) {
    const frequency = Math.log2(this.occurrencesOf(id).length + 1) * 3
    const isOnlyMentioned = field <= FIELDS.keywordPart
    this.#raiseWeight(
      word,
      isOnlyMentioned
        ? Math.min(MENTIONED_WEIGHT, frequency)
        : (FIELD_WEIGHTS[field] ?? 0) + frequency,
    )
    for (const form of forms) this.#addMatch(form, id, form === word ? FITS.word : FITS.form)
  }

  /** Whether the word has parts. */
  #matchParts(id: number, word: string, field: number, compounds: CompoundParts): boolean {
    const parts = compounds.partsOf(word)
    if (!parts) return false
    const weight = FIELD_WEIGHTS[field] ?? 0
    this.#matchPart(parts.head, id, FITS.head, FITS.headForm, weight)
    for (const other of parts.others) {
      // A short prefix of an English word is usually a coincidence: a pancake is no pan.
      if (this.language !== 'en' || other.length > 3)
        this.#matchPart(other, id, FITS.part, FITS.part, weight)
    }
    // The head of a compound in one gift's name is a head in others, too: Filzkorb, Picknickkorb.
    if (isInName(field)) compounds.learnName(parts.head)
    return true
  }

  /** A word of descriptions gets more weight if another form of it is in a gift's name. */
  #raiseWeightsOfForms(forms: readonly string[][]) {
    for (const [id, word] of this.words.entries()) {
      if (this.weightOf(word) > MENTIONED_WEIGHT) continue
      if (forms[id]?.some((form) => this.weightOf(form) > MENTIONED_WEIGHT))
        this.#raiseWeight(word, MENTIONED_WEIGHT + 1)
    }
  }

  #matchPart(part: string, word: number, fit: Fit, formFit: Fit, weight: number) {
    for (const form of formsOf(part, this.language))
      this.#addMatch(form, word, form === part ? fit : formFit)
    this.#raiseWeight(part, weight / 2)
  }

  #raiseWeight(word: string, weight: number) {
    if ((this.#weights.get(word) ?? 0) < weight) this.#weights.set(word, weight)
  }

  #addMatch(searchWord: string, word: number, fit: Fit) {
    const match = (word << FIT_BITS) | fit
    const matches = this.#matches.get(searchWord)
    if (matches) matches.push(match)
    else this.#matches.set(searchWord, [match])
  }
}
