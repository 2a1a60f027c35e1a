import { FIELD_BITS, FIELD_MASK, FIELDS } from '#server/modules/catalog/search/search-fields.ts'
import type { SearchedIndex } from '#server/modules/catalog/search/searched-index.ts'

/** An indexed word with the score of its fit. `skipsDescriptions`: the word does not count in descriptions. */
export type Match = { word: number; fit: number; skipsDescriptions?: boolean }
/** One way to match a search word: of each list, at least one word must be present. */
export type Alternative = Match[][]
/** A better field outweighs any better fit. */
const FIELD_SCORES = [0, 100, 1000, 2000, 3750, 4000, 4450, 4600, 5000] as const
/** Bonus for a gift that also has the word in a tag or its description. */
const FIELD_BONUS = [10, 10, 120, 20, 40, 60, 60, 150, 240] as const
/** The head of a name, which says what the gift is, counts more than its other words. */
const HEAD_FACTOR = 2
/** Subtracted for a doubtful correction, so that it ranks below every certain match. */
export const DOUBT_PENALTY = 7000
/** Added to every score, so that it is positive even with a doubt. */
export const BASE_SCORE = DOUBT_PENALTY + 2000
/** At least this score: the word is in a name, possibly as a synonym. */
const NAME_SCORE = BASE_SCORE + 3100
/** The gifts of one row. If fewer gifts contain all words, gifts that match only the head follow. */
const FIRST_ROW = 5
/** At least this score: the typed word is the head of the gift's name. */
const OWN_NAME_SCORE = BASE_SCORE + 5200
/** With this score above the base, the word is at least in a tag. */
export const TAG_SCORE = FIELD_SCORES[FIELDS.tags]

/** Score arrays for all gifts, reused by each search. */
export class Scores {
  #total: Float64Array
  #reached: Uint8Array
  /** Scores of the current word, until they are added to the total. */
  #best: Float64Array

  /** The fields with a match, one bit each. */
  #fields: Uint16Array
  /** For searches of several words: how many of the typed brands match, and whether the head word names the gift. */
  #brandMatches: Uint8Array
  #matchesHead: Uint8Array

  constructor(size: number) {
    this.#total = new Float64Array(size)
    this.#reached = new Uint8Array(size)
    this.#best = new Float64Array(size)
    this.#fields = new Uint16Array(size)
    this.#brandMatches = new Uint8Array(size)
    this.#matchesHead = new Uint8Array(size)
  }

  /** Gifts that match every slot, the best first. */
  ranked(index: SearchedIndex, slots: Alternative[][]): string[] {
    let reached: number[] = []
    for (const [slot, alternatives] of slots.entries()) {
      const gifts = this.scoreGifts(index, alternatives)
      const remaining: number[] = []
      for (const gift of gifts) {
        if (this.#reached[gift] === slot) {
          this.#reached[gift] = slot + 1
          this.#total[gift] = (this.#total[gift] ?? 0) + (this.#best[gift] ?? 0)
          remaining.push(gift)
        }
        this.#best[gift] = 0
      }
      for (const gift of reached) if (this.#reached[gift] === slot) this.#clear(gift)
      reached = remaining
    }
    const ids = this.#sortedIds(index, reached)
    for (const gift of reached) this.#clear(gift)
    return ids
  }

  /** The best first. The index decides between equal totals. */
  #sortedIds(index: SearchedIndex, gifts: number[]): string[] {
    const total = this.#total
    return gifts
      .sort((a, b) => (total[b] ?? 0) - (total[a] ?? 0) || index.rankOf(a) - index.rankOf(b))
      .map((gift) => index.ids[gift] ?? '')
  }

