import { isCommonWord } from '#domain/search/common-words.ts'
import { MIN_LENGTH_FOR_ERRORS } from '#domain/search/typing-errors.ts'
import { isFiller, isMeasure, rolesInName } from '#domain/search/gift-names.ts'
import { formsOf, isStopWord } from '#domain/search/word-forms.ts'
import { wordsIn } from '#domain/search/word-folding.ts'
import type { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import {
  BASE_SCORE,
  DOUBT_PENALTY,
  type Match,
  Scores,
  TAG_SCORE,
  type Alternative,
} from '#server/modules/catalog/search/gift-scores.ts'
import {
  fitOfMatch,
  FITS,
  type SearchedIndex,
  wordOfMatch,
} from '#server/modules/catalog/search/searched-index.ts'
import {
  listCorrections,
  listSimilarWords,
  findWordWithTwoErrors,
} from '#server/modules/catalog/search/spelling.ts'
import { SynonymLookup } from '#server/modules/catalog/search/synonyms.ts'
import {
  FIT_SCORES,
  SHORTEST_PART,
  WordMatches,
} from '#server/modules/catalog/search/word-matches.ts'

export type SearchResult = {
  /** Best first. Gifts with equal scores are in the order of the index. */
  ids: string[]
  /** The text that was searched for instead, if it differs from the typed text. */
  used: string | undefined
  /** Similar words that have results, if nothing was found. */
  nearest: string[]
}

/** One typed word and the alternatives to match it. */
type Slot = {
  typed: string
  alternatives: Alternative[]
  correction: string | undefined
  /** The word is part of an editors' phrase. */
  isPhrase: boolean
}

const PREFIX_SCORE = 300
const MAX_WORDS = 12
const SHORTEST_PREFIX = 4
const LONG_WORD = 7
/** From this weight on, a word of gift names can be the head of a compound. */
const HEAD_WEIGHT = 6
/** The same for a head of three letters, which must be the head of a gift's name: 'kom', not 'ren'. */
const SHORT_HEAD_WEIGHT = 9
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
  find(text: string, exactly = false): SearchResult {
    const typed = this.#typedWords(text)
    if (typed.length === 0) return { ids: [], used: undefined, nearest: [] }
    const slots = this.#removeFillers(
      typed.map((word, index) => this.#createSlot(typed, index, word, exactly)),
    )
    let searchedSlots = slots
    let ids: string[]
    if (exactly || slots.length === 1) ids = this.#rank(slots)
    else {
      const matched = slots.filter(({ alternatives }) => alternatives.length > 0)
      const result = this.#rankInGroups(matched, this.#headWordIn(text))
      ids = result.ids
      if (ids.length === 0) {
        searchedSlots = this.#leaveOutOneWord(slots)
        ids = this.#rank(searchedSlots)
      } else if (!result.hasAllWords) searchedSlots = result.searchedSlots
      else if (matched.length < slots.length) searchedSlots = matched
    }
    if (ids.length === 0)
      return { ids, used: undefined, nearest: listSimilarWords(this.index, typed) }
    const isChanged =
      searchedSlots !== slots || slots.some(({ correction }) => correction !== undefined)
    const used = searchedSlots
      .map((slot) => this.index.written(slot.correction ?? slot.typed))
      .join(' ')
    return { ids, used: isChanged ? used : undefined, nearest: [] }
  }

  /**
   * One of several words is the head, which names the gift. Gifts that it names and that have all words come first. Gifts
   * that it names and that lack other words fill the first row. They must have the typed brands.
   */
  #rankInGroups(
    slots: Slot[],
    headWord: string | undefined,
  ): { ids: string[]; hasAllWords: boolean; searchedSlots: Slot[] } {
    const { index } = this
    const isBrand = slots.map(({ typed }) => index.isBrand(typed))
    // In French the head comes first, in the other languages last.
    const positions = index.language === 'fr' ? [...slots.keys()] : [...slots.keys()].toReversed()
    const likelyHeads = [
      ...positions.filter((slot) => slots[slot]?.typed === headWord),
      ...positions.filter((slot) => slots[slot]?.typed !== headWord),
    ]
    const { complete, headOnly, mentions, head } = this.#scores.rankInGroups(
      index,
      slots.map(({ alternatives }) => alternatives),
      likelyHeads.filter((slot) => !isBrand[slot]),
      isBrand,
    )
    // For an editors' phrase, gifts that merely contain its words are left out.
    const others = slots.every(({ isPhrase }) => isPhrase) ? [] : mentions
    const ids =
      complete.length > 0 ? [...complete, ...others, ...headOnly] : [...headOnly, ...mentions]
    return {
      ids,
      hasAllWords: complete.length + mentions.length > 0,
      searchedSlots: slots.filter((_, slot) => slot === head || isBrand[slot]),
    }
  }

  /** 'A present for a baby' searches for 'baby'. In a phrase like 'gift card' the word counts. */
  #removeFillers(slots: Slot[]): Slot[] {
    const meaningful = slots.filter(
      ({ typed, isPhrase }) => isPhrase || !isFiller(typed, this.index.language),
    )
    return meaningful.length > 0 ? meaningful : slots
  }

  /** The word that names the gift: 'mug' in 'mug for tea'. */
  #headWordIn(text: string): string | undefined {
    return wordsIn(text)[rolesInName(text, this.index.language).indexOf('head')]
  }

  #typedWords(text: string): string[] {
    const words = [...new Set(wordsIn(text))].filter((word) => word.length <= LONGEST_WORD)
    const meaningful = words.filter((word) => !isStopWord(word, this.index.language))
    return (meaningful.length > 0 ? meaningful : words).slice(0, MAX_WORDS)
  }

  #createSlot(typed: string[], index: number, word: string, exactly: boolean): Slot {
    const slot: Slot = { typed: word, alternatives: [], correction: undefined, isPhrase: false }
    const matches = this.#matches.matchesOf(word)
    if (matches.length > 0) slot.alternatives.push([matches])
    const phrases = this.#matches.phraseAlternatives(typed, index)
    slot.isPhrase = phrases.length > 0
    slot.alternatives.push(...phrases, ...this.#matches.synonymAlternatives(typed, index))
    // Two typed words may be one word in the shop.
    const previous = typed[index - 1]
    const next = typed[index + 1]
    if (previous) slot.alternatives.push(...this.#matches.alternativesOf(previous + word))
    if (next) slot.alternatives.push(...this.#matches.alternativesOf(word + next))
    const isKnown = slot.alternatives.length > 0
    if (isKnown && !exactly && typed.length === 1) this.#addHeadOfMentionedWord(slot)
    if (matches.every(({ fit }) => fit <= FIT_SCORES[FITS.head])) this.#addPrefixMatches(slot)
    if (!isKnown) this.#addForUnknownWord(slot, exactly)
    else if (!exactly && this.#mayBeMisspelled(slot, matches)) this.#addCorrections(slot)
    return slot
  }

  /** A word in no gift may be two words of the shop, a misspelling, or a compound with a known part. */
  #addForUnknownWord(slot: Slot, exactly: boolean) {
    const { language } = this.index
    if (isStopWord(slot.typed, language)) return
    this.#addSuffixMatches(slot)
    if (slot.alternatives.length > 0 || isCommonWord(slot.typed, language)) return
    const splits = this.#matches
      .splitAlternatives(slot.typed)
      .filter((alternative) => this.#scores.best(this.index, [alternative]) > 0)
    const certain = splits.filter(
      (alternative) => this.#scores.best(this.index, [alternative]) > BASE_SCORE + TAG_SCORE,
    )
    slot.alternatives.push(...certain)
    if (certain.length > 0) return
    if (!exactly && slot.typed.length >= MIN_LENGTH_FOR_ERRORS) this.#addCorrections(slot)
    if (slot.alternatives.length > 0) return
    slot.alternatives.push(...splits)
    if (exactly) return
    const head = this.#findHead(slot.typed)
    const isUnlikely = head === undefined || head.length < SHORTEST_PREFIX
    const corrected = isUnlikely ? findWordWithTwoErrors(this.index, slot.typed) : undefined
    const correction = corrected ?? head
    if (!correction) return
    slot.correction = correction
    slot.alternatives.push(...this.#matches.alternativesOf(correction))
  }

  /** The word matches only descriptions, and in another form, so it may be misspelled. */
  #mayBeMisspelled({ typed, alternatives }: Slot, matches: Match[]): boolean {
    return (
      typed.length >= LONG_WORD - 1 &&
      !isCommonWord(typed, this.index.language) &&
      matches.every(({ fit }) => fit < FIT_SCORES[FITS.head]) &&
      this.#scores.best(this.index, alternatives) < BASE_SCORE + TAG_SCORE
    )
  }

  /** For a compound that only descriptions mention, adds its head: 'Lampe' for 'Taschenlampe'. */
  #addHeadOfMentionedWord(slot: Slot) {
    const { language } = this.index
    if (language === 'fr' || language === 'en' || slot.typed.length < LONG_WORD) return
    if (this.#scores.best(this.index, slot.alternatives) >= BASE_SCORE + TAG_SCORE) return
    const head = this.#findHead(slot.typed)
    if (!head || head.length < SHORTEST_PREFIX) return
    slot.alternatives.push(...this.#doubtfulAlternatives(head))
  }

  #addSuffixMatches(slot: Slot) {
    const { language } = this.index
    if ((language !== 'nl' && language !== 'de') || slot.typed.length < SHORTEST_PART) return
    const matches = formsOf(slot.typed, language)
      .flatMap((form) => [...this.index.matchesWithSuffix(form)].flat())
      .filter((match) => fitOfMatch(match) < FITS.part)
      .map((match) => ({ word: wordOfMatch(match), fit: FIT_SCORES[FITS.headForm] }))
    if (matches.length > 0) slot.alternatives.push([matches])
  }

  #addPrefixMatches(slot: Slot) {
    if (slot.typed.length < SHORTEST_PREFIX) return
    const words = [...this.index.wordsWithPrefix(slot.typed)]
    if (words.length > 0)
      slot.alternatives.push([words.map((word) => ({ word, fit: PREFIX_SCORE }))])
  }

  /**
   * The head of a compound that no gift matches: 'spel' for 'bordspel'. Without a head, its topic: 'massage' for
   * 'massagebon'.
   */
  #findHead(word: string): string | undefined {
    const { language } = this.index
    if (language === 'fr') return undefined
    const positions = Array.from(
      { length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) },
      (_, index) => index + SHORTEST_PART,
    )
    const isHeadWord = (part: string) =>
      this.#weightOf(part) >= (part.length < SHORTEST_PREFIX ? SHORT_HEAD_WEIGHT : HEAD_WEIGHT) &&
      !isStopWord(part, language) &&
      !isMeasure(part, language)
    // English words share endings by chance, so the part before must be a word too.
    const mayBeHeadAt = (position: number) =>
      language !== 'en' ||
      (word.length - position >= SHORTEST_PREFIX &&
        this.index.matchesOf(word.slice(0, position)) !== undefined)
    const heads = positions.filter(mayBeHeadAt).map((position) => word.slice(position))
    const beginnings = positions.toReversed().map((position) => word.slice(0, position))
    return (
      heads.find(isHeadWord) ??
      beginnings.find((part) => part.length >= SHORTEST_PREFIX && isHeadWord(part))
    )
  }

  /** The search words of editors are possible corrections too. */
  readonly #weightOf = (word: string) =>
    this.index.weightOf(word) || (this.#synonyms.knows(word) ? HEAD_WEIGHT : 0)

  #addCorrections(slot: Slot) {
    const { index } = this
    let corrections = index
      .similarExceptDoubles(slot.typed)
      .toSorted((a, b) => index.weightOf(b) - index.weightOf(a))
    if (corrections.length === 0) corrections = listCorrections(slot.typed, this.#weightOf)
    if (corrections.length === 0) corrections = this.#correctToOtherForm(slot.typed)
    const [best, ...others] = corrections
    if (!best) return
    // A word that has matches is probably not misspelled, so its corrections rank below them.
    const isCertain = slot.alternatives.length === 0
    if (isCertain) slot.correction = best
    slot.alternatives.push(
      ...(isCertain ? this.#matches.alternativesOf(best) : this.#doubtfulAlternatives(best)),
      ...others.flatMap((other) => this.#doubtfulAlternatives(other)),
    )
  }

  #doubtfulAlternatives(word: string): Alternative[] {
    return this.#matches
      .alternativesOf(word)
      .map((alternative) => alternative.map((matches) => lowerScores(matches, DOUBT_PENALTY)))
  }

  /** Corrections that occur in gift names only in another form. */
  #correctToOtherForm(typed: string): string[] {
    const { index } = this
    const inOtherForm = listCorrections(typed, (word) => index.weightOfOtherForm(word))
    if (inOtherForm.length > 0) return inOtherForm
    const weightOfBase = (word: string) =>
      word.length < LONG_WORD - 1
        ? 0
        : Math.max(...formsOf(word, index.language).map((form) => index.weightOf(form))) / 2
    return listCorrections(typed, weightOfBase)
  }

  /** Leaves out one word, so that gifts match the others. */
  #leaveOutOneWord(slots: Slot[]): Slot[] {
    let best = slots
    let bestPriority = 0
    for (const omitted of slots) {
      const others = slots.filter((slot) => slot !== omitted)
      const priority = this.#omissionPriority(omitted, this.#rank(others).length)
      if (priority > bestPriority) {
        best = others
        bestPriority = priority
      }
    }
    return best
  }

  /** A word without a match is omitted first, then the word whose omission leaves the fewest gifts. */
  #omissionPriority(omitted: Slot, remainingGifts: number): number {
    if (remainingGifts === 0) return 0
    return omitted.alternatives.length === 0 ? Infinity : 1e6 - remainingGifts
  }

  #rank(slots: Slot[]): string[] {
    if (slots.length === 0 || slots.some(({ alternatives }) => alternatives.length === 0)) return []
    return this.#scores.ranked(
      this.index,
      slots.map(({ alternatives }) => alternatives),
    )
  }
}

const lowerScores = (matches: Match[], penalty: number) =>
  matches.map((match) => ({ ...match, fit: match.fit - penalty }))
