import { formsOf } from '#domain/search/word-forms.ts'
import { rolesInName } from '#domain/search/gift-names.ts'
import { withoutDoubleLetters } from '#domain/search/typing-errors.ts'
import type { Language } from '#domain/language.ts'
import { wordsIn, writtenWordsIn } from '#domain/search/word-folding.ts'
import { CompoundParts, restFor } from '#server/modules/catalog/search/compound-parts.ts'
import { FIELD_BITS, FIELDS } from '#server/modules/catalog/search/search-fields.ts'
import { IndexedWords } from '#server/modules/catalog/search/gift-keywords.ts'
import {
  type Fit,
  FIT_BITS,
  FITS,
  type SearchedGift,
  type SearchedIndex,
} from '#server/modules/catalog/search/searched-index.ts'
import { beginningWith } from '#server/modules/catalog/search/sorted-words.ts'
import type { Synonyms } from '#server/modules/catalog/search/synonym-rows.ts'

const DESCRIPTION = FIELDS.description
const TAGS = FIELDS.tags
const BRAND = FIELDS.brand
const NAME_LATER = FIELDS.nameLater
const NAME = FIELDS.name
const NAME_HEAD = FIELDS.nameHead
const FIELD_OF_NAME = { head: NAME_HEAD, early: NAME, later: NAME_LATER } as const

const isNamed = (field: number) => field >= NAME_LATER

const backwards = (word: string) => Array.from(word).toReversed().join('')

/** A word that occurs only in descriptions weighs less than a word of a gift's name, however often it occurs. */
const MENTIONED = 5
/** The weight of a word as a correction, by the best field that it occurs in. */
const weights = [0, 3, 3, 6, 12, 12, 9, 9, 12]

const EVERY_WORD = () => true
/** Words to split before yielding to the event loop. */
const AT_ONCE = 50

/** Collected while gifts are read. */
type Notes = {
  ids: Map<string, number>
  /** The places of each word, the newest last. */
  places: number[][]
  /** The best field that a word occurs in. */
  strength: number[]
  keywords: IndexedWords
}

/**
 * The words of all gifts in one language: where each gift contains a word, and which search words match it. It
 * contains no prices, so channels with the same texts share one.
 */
export class GiftIndex implements SearchedIndex {
  readonly ids: string[] = []
  readonly words: string[] = []
  /** Editors' phrases: their significant words, and the single word that these make together. */
  readonly phrases: { asked: string[]; found: string[] }[] = []
  /** The index of the first editors' word: from here on words are not split. */
  #firstSaid = 0
  /** Words by the search word that they match: `word << 3 | fit`. */
  readonly #answers = new Map<string, number[]>()
  /** Possible corrections of a misspelled word, with their weights. */
  readonly #weights = new Map<string, number>()
  readonly #written = new Map<string, string>()
  readonly #brands = new Set<string>()
  #starts: Int32Array = new Int32Array()
  #places: Int32Array = new Int32Array()
  #backwards: string[] | undefined
  #withoutDoubleLetters: Map<string, string[]> | undefined
  #sorted: { word: string; id: number }[] | undefined

  readonly #notes: Notes

  private constructor(
    readonly language: Language,
    readonly searchWords: Synonyms,
  ) {
    this.#notes = { ids: new Map(), places: [], strength: [], keywords: new IndexedWords(language) }
  }

  static of(language: Language, gifts: readonly SearchedGift[], words: Synonyms): GiftIndex {
    const index = new GiftIndex(language, words)
    for (const gift of gifts) index.#readGift(gift)
    const steps = index.#finish()
    while (steps.next().done !== true);
    return index
  }

  /** The same in slices between requests: the caller repeats `rest` until it is done. */
  static async inSlices(
    language: Language,
    { batches, words }: { batches: AsyncIterable<readonly SearchedGift[]>; words: Synonyms },
    rest: () => Promise<void>,
  ): Promise<GiftIndex> {
    const index = new GiftIndex(language, words)
    for await (const batch of batches) {
      for (const gift of batch) {
        index.#readGift(gift)
        await rest()
      }
    }
    const steps = index.#finish()
    while (steps.next().done !== true) await rest()
    return index
  }

  isSold(): boolean {
    return true
  }

  rankOf(gift: number): number {
    return gift
  }

  knows(word: string): boolean {
    return this.#answers.has(word)
  }

  /** Estimated memory use: see decision 006. */
  get bytes() {
    return (
      this.words.length * 150 +
      this.#answers.size * 130 +
      this.#weights.size * 50 +
      this.#places.length * 4 +
      this.ids.length * 120
    )
  }

