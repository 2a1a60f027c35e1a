import { isCommonWord } from '#domain/search/common-words.ts'
import { FORGIVEN_FROM } from '#domain/search/typing-errors.ts'
import { isFiller, isMeasure, placesInName } from '#domain/search/gift-names.ts'
import { formsOf, isEmptyWord, withoutSpelledUmlauts } from '#domain/search/word-forms.ts'
import { wordsIn } from '#domain/search/word-folding.ts'
import {
  FITS,
  type GiftIndex,
  type SearchedIndex,
} from '#server/modules/catalog/search/gift-index.ts'
import { FIELD_BITS, FIELD_MASK, FIELDS } from '#server/modules/catalog/search/search-fields.ts'
import {
  meantWords,
  nearestWords,
  wordWithTwoErrors,
} from '#server/modules/catalog/search/spelling.ts'
import { SynonymLookup } from '#server/modules/catalog/search/synonyms.ts'

export type Found = {
  /** Best first; equally good ones in the order of the index. */
  ids: string[]
  /** What was searched for instead, when nothing answers to what was typed. */
  used: string | undefined
  /** Close words with results, if nothing was found. */
  nearest: string[]
}

/** Indexed words with their fit: one of them must be present. */
type Match = { word: number; fit: number; isCalled?: boolean }
/** All of these have to be there. */
type Way = Match[][]
/** One word that was typed, and the ways to answer it. */
type Slot = {
  typed: string
  ways: Way[]
  meant: string | undefined
  /** With its neighbours it is what gifts are called. */
  isPhrase: boolean
}

