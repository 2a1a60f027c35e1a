import { FIELD_BITS, FIELD_MASK, FIELDS } from '#server/modules/catalog/search/search-fields.ts'
import type { SearchedIndex } from '#server/modules/catalog/search/searched-index.ts'

/** Indexed words with their fit. At least one of them must be present. */
export type Match = { word: number; fit: number; isCalled?: boolean }
/** All of these matches must be present. */
export type Way = Match[][]
/** A better field outweighs any better fit. */
const FIELD_WORTH = [0, 100, 1000, 2000, 3750, 4000, 4450, 4600, 5000] as const
/** Bonus for a gift that also has the word in a tag or its description. */
const ALSO_IN = [10, 10, 120, 20, 40, 60, 60, 150, 240] as const
/** The head of a name, which says what the gift is, counts more than its other words. */
const HEAD_COUNTS = 2
/** A doubtful correction ranks below every certain match. */
export const DOUBT = 7000
/** Keeps scores above zero, even with a doubt. */
export const ABOVE_DOUBT = DOUBT + 2000
/** The word is in a name, possibly as a synonym. */
const NAMED = ABOVE_DOUBT + 3100
/** If fewer gifts than this contain all words, gifts that match only the head follow. */
const FIRST_ROW = 5
/** The typed word is the gift's own name. */
const CALLED = ABOVE_DOUBT + 5200
/** The word is at least in a tag. */
export const TAGS = FIELD_WORTH[FIELDS.tags]

/** Score arrays for all gifts, reused by each search. */
export class Scores {
  #total: Float64Array
  #reached: Uint8Array
  /** Scores of the current word, until they are added to the total. */
  #best: Float64Array

  /** The fields with a match, one bit each. */
  #fields: Uint16Array
  /** For searches of several words: how many of the required brands match, and whether the gift's head matches. */
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

  /** Gifts that match at least one of the ways. Their scores are in #best. */
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

/** Gifts that match all parts of a way, with the score of the worst part. */
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
