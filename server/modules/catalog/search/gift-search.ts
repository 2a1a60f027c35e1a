import { isCommonWord } from '#domain/search/common-words.ts'
import { FORGIVEN_FROM } from '#domain/search/typing-errors.ts'
import { isFiller, isMeasure, placesInName } from '#domain/search/gift-names.ts'
import { formsOf, isEmptyWord } from '#domain/search/word-forms.ts'
import { wordsIn } from '#domain/search/word-folding.ts'
import type { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import {
  ABOVE_DOUBT,
  DOUBT,
  type Match,
  Scores,
  TAGS,
  type Way,
} from '#server/modules/catalog/search/gift-scores.ts'
import { FITS, type SearchedIndex } from '#server/modules/catalog/search/searched-index.ts'
import {
  meantWords,
  nearestWords,
  wordWithTwoErrors,
} from '#server/modules/catalog/search/spelling.ts'
import { SynonymLookup } from '#server/modules/catalog/search/synonyms.ts'
import {
  FIT_WORTH,
  SHORTEST_PART,
  WordMatches,
} from '#server/modules/catalog/search/word-matches.ts'

export type Found = {
  /** Best first; equally good ones in the order of the index. */
  ids: string[]
  /** What was searched for instead, when nothing answers to what was typed. */
  used: string | undefined
  /** Close words with results, if nothing was found. */
  nearest: string[]
}

/** One word that was typed, and the ways to answer it. */
type Slot = {
  typed: string
  ways: Way[]
  meant: string | undefined
  /** With its neighbours it is what gifts are called. */
  isPhrase: boolean
}

const START_WORTH = 300
const MOST_WORDS = 12
const SHORTEST_START = 4
const LONG = 7
/** So much a word has to weigh to be what a compound is about: it is, or is part of, what gifts are called. */
const HEAD_WEIGHT = 6
/** Three letters are a head when gifts are called by them alone: a kom, no ren. */
const CALLED_HEAD_WEIGHT = 9
const LONGEST_WORD = 40

/** Shared by all searches of one index, whichever gifts they cover: searches do not overlap. */
export class SearchSource {
  readonly synonyms: SynonymLookup
  readonly phrases: SynonymLookup
  readonly scores: Scores

  constructor(index: GiftIndex) {
    this.synonyms = new SynonymLookup(index.language, index.searchWords)
    this.phrases = new SynonymLookup(index.language, { also: index.phrases })
    this.scores = new Scores(index.ids.length)
  }
}

/** Finds gifts by words of their name, brand, tags and description, in one language. */
export class GiftSearch {
  readonly #synonyms: SynonymLookup
  readonly #matches: WordMatches
  readonly #scores: Scores

  constructor(
    readonly index: SearchedIndex,
    { synonyms, phrases, scores }: SearchSource,
  ) {
    this.#synonyms = synonyms
    this.#matches = new WordMatches(index, { synonyms, phrases })
    this.#scores = scores
  }

  static of(index: GiftIndex): GiftSearch {
    return new GiftSearch(index, new SearchSource(index))
  }

  /** `exactly`: what was typed and nothing else, however few that finds. */
  find(text: string, exactly = false): Found {
    const typed = this.#typedWords(text)
    if (typed.length === 0) return { ids: [], used: undefined, nearest: [] }
    const slots = this.#withoutFillers(
      typed.map((word, at) => this.#slot(typed, at, word, exactly)),
    )
    let answered = slots
    let ids: string[]
    if (exactly || slots.length === 1) ids = this.#answer(slots)
    else {
      const told = slots.filter(({ ways }) => ways.length > 0)
      const rows = this.#inRows(told, this.#headIn(text))
      ids = rows.ids
      if (ids.length === 0) {
        answered = this.#withoutOne(slots)
        ids = this.#answer(answered)
      } else if (!rows.isWhole) answered = rows.answered
      else if (told.length < slots.length) answered = told
    }
    if (ids.length === 0) return { ids, used: undefined, nearest: nearestWords(this.index, typed) }
    const isChanged = answered !== slots || slots.some(({ meant }) => meant !== undefined)
    const used = answered.map(({ typed, meant }) => this.index.written(meant ?? typed)).join(' ')
    return { ids, used: isChanged ? used : undefined, nearest: [] }
  }

  /**
   * One of several words names the thing, the others its kind: gifts that are that thing come before gifts that
   * merely contain all words, and fill the first row if few contain them all. A brand stays required.
   */
  #inRows(
    told: Slot[],
    asked: string | undefined,
  ): { ids: string[]; isWhole: boolean; answered: Slot[] } {
    const { index } = this
    const isBrand = told.map(({ typed }) => index.isBrand(typed))
    const heads = index.language === 'fr' ? [...told.keys()] : [...told.keys()].toReversed()
    const inOrder = [
      ...heads.filter((at) => told[at]?.typed === asked),
      ...heads.filter((at) => told[at]?.typed !== asked),
    ]
    const rows = this.#scores.inRows(
      index,
      told.map(({ ways }) => ways),
      inOrder.filter((at) => !isBrand[at]),
      isBrand,
    )
    const { whole, things, mentions, head } = rows
    // For a phrase that is in gift names, gifts that merely contain its words are left out.
    const others = told.every(({ isPhrase }) => isPhrase) ? [] : mentions
    const ids = whole.length > 0 ? [...whole, ...others, ...things] : [...things, ...mentions]
    const isWhole = whole.length + mentions.length > 0
    return { ids, isWhole, answered: told.filter((_, at) => at === head || isBrand[at]) }
  }

  /** 'A present for a baby' searches for what is for babies, but in 'gift card' the word counts. */
  #withoutFillers(slots: Slot[]): Slot[] {
    const telling = slots.filter(
      ({ typed, isPhrase }) => isPhrase || !isFiller(typed, this.index.language),
    )
    return telling.length > 0 ? telling : slots
  }

  /** Of a 'mug for tea' the mug, as in a gift's name. */
  #headIn(text: string): string | undefined {
    return wordsIn(text)[placesInName(text, this.index.language).indexOf('head')]
  }

  #typedWords(text: string): string[] {
    const words = [...new Set(wordsIn(text))].filter((word) => word.length <= LONGEST_WORD)
    const telling = words.filter((word) => !isEmptyWord(word, this.index.language))
    return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS)
  }

  #slot(typed: string[], at: number, word: string, exactly: boolean): Slot {
    const slot: Slot = { typed: word, ways: [], meant: undefined, isPhrase: false }
    const matches = this.#matches.of(word)
    if (matches.length > 0) slot.ways.push([matches])
    const phrases = this.#matches.phraseWays(typed, at)
    slot.isPhrase = phrases.length > 0
    slot.ways.push(...phrases, ...this.#matches.synonymWays(typed, at))
    for (const [one, other] of [
      [typed[at - 1], word],
      [word, typed[at + 1]],
    ]) {
      if (!one || !other) continue
      slot.ways.push(...this.#matches.waysOf(one + other))
    }
    const isKnown = slot.ways.length > 0
    if (isKnown && !exactly && typed.length === 1) this.#addHeadOfMentioned(slot)
    if (matches.every(({ fit }) => fit <= FIT_WORTH[FITS.head])) this.#addStarted(slot)
    if (!isKnown) this.#addForUnknown(slot, exactly)
    else if (!exactly && this.#isGuessed(slot, matches)) this.#addMeant(slot)
    return slot
  }

  /** A word in no gift: two words of the shop, a misspelling, or at least one of its parts. */
  #addForUnknown(slot: Slot, exactly: boolean) {
    const { language } = this.index
    if (isEmptyWord(slot.typed, language)) return
    this.#addEnding(slot)
    if (slot.ways.length > 0 || isCommonWord(slot.typed, language)) return
    const apart = this.#waysApart(slot.typed)
    const telling = apart.filter((way) => this.#scores.best(this.index, [way]) > ABOVE_DOUBT + TAGS)
    slot.ways.push(...telling)
    if (telling.length > 0) return
    if (!exactly && slot.typed.length >= FORGIVEN_FROM) this.#addMeant(slot)
    if (slot.ways.length > 0) return
    slot.ways.push(...apart)
    if (exactly) return
    const head = this.#headOf(slot.typed)
    const isChance = head === undefined || head.length < SHORTEST_START
    const far = isChance ? wordWithTwoErrors(this.index, slot.typed) : undefined
    const meant = far ?? head
    if (!meant) return
    slot.meant = meant
    slot.ways.push(...this.#matches.waysOf(meant))
  }

  /** Only some text has it, and in another form at that: perhaps it is an error after all. */
  #isGuessed({ typed, ways }: Slot, matches: Match[]): boolean {
    return (
      typed.length >= LONG - 1 &&
      !isCommonWord(typed, this.index.language) &&
      matches.every(({ fit }) => fit < FIT_WORTH[FITS.head]) &&
      this.#scores.best(this.index, ways) < ABOVE_DOUBT + TAGS
    )
  }

  /** A compound that no gift is called by, and that some text happens to mention: regenjas, Taschenlampe. */
  #addHeadOfMentioned(slot: Slot) {
    const { language } = this.index
    if (language === 'fr' || language === 'en' || slot.typed.length < LONG) return
    if (this.#scores.best(this.index, slot.ways) >= ABOVE_DOUBT + TAGS) return
    const head = this.#headOf(slot.typed)
    if (!head || head.length < SHORTEST_START) return
    slot.ways.push(
      ...this.#matches.waysOf(head).map((way) => way.map((some) => doubted(some, DOUBT))),
    )
  }

  #addEnding(slot: Slot) {
    const { language } = this.index
    if ((language !== 'nl' && language !== 'de') || slot.typed.length < SHORTEST_PART) return
    const matches = formsOf(slot.typed, language)
      .flatMap((form) => [...this.index.endingWith(form)].flat())
      .filter((answer) => (answer & 7) < FITS.part)
      .map((answer) => ({ word: answer >> 3, fit: FIT_WORTH[FITS.headForm] }))
    if (matches.length > 0) slot.ways.push([matches])
  }

  #addStarted(slot: Slot) {
    if (slot.typed.length < SHORTEST_START) return
    const begun = [...this.index.beginningWith(slot.typed)]
    if (begun.length > 0) slot.ways.push([begun.map((word) => ({ word, fit: START_WORTH }))])
  }

  /** One word that the shop writes as two, if a gift has both. */
  #waysApart(word: string): Way[] {
    const ways = this.#matches.waysApart(word)
    return ways.filter((way) => this.#scores.best(this.index, [way]) > 0)
  }

  /**
   * The head of a compound of which the shop has nothing exact: spel for bordspel; or at least its topic: massage for
   * massagebon.
   */
  #headOf(word: string): string | undefined {
    const { language } = this.index
    if (language === 'fr') return undefined
    const places = Array.from(
      { length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) },
      (_, place) => place + SHORTEST_PART,
    )
    const isTold = (part: string) =>
      this.#weightOf(part) >= (part.length < SHORTEST_START ? CALLED_HEAD_WEIGHT : HEAD_WEIGHT) &&
      !isEmptyWord(part, language) &&
      !isMeasure(part, language)
    // English words share endings by chance, so the part before must be a word too.
    const isHead = (at: number) =>
      language !== 'en' ||
      (word.length - at >= SHORTEST_START && this.index.answersTo(word.slice(0, at)) !== undefined)
    const heads = places.filter(isHead).map((place) => word.slice(place))
    const beginnings = places.toReversed().map((place) => word.slice(0, place))
    return (
      heads.find(isTold) ?? beginnings.find((part) => part.length >= SHORTEST_START && isTold(part))
    )
  }

  /** Words that editors use are possible corrections, as are those of the gifts. */
  readonly #weightOf = (word: string) =>
    this.index.weightOf(word) || (this.#synonyms.knows(word) ? HEAD_WEIGHT : 0)

  #addMeant(slot: Slot) {
    const { index } = this
    const sounding = index
      .soundingLike(slot.typed)
      .toSorted((a, b) => index.weightOf(b) - index.weightOf(a))
    const likely = sounding.length > 0 ? [] : meantWords(slot.typed, this.#weightOf)
    const [best, ...others] =
      sounding.length > 0 ? sounding : likely.length > 0 ? likely : this.#meantForms(slot.typed)
    if (!best) return
    // A word that is the start of another was hardly misspelled.
    const isCertain = slot.ways.length === 0
    if (isCertain) slot.meant = best
    const add = (word: string, doubt: number) =>
      slot.ways.push(
        ...this.#matches.waysOf(word).map((way) => way.map((matches) => doubted(matches, doubt))),
      )
    add(best, isCertain ? 0 : DOUBT)
    for (const other of others) add(other, DOUBT)
  }

  /** A form of a word that no gift has, and that gifts are called by. */
  #meantForms(typed: string): string[] {
    const { index } = this
    const inOtherForm = meantWords(typed, (word) => index.weightOfForm(word))
    if (inOtherForm.length > 0) return inOtherForm
    const weightOfBase = (word: string) =>
      word.length < LONG - 1
        ? 0
        : Math.max(...formsOf(word, index.language).map((form) => index.weightOf(form))) / 2
    return meantWords(typed, weightOfBase)
  }

  /** Leaves out the word without which most gifts are found. */
  #withoutOne(slots: Slot[]): Slot[] {
    let best = slots
    let most = 0
    for (const left of slots) {
      const others = slots.filter((slot) => slot !== left)
      const { length } = this.#answer(others)
      // A word that nothing answers to goes first; of two others the one that narrows least.
      const worth = length === 0 ? 0 : left.ways.length === 0 ? Infinity : 1e6 - length
      if (worth > most) [best, most] = [others, worth]
    }
    return best
  }

  #answer(slots: Slot[]): string[] {
    if (slots.length === 0 || slots.some(({ ways }) => ways.length === 0)) return []
    return this.#scores.ranked(
      this.index,
      slots.map(({ ways }) => ways),
    )
  }
}

const doubted = (matches: Match[], doubt: number) =>
  doubt === 0 ? matches : matches.map((match) => ({ ...match, fit: match.fit - doubt }))