  /**
   * Gifts in three groups: named by the head word with all words, named by the head word without some words, and not named
   * by it but with all words. `heads`: the slots that may be the head, the likeliest first.
   */
  rankInGroups(
    index: SearchedIndex,
    slots: Alternative[][],
    heads: number[],
    isBrandSlot: boolean[],
  ) {
    const found = slots.map((alternatives) => {
      const gifts = this.scoreGifts(index, alternatives)
      const scores = new Float64Array(gifts.length)
      let best = 0
      for (let position = 0; position < gifts.length; position += 1) {
        const gift = gifts[position] ?? 0
        const score = this.#best[gift] ?? 0
        this.#best[gift] = 0
        scores[position] = score
        if (score > best) best = score
      }
      return { gifts, scores, best }
    })
    const hasScore = (minimum: number) => (slot: number) => (found[slot]?.best ?? 0) >= minimum
    const head = heads.find(hasScore(OWN_NAME_SCORE)) ?? heads.find(hasScore(NAME_SCORE))
    const total = this.#total
    const reached = this.#reached
    const brandMatches = this.#brandMatches
    const matchesHead = this.#matchesHead
    const all: number[] = []
    let brandCount = 0
    for (const [slot, { gifts, scores }] of found.entries()) {
      const isBrand = isBrandSlot[slot] === true
      if (isBrand) brandCount += 1
      for (let position = 0; position < gifts.length; position += 1) {
        const gift = gifts[position] ?? 0
        const score = scores[position] ?? 0
        if (reached[gift] === 0) all.push(gift)
        reached[gift] = (reached[gift] ?? 0) + 1
        total[gift] = (total[gift] ?? 0) + (slot === head ? score * HEAD_FACTOR : score)
        if (isBrand) brandMatches[gift] = (brandMatches[gift] ?? 0) + 1
        if (slot === head && score >= NAME_SCORE) matchesHead[gift] = 1
      }
    }
    const complete: number[] = []
    const mentions: number[] = []
    const headOnly: number[] = []
    for (const gift of all) {
      if (reached[gift] === slots.length) (matchesHead[gift] === 1 ? complete : mentions).push(gift)
      else if (matchesHead[gift] === 1 && brandMatches[gift] === brandCount) headOnly.push(gift)
    }
    const groups = {
      complete: this.#sortedIds(index, complete),
      headOnly: complete.length < FIRST_ROW ? this.#sortedIds(index, headOnly) : [],
      mentions: this.#sortedIds(index, mentions),
      head,
    }
    for (const gift of all) {
      this.#clear(gift)
      brandMatches[gift] = 0
      matchesHead[gift] = 0
    }
    return groups
  }

  /** The highest score of a gift. */
  best(index: SearchedIndex, alternatives: Alternative[]): number {
    let best = 0
    for (const gift of this.scoreGifts(index, alternatives)) {
      best = Math.max(best, this.#best[gift] ?? 0)
      this.#best[gift] = 0
    }
    return best
  }

  #clear(gift: number) {
    this.#reached[gift] = 0
    this.#total[gift] = 0
  }

  /** Gifts that match at least one of the alternatives. Their scores are in #best. */
  scoreGifts(index: SearchedIndex, alternatives: Alternative[]): number[] {
    const gifts: number[] = []
    const best = this.#best
    const fields = this.#fields
    const raise = (gift: number, score: number, field: number) => {
      const before = best[gift] ?? 0
      if (before === 0) gifts.push(gift)
      if (score > before) best[gift] = score
      fields[gift] = (fields[gift] ?? 0) | (1 << field)
    }
    for (const alternative of alternatives) {
      const [only, ...more] = alternative
      if (only && more.length === 0) visitMatches(index, only, raise)
      else for (const [gift, score] of scoreAllParts(index, alternative)) raise(gift, score, 0)
    }
    for (const gift of gifts) {
      best[gift] = (best[gift] ?? 0) + bonusOf(fields[gift] ?? 0)
      fields[gift] = 0
    }
    return gifts
  }
}

/** The bonus for all fields that contain the word. */
function bonusOf(fields: number) {
  let bonus = 0
  for (let field = 0; fields >> field > 0; field += 1)
    if (fields & (1 << field)) bonus += FIELD_BONUS[field] ?? 0
  return bonus
}

function visitMatches(
  index: SearchedIndex,
  matches: Match[],
  raise: (gift: number, score: number, field: number) => void,
) {
  for (const { word, fit, skipsDescriptions = false } of matches) {
    for (const occurrence of index.occurrencesOf(word)) {
      const field = occurrence & FIELD_MASK
      const gift = occurrence >> FIELD_BITS
      if ((skipsDescriptions && field === FIELDS.description) || !index.isSold(gift)) continue
      raise(gift, BASE_SCORE + (FIELD_SCORES[field] ?? 0) + fit, field)
    }
  }
}

/** Gifts that match all parts of an alternative, with the score of the worst part. */
function scoreAllParts(index: SearchedIndex, alternative: Alternative): Map<number, number> {
  let scores: Map<number, number> | undefined
  for (const matches of alternative) {
    const next = new Map<number, number>()
    visitMatches(index, matches, (gift, score) => {
      const scoreSoFar = scores ? scores.get(gift) : Infinity
      if (scoreSoFar === undefined) return
      const worst = Math.min(scoreSoFar, score)
      if (worst > (next.get(gift) ?? 0)) next.set(gift, worst)
    })
    scores = next
  }
  return scores ?? new Map()
}
