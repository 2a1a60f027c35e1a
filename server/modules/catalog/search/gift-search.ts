import { isCommonWord } from '#domain/search/common-words.ts'
import { MIN_LENGTH_FOR_ERRORS } from '#domain/search/typing-errors.ts'
import { isFiller, isMeasure, rolesInName } from '#domain/search/gift-names.ts'
import { formsOf, isStopWord } from '#domain/search/word-forms.ts'
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
  /** Best first. Gifts with equal scores are in the order of the index. */
  ids: string[]
  /** The text that was searched for instead, if it differs from the typed text. */
  used: string | undefined
  /** Similar words that have results, if nothing was found. */
  nearest: string[]
}

/** One typed word and the alternative ways to match it. */
type Slot = {
  typed: string
  ways: Way[]
  correction: string | undefined
  /** The word is part of a phrase in gift names. */
  isPhrase: boolean
}

const START_WORTH = 300
const MOST_WORDS = 12
const SHORTEST_START = 4
const LONG_WORD = 7
/** From this weight on, a word of gift names can be the head of a compound. */
const HEAD_WEIGHT = 6
/** The same for three letters, which must be a gift's own name: 'kom', not 'ren'. */
const CALLED_HEAD_WEIGHT = 9
const LONGEST_WORD = 40

/** Shared by all searches of one index, because only one of them runs at a time. */
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

  /** With `exactly`, all words must match as typed, without corrections. */
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
      const matched = slots.filter(({ ways }) => ways.length > 0)
      const rows = this.#inRows(matched, this.#headIn(text))
      ids = rows.ids
      if (ids.length === 0) {
        answered = this.#withoutOne(slots)
        ids = this.#answer(answered)
      } else if (!rows.isWhole) answered = rows.answered
      else if (matched.length < slots.length) answered = matched
    }
    if (ids.length === 0) return { ids, used: undefined, nearest: nearestWords(this.index, typed) }
    const isChanged = answered !== slots || slots.some(({ correction }) => correction !== undefined)
    const used = answered.map((slot) => this.index.written(slot.correction ?? slot.typed)).join(' ')
    return { ids, used: isChanged ? used : undefined, nearest: [] }
  }

  /**
   * One of several words is the head, which names the gift. Gifts with all words come first if the head names one of
   * them. Gifts that only the head names fill the first row. A brand stays required.
   */
  #inRows(
    slots: Slot[],
    headWord: string | undefined,
  ): { ids: string[]; isWhole: boolean; answered: Slot[] } {
    const { index } = this
    const isBrand = slots.map(({ typed }) => index.isBrand(typed))
    const heads = index.language === 'fr' ? [...slots.keys()] : [...slots.keys()].toReversed()
    const inOrder = [
      ...heads.filter((at) => slots[at]?.typed === headWord),
      ...heads.filter((at) => slots[at]?.typed !== headWord),
    ]
    const rows = this.#scores.inRows(
      index,
      slots.map(({ ways }) => ways),
      inOrder.filter((at) => !isBrand[at]),
      isBrand,
    )
    const { whole, things, mentions, head } = rows
    // For a phrase that is in gift names, gifts that merely contain its words are left out.
    const others = slots.every(({ isPhrase }) => isPhrase) ? [] : mentions
    const ids = whole.length > 0 ? [...whole, ...others, ...things] : [...things, ...mentions]
    const isWhole = whole.length + mentions.length > 0
    return { ids, isWhole, answered: slots.filter((_, at) => at === head || isBrand[at]) }
  }

  /** 'A present for a baby' searches for 'baby'. In a phrase like 'gift card' the word counts. */
  #withoutFillers(slots: Slot[]): Slot[] {
    const meaningful = slots.filter(
      ({ typed, isPhrase }) => isPhrase || !isFiller(typed, this.index.language),
    )
    return meaningful.length > 0 ? meaningful : slots
  }

  /** The word that names the gift: 'mug' in 'mug for tea'. */
  #headIn(text: string): string | undefined {
    return wordsIn(text)[rolesInName(text, this.index.language).indexOf('head')]
  }

  #typedWords(text: string): string[] {
    const words = [...new Set(wordsIn(text))].filter((word) => word.length <= LONGEST_WORD)
    const meaningful = words.filter((word) => !isStopWord(word, this.index.language))
    return (meaningful.length > 0 ? meaningful : words).slice(0, MOST_WORDS)
  }

  #slot(typed: string[], at: number, word: string, exactly: boolean): Slot {
    const slot: Slot = { typed: word, ways: [], correction: undefined, isPhrase: false }
    const matches = this.#matches.of(word)
    if (matches.length > 0) slot.ways.push([matches])
    const phrases = this.#matches.phraseWays(typed, at)
    slot.isPhrase = phrases.length > 0
    slot.ways.push(...phrases, ...this.#matches.synonymWays(typed, at))
    for (const [left, right] of [
      [typed[at - 1], word],
      [word, typed[at + 1]],
    ]) {
      if (!left || !right) continue
      slot.ways.push(...this.#matches.waysOf(left + right))
    }
    const isKnown = slot.ways.length > 0
    if (isKnown && !exactly && typed.length === 1) this.#addHeadOfMentioned(slot)
    if (matches.every(({ fit }) => fit <= FIT_WORTH[FITS.head])) this.#addStarted(slot)
    if (!isKnown) this.#addForUnknown(slot, exactly)
    else if (!exactly && this.#isGuessed(slot, matches)) this.#addMeant(slot)
    return slot
  }

  /** A word in no gift: two words of the shop, a misspelling, or at least one known part. */
  #addForUnknown(slot: Slot, exactly: boolean) {
    const { language } = this.index
    if (isStopWord(slot.typed, language)) return
    this.#addEnding(slot)
    if (slot.ways.length > 0 || isCommonWord(slot.typed, language)) return
    const splits = this.#waysApart(slot.typed)
    const certain = splits.filter(
      (way) => this.#scores.best(this.index, [way]) > ABOVE_DOUBT + TAGS,
    )
    slot.ways.push(...certain)
    if (certain.length > 0) return
    if (!exactly && slot.typed.length >= MIN_LENGTH_FOR_ERRORS) this.#addMeant(slot)
    if (slot.ways.length > 0) return
    slot.ways.push(...splits)
    if (exactly) return
    const head = this.#headOf(slot.typed)
    const isUnlikely = head === undefined || head.length < SHORTEST_START
    const corrected = isUnlikely ? wordWithTwoErrors(this.index, slot.typed) : undefined
    const correction = corrected ?? head
    if (!correction) return
    slot.correction = correction
    slot.ways.push(...this.#matches.waysOf(correction))
  }

  /** The word matches only descriptions, and in another form, so it may be misspelled. */
  #isGuessed({ typed, ways }: Slot, matches: Match[]): boolean {
    return (
      typed.length >= LONG_WORD - 1 &&
      !isCommonWord(typed, this.index.language) &&
      matches.every(({ fit }) => fit < FIT_WORTH[FITS.head]) &&
      this.#scores.best(this.index, ways) < ABOVE_DOUBT + TAGS
    )
  }

  /** For a compound that only descriptions mention, adds its head: 'Lampe' for 'Taschenlampe'. */
  #addHeadOfMentioned(slot: Slot) {
    const { language } = this.index
    if (language === 'fr' || language === 'en' || slot.typed.length < LONG_WORD) return
    if (this.#scores.best(this.index, slot.ways) >= ABOVE_DOUBT + TAGS) return
    const head = this.#headOf(slot.typed)
    if (!head || head.length < SHORTEST_START) return
    slot.ways.push(
      ...this.#matches.waysOf(head).map((way) => way.map((matches) => doubted(matches, DOUBT))),
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
    const words = [...this.index.beginningWith(slot.typed)]
    if (words.length > 0) slot.ways.push([words.map((word) => ({ word, fit: START_WORTH }))])
  }

  /** One typed word that the shop writes as two, if a gift contains both. */
  #waysApart(word: string): Way[] {
    const ways = this.#matches.waysApart(word)
    return ways.filter((way) => this.#scores.best(this.index, [way]) > 0)
  }

  /**
   * The head of a compound that no gift matches: 'spel' for 'bordspel'. Without a head, its topic: 'massage' for
   * 'massagebon'.
   */
  #headOf(word: string): string | undefined {
    const { language } = this.index
    if (language === 'fr') return undefined
    const places = Array.from(
      { length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) },
      (_, place) => place + SHORTEST_PART,
    )
    const isHeadWord = (part: string) =>
      this.#weightOf(part) >= (part.length < SHORTEST_START ? CALLED_HEAD_WEIGHT : HEAD_WEIGHT) &&
      !isStopWord(part, language) &&
      !isMeasure(part, language)
    // English words share endings by chance, so the part before must be a word too.
    const isHeadAt = (at: number) =>
      language !== 'en' ||
      (word.length - at >= SHORTEST_START && this.index.answersTo(word.slice(0, at)) !== undefined)
    const heads = places.filter(isHeadAt).map((place) => word.slice(place))
    const beginnings = places.toReversed().map((place) => word.slice(0, place))
    return (
      heads.find(isHeadWord) ??
      beginnings.find((part) => part.length >= SHORTEST_START && isHeadWord(part))
    )
  }

  /** The search words of editors are possible corrections too. */
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
    // A word that already has matches is probably not misspelled.
    const isCertain = slot.ways.length === 0
    if (isCertain) slot.correction = best
    const add = (word: string, doubt: number) =>
      slot.ways.push(
        ...this.#matches.waysOf(word).map((way) => way.map((matches) => doubted(matches, doubt))),
      )
    add(best, isCertain ? 0 : DOUBT)
    for (const other of others) add(other, DOUBT)
  }

  /** Corrections that occur in gift names only in another form. */
  #meantForms(typed: string): string[] {
    const { index } = this
    const inOtherForm = meantWords(typed, (word) => index.weightOfForm(word))
    if (inOtherForm.length > 0) return inOtherForm
    const weightOfBase = (word: string) =>
      word.length < LONG_WORD - 1
        ? 0
        : Math.max(...formsOf(word, index.language).map((form) => index.weightOf(form))) / 2
    return meantWords(typed, weightOfBase)
  }

  /** Leaves out one word, so that gifts match the others. */
  #withoutOne(slots: Slot[]): Slot[] {
    let best = slots
    let most = 0
    for (const omitted of slots) {
      const others = slots.filter((slot) => slot !== omitted)
      const { length } = this.#answer(others)
      // First a word without a match, then the word that narrows the result least.
      const worth = length === 0 ? 0 : omitted.ways.length === 0 ? Infinity : 1e6 - length
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