  /** Every place of a word: `gift << FIELD_BITS | field`. */
  placesOf(word: number): Int32Array {
    return this.#places.subarray(this.#starts[word], this.#starts[word + 1])
  }

  answersTo(typed: string): readonly number[] | undefined {
    return this.#answers.get(typed)
  }

  isBrand(word: string): boolean {
    return this.#brands.has(word)
  }

  /** The weight of a word as a correction; 0: it is never one. */
  weightOf(word: string): number {
    return this.#weights.get(word) ?? 0
  }

  /** The same for a word of which another form is in a gift's name. */
  weightOfForm(word: string): number {
    const called = this.calledBy(word)
    return called === undefined ? 0 : this.weightOf(called) / 2
  }

  /** The form of a word that gift names use. */
  calledBy(form: string, isHere: (word: number) => boolean = EVERY_WORD): string | undefined {
    const answer = this.#answers
      .get(form)
      ?.find((one) => (one & 7) === FITS.form && isHere(one >> FIT_BITS))
    const word = answer === undefined ? undefined : this.words[answer >> FIT_BITS]
    return word !== undefined && this.weightOf(word) > (weights[BRAND] ?? 0) ? word : undefined
  }

  /** Words that differ in doubled letters only: dumbels, dumbbells. */
  soundingLike(word: string): readonly string[] {
    this.#withoutDoubleLetters ??= this.#byUndoubled()
    const words = this.#withoutDoubleLetters
    return formsOf(withoutDoubleLetters(word), this.language).flatMap(
      (form) => words.get(form) ?? [],
    )
  }