/** A field is worth more than any fit in it. */
const FIELD_WORTH = [0, 100, 1000, 2000, 3750, 4000, 4450, 4600, 5000] as const
/** By FITS, for the word as typed and for another form of it. */
const FIT_WORTH = [900, 800, 750, 650, 400] as const
const FORM_WORTH = [760, 660, 500, 450, 380] as const
/** Within a field, a synonym ranks below the typed word; a synonym in a name ranks above a typed word in a tag. */
const SYNONYM = 1000
const SPLIT = 300
/** A gift that has the word in a tag or its description, too. */
const ALSO_IN = [10, 10, 120, 20, 40, 60, 60, 150, 240] as const
const START_WORTH = 300
/** What the gift is counts more than what it is for. */
const HEAD_COUNTS = 2
/** A doubtful correction ranks below every certain match. */
const DOUBT = 7000
/** Keeps scores above zero, even with a doubt. */
const ABOVE_DOUBT = DOUBT + 2000
const MOST_WORDS = 12
const SHORTEST_START = 4
const SHORTEST_PART = 3
const LONG = 7
/** So much a word has to weigh to be what a compound is about: it is, or is part of, what gifts are called. */
const HEAD_WEIGHT = 6
/** Three letters are a head when gifts are called by them alone: a kom, no ren. */
const CALLED_HEAD_WEIGHT = 9
/** Found in a name, be it by a synonym. */
const NAMED = ABOVE_DOUBT + 3100
/** If fewer gifts contain all words, gifts that match the main word follow. */
const FIRST_ROW = 5
/** What was typed is what a gift is called by. */
const CALLED = ABOVE_DOUBT + 5200
/** Found in a tag at least. */
const TAGS = FIELD_WORTH[FIELDS.tags]
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
  readonly #phrases: SynonymLookup
  readonly #scores: Scores

  constructor(
    readonly index: SearchedIndex,
    { synonyms, phrases, scores }: SearchSource,
  ) {
    this.#synonyms = synonyms
    this.#phrases = phrases
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
    const matches = this.#matches(word)
    if (matches.length > 0) slot.ways.push([matches])
    const phrases = this.#phraseWays(typed, at)
    slot.isPhrase = phrases.length > 0
    slot.ways.push(...phrases, ...this.#synonymWays(typed, at))
    for (const [one, other] of [
      [typed[at - 1], word],
      [word, typed[at + 1]],
    ]) {
      if (!one || !other) continue
      slot.ways.push(...this.#waysOf(one + other))
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
    slot.ways.push(...this.#waysOf(meant))
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
    slot.ways.push(...this.#waysOf(head).map((way) => way.map((some) => doubted(some, DOUBT))))
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

  /** Phrases in gift names, if all their words were typed. */
  #phraseWays(typed: readonly string[], at: number): Way[] {
    return this.#phrases.found(typed, at).map((found) => found.map((word) => this.#matches(word)))
  }

  #synonymWays(typed: readonly string[], at: number): Way[] {
    return this.#synonyms
      .found(typed, at)
      .map((found) => {
        const way = found.map((word) => this.#matches(word, SYNONYM))
        return way.map(found.length === 1 ? exactOrCalled : called)
      })
      .filter(isPossible)
  }

  /** A word that was not typed so, with its synonyms of one word and of several. */
  #waysOf(word: string): Way[] {
    return [[this.#matches(word)], ...this.#synonymWays([word], 0)].filter(isPossible)
  }

  #withSynonyms(word: string, less = 0): Match[] {
    const others = this.#synonyms.found([word], 0).filter((found) => found.length === 1)
    return [
      ...this.#matches(word, less),
      ...others.flat().flatMap((one) => this.#matches(one, less + SYNONYM)),
    ]
  }

  #matches(word: string, less = 0): Match[] {
    const { language } = this.index
    const matches: Match[] = []
    const add = (form: string, isTyped: boolean) => {
      for (const answer of this.index.answersTo(form) ?? []) {
        const fit = answer & 7
        const worth = isTyped ? FIT_WORTH[fit] : FORM_WORTH[fit]
        matches.push({ word: answer >> 3, fit: (worth ?? 0) - less })
      }
    }
    if (isEmptyWord(word, language)) {
      add(word, true)
      return matches.filter(({ fit }) => fit === FIT_WORTH[FITS.word] - less)
    }
    for (const form of formsOf(word, language)) add(form, form === word)
    const plain = withoutSpelledUmlauts(word, language)
    if (plain) for (const form of formsOf(plain, language)) add(form, form === plain)
    return matches
  }

  /** One word that the shop writes as two: both have to be there. */
  #waysApart(word: string): Way[] {
    const ways: Way[] = []
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
      const way = [word.slice(0, at), word.slice(at)].map((part) =>
        isEmptyWord(part, this.index.language) ? [] : this.#withSynonyms(part, SPLIT),
      )
      if (isPossible(way)) ways.push(way)
    }
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
        ...this.#waysOf(word).map((way) => way.map((matches) => doubted(matches, doubt))),
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

/** For words that only have meaning together: a description that contains both somewhere is not about in-ears. */
const called = (matches: Match[]) => matches.map((match) => ({ ...match, isCalled: true }))

/** A word that was not typed counts in a description only in its exact form: no ears for oreillettes. */
const exactOrCalled = (matches: Match[]) =>
  matches.map((match) => ({ ...match, isCalled: match.fit < FIT_WORTH[FITS.word] - SYNONYM }))

const isPossible = (way: Way) => way.every((matches) => matches.length > 0)

/** Score arrays for all gifts, reused by each search. */
class Scores {
  #total: Float64Array
  #reached: Uint8Array
  /** Scores of the current word, until they are added to the total. */
  #best: Float64Array

  /** The fields it was found in, a bit each. */
  #fields: Uint16Array
  /** For several words: how many of the required brands the gift has, and whether it is the thing itself. */
  #asked: Uint8Array
  #isThing: Uint8Array

  constructor(size: number) {
    this.#total = new Float64Array(size)
    this.#reached = new Uint8Array(size)
    this.#best = new Float64Array(size)
    this.#fields = new Uint16Array(size)
    this.#asked = new Uint8Array(size)
    this.#isThing = new Uint8Array(size)
  }

  /** Gifts that match every slot, the best first. */
  ranked(index: SearchedIndex, slots: Way[][]): string[] {
    let reached: number[] = []
    for (const [at, ways] of slots.entries()) {
      const gifts = this.of(index, ways)
      const still: number[] = []
      for (const gift of gifts) {
        if (this.#reached[gift] === at) {
          this.#reached[gift] = at + 1
          this.#total[gift] = (this.#total[gift] ?? 0) + (this.#best[gift] ?? 0)
          still.push(gift)
        }
        this.#best[gift] = 0
      }
      for (const gift of reached) if (this.#reached[gift] === at) this.#clear(gift)
      reached = still
    }
    const total = this.#total
    const ids = reached
      .sort((a, b) => (total[b] ?? 0) - (total[a] ?? 0) || index.rankOf(a) - index.rankOf(b))
      .map((gift) => index.ids[gift] ?? '')
    for (const gift of reached) this.#clear(gift)
    return ids
  }

  /** Gifts in three groups: with all words, matching the thing that one word names, or only mentioning all words. */
  inRows(index: SearchedIndex, slots: Way[][], heads: number[], isAsked: boolean[]) {
    const found = slots.map((ways) => {
      const gifts = this.of(index, ways)
      const scores = new Float64Array(gifts.length)
      let best = 0
      for (let at = 0; at < gifts.length; at += 1) {
        const gift = gifts[at] ?? 0
        const score = this.#best[gift] ?? 0
        this.#best[gift] = 0
        scores[at] = score
        if (score > best) best = score
      }
      return { gifts, scores, best }
    })
    const isFrom = (least: number) => (at: number) => (found[at]?.best ?? 0) >= least
    const head = heads.find(isFrom(CALLED)) ?? heads.find(isFrom(NAMED))
    const total = this.#total
    const reached = this.#reached
    const asked = this.#asked
    const isThing = this.#isThing
    const all: number[] = []
    let mostAsked = 0
    for (const [slot, { gifts, scores }] of found.entries()) {
      const isBrand = isAsked[slot] === true
      if (isBrand) mostAsked += 1
      for (let at = 0; at < gifts.length; at += 1) {
        const gift = gifts[at] ?? 0
        const score = scores[at] ?? 0
        if (reached[gift] === 0) all.push(gift)
        reached[gift] = (reached[gift] ?? 0) + 1
        total[gift] = (total[gift] ?? 0) + (slot === head ? score * HEAD_COUNTS : score)
        if (isBrand) asked[gift] = (asked[gift] ?? 0) + 1
        if (slot === head && score >= NAMED) isThing[gift] = 1
      }
    }
    const whole: number[] = []
    const mentions: number[] = []
    const things: number[] = []
    for (const gift of all) {
      if (reached[gift] === slots.length) (isThing[gift] === 1 ? whole : mentions).push(gift)
      else if (isThing[gift] === 1 && asked[gift] === mostAsked) things.push(gift)
    }
    const ranked = (gifts: number[]) =>
      gifts
        .sort((a, b) => (total[b] ?? 0) - (total[a] ?? 0) || index.rankOf(a) - index.rankOf(b))
        .map((gift) => index.ids[gift] ?? '')
    const rows = {
      whole: ranked(whole),
      things: whole.length < FIRST_ROW ? ranked(things) : [],
      mentions: ranked(mentions),
      head,
    }
    for (const gift of all) {
      this.#clear(gift)
      asked[gift] = 0
      isThing[gift] = 0
    }
    return rows
  }

  best(index: SearchedIndex, ways: Way[]): number {
    let best = 0
    for (const gift of this.of(index, ways)) {
      best = Math.max(best, this.#best[gift] ?? 0)
      this.#best[gift] = 0
    }
    return best
  }

  #clear(gift: number) {
    this.#reached[gift] = 0
    this.#total[gift] = 0
  }

  /** The gifts that one of the ways leads to; their scores are in #best. */
  of(index: SearchedIndex, ways: Way[]): number[] {
    const gifts: number[] = []
    const best = this.#best
    const fields = this.#fields
    const raise = (gift: number, score: number, field: number) => {
      const before = best[gift] ?? 0
      if (before === 0) gifts.push(gift)
      if (score > before) best[gift] = score
      fields[gift] = (fields[gift] ?? 0) | (1 << field)
    }
    for (const way of ways) {
      const [only, ...more] = way
      if (only && more.length === 0) scored(index, only, raise)
      else for (const [gift, score] of together(index, way)) raise(gift, score, 0)
    }
    for (const gift of gifts) {
      best[gift] = (best[gift] ?? 0) + alsoIn(fields[gift] ?? 0)
      fields[gift] = 0
    }
    return gifts
  }
}

function alsoIn(fields: number) {
  let more = 0
  for (let field = 0; fields >> field > 0; field += 1)
    if (fields & (1 << field)) more += ALSO_IN[field] ?? 0
  return more
}

function scored(
  index: SearchedIndex,
  matches: Match[],
  raise: (gift: number, score: number, field: number) => void,
) {
  for (const { word, fit, isCalled = false } of matches) {
    for (const place of index.placesOf(word)) {
      const field = place & FIELD_MASK
      const gift = place >> FIELD_BITS
      if ((isCalled && field === FIELDS.description) || !index.isSold(gift)) continue
      raise(gift, ABOVE_DOUBT + (FIELD_WORTH[field] ?? 0) + fit, field)
    }
  }
}

/** The gifts that have all of a way; as good as the worse of them. */
function together(index: SearchedIndex, way: Way): Map<number, number> {
  let both: Map<number, number> | undefined
  for (const matches of way) {
    const found = new Map<number, number>()
    scored(index, matches, (gift, score) => {
      const most = both ? both.get(gift) : Infinity
      if (most === undefined) return
      const kept = Math.min(most, score)
      if (kept > (found.get(gift) ?? 0)) found.set(gift, kept)
    })
    both = found
  }
  return both ?? new Map()
}