  #byUndoubled() {
    const words = new Map<string, string[]>()
    for (const [word, weight] of this.#weights) {
      if (weight <= MENTIONED) continue
      const key = withoutDoubleLetters(word)
      const known = words.get(key)
      if (known) known.push(word)
      else words.set(key, [word])
    }
    return words
  }

  weighed(): IterableIterator<[string, number]> {
    return this.#weights.entries()
  }

  /** The word with its accents restored. */
  written(word: string): string {
    const own = this.#weights.has(word) ? word : (this.calledBy(word) ?? word)
    return this.#written.get(own) ?? own
  }

  /** Words with this prefix. */
  *beginningWith(start: string): Generator<number> {
    this.#sorted ??= this.words
      .map((word, id) => ({ word, id }))
      .sort((a, b) => (a.word < b.word ? -1 : 1))
    for (const { id } of beginningWith(this.#sorted, ({ word }) => word, start)) yield id
  }

  /** Matches of words with this suffix: in a small shop no gift may have the head alone as its name. */
  *endingWith(end: string): Generator<readonly number[]> {
    this.#backwards ??= [...this.#answers.keys()].map(backwards).toSorted()
    for (const found of beginningWith(this.#backwards, (word) => word, backwards(end)))
      if (found.length - end.length >= restFor(end.length))
        yield this.#answers.get(backwards(found)) ?? []
  }

  #readGift(gift: SearchedGift) {
    const { keywords } = this.#notes
    const id = this.ids.push(gift.id) - 1
    this.#note(id, NAME, gift.name)
    this.#note(id, BRAND, gift.brand)
    this.#note(id, TAGS, gift.tags)
    if (gift.sustainable)
      for (const word of this.searchWords.sustainable) this.#note(id, TAGS, word)
    this.#note(id, DESCRIPTION, gift.description)
    keywords.readName(id, gift.name)
    for (const text of gift.searchWords) keywords.read(id, text)
  }

  #note(gift: number, first: number, text: string) {
    const { ids, places, strength } = this.#notes
    const words = wordsIn(text)
    const inName = first === NAME ? rolesInName(text, this.language) : undefined
    for (const [at, word] of words.entries()) {
      const place = inName?.[at]
      const field = place ? FIELD_OF_NAME[place] : first
      if (first === BRAND) this.#brands.add(word)
      let id = ids.get(word)
      if (id === undefined) {
        id = this.words.push(word) - 1
        ids.set(word, id)
        places.push([])
        strength.push(field)
        if (/[^ -~]/.test(text)) this.#noteWriting(word, at, words.length, text)
      }
      if (field > (strength[id] ?? 0)) strength[id] = field
      places[id]?.push((gift << FIELD_BITS) | field)
    }
  }

  *#finish(): Generator<void> {
    const { places, strength, keywords, ids } = this.#notes
    ids.clear()
    this.#firstSaid = this.words.length
    this.phrases.push(...keywords.phrases)
    for (const { word, written, field, places: of } of keywords.words.values()) {
      this.words.push(word)
      places.push(of)
      strength.push(field)
      if (written !== word) this.#written.set(word, written)
    }
    keywords.erase()
    yield
    this.#starts = new Int32Array(this.words.length + 1)
    this.#places = new Int32Array(places.reduce((sum, of) => sum + of.length, 0))
    let start = 0
    for (const [word, of] of places.entries()) {
      this.#starts[word] = start
      this.#places.set(of, start)
      start += of.length
    }
    this.#starts[this.words.length] = start
    const strongest = Int32Array.from(strength)
    places.length = 0
    strength.length = 0
    yield
    yield* this.#splitWords(strongest)
  }

  #noteWriting(word: string, at: number, count: number, text: string) {
    const written = writtenWordsIn(text)
    const own = written.length === count ? written[at] : undefined
    if (own && own !== word) this.#written.set(word, own)
  }

  /** The search words for each word: its forms, its parts, and the forms of these. */
  *#splitWords(strength: Int32Array): Generator<void> {
    const { language } = this
    const forms: string[][] = []
    for (const word of this.words) if (forms.push(formsOf(word, language)) % AT_ONCE === 0) yield
    const compounds = new CompoundParts(language, this.searchWords)
    for (const [id, word] of this.words.entries()) {
      const field = strength[id] ?? DESCRIPTION
      compounds.learn(word, forms[id] ?? [], field)
      if (id < this.#firstSaid && isNamed(field)) compounds.learnEnd(word)
      if (id % AT_ONCE === 0) yield
    }
    compounds.learnEditorsWords()

    const wholeWords: number[] = []
    for (const [id, word] of this.words.entries()) {
      if (id % AT_ONCE === 0) yield
      const field = strength[id] ?? DESCRIPTION
      this.#answerForms(id, word, forms[id] ?? [], field)
      if (id < this.#firstSaid && compounds.mayHaveParts(word))
        if (!this.#answerParts(id, word, field, compounds)) wholeWords.push(id)
    }
    this.#weighForms(forms)
    compounds.askAgain()
    for (const [at, id] of wholeWords.entries()) {
      if (at % AT_ONCE === 0) yield
      this.#answerParts(id, this.words[id] ?? '', strength[id] ?? DESCRIPTION, compounds)
    }
  }

  #answerForms(id: number, word: string, forms: readonly string[], field: number) {
    const often = Math.log2(this.placesOf(id).length + 1) * 3
    this.#weigh(
      word,
      field <= FIELDS.keywordPart ? Math.min(MENTIONED, often) : (weights[field] ?? 0) + often,
    )
    for (const form of forms) this.#answer(form, id, form === word ? FITS.word : FITS.form)
  }

  /** Whether the word has parts. */
  #answerParts(id: number, word: string, field: number, compounds: CompoundParts): boolean {
    const parts = compounds.partsOf(word)
    if (!parts) return false
    const weight = weights[field] ?? 0
    this.#answerPart(parts.head, id, FITS.head, FITS.headForm, weight)
    for (const other of parts.others) {
      // A short prefix of an English word is usually a coincidence: a pancake is no pan.
      if (this.language !== 'en' || other.length > 3)
        this.#answerPart(other, id, FITS.part, FITS.part, weight)
    }
    // The head of a compound in one gift's name is a head in others, too: Filzkorb, Picknickkorb.
    if (isNamed(field)) compounds.learnName(parts.head)
    return true
  }

  /** A word from a description that is a form of a word in gift names counts as one of these. */
  #weighForms(forms: readonly string[][]) {
    for (const [id, word] of this.words.entries()) {
      if (this.weightOf(word) > MENTIONED) continue
      if (forms[id]?.some((form) => this.weightOf(form) > MENTIONED))
        this.#weigh(word, MENTIONED + 1)
    }
  }

  #answerPart(part: string, word: number, whole: Fit, inflected: Fit, weight: number) {
    for (const form of formsOf(part, this.language))
      this.#answer(form, word, form === part ? whole : inflected)
    this.#weigh(part, weight / 2)
  }

  #weigh(word: string, weight: number) {
    if ((this.#weights.get(word) ?? 0) < weight) this.#weights.set(word, weight)
  }

  #answer(asked: string, word: number, fit: Fit) {
    const answer = (word << FIT_BITS) | fit
    const before = this.#answers.get(asked)
    if (before) before.push(answer)
    else this.#answers.set(asked, [answer])
  }
}
