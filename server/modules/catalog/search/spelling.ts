import { isCommonWord } from '#domain/search/common-words.ts'
import {
  editDistance,
  MIN_LIKELIHOOD,
  LENGTH_FOR_ANY_ERROR,
  listSingleErrors,
} from '#domain/search/typing-errors.ts'
import { isStopWord } from '#domain/search/word-forms.ts'
import type { SearchedIndex } from '#server/modules/catalog/search/searched-index.ts'

const MOST_MEANT = 8
const MOST_NEAREST = 3
/** A word with less weight occurs only in descriptions, not in a name, tag or editors' text. */
const CALLED_WEIGHT = 6
/** A different first letter is corrected only to a gift's own name. */
const FIRST_LETTER_WEIGHT = 9
/** Two errors are corrected only in long words. */
const LONG = 7
const LONGER = 9

/** Weighted words that are one typing error away, the likeliest first. */
export function meantWords(typed: string, weightOf: (word: string) => number): string[] {
  const likely = new Map<string, number>()
  for (const [candidate, likeliness] of listSingleErrors(typed)) {
    const weight = weightOf(candidate)
    if (weight === 0) continue
    if (
      (weight < CALLED_WEIGHT || typed.length < LENGTH_FOR_ANY_ERROR) &&
      likeliness < MIN_LIKELIHOOD
    )
      continue
    if (typed.length < LENGTH_FOR_ANY_ERROR && candidate.length < typed.length) continue
    if (candidate[0] !== typed[0] && likeliness < MIN_LIKELIHOOD && weight < FIRST_LETTER_WEIGHT)
      continue
    const before = likely.get(candidate) ?? 0
    if (likeliness + weight > before) likely.set(candidate, likeliness + weight)
  }
  return [...likely]
    .sort(([a, likelyA], [b, likelyB]) => likelyB - likelyA || (a < b ? -1 : 1))
    .slice(0, MOST_MEANT)
    .map(([word]) => word)
}

/** Two errors are corrected only in a long word, and not in its first letter. */
export function wordWithTwoErrors(index: SearchedIndex, typed: string): string | undefined {
  if (typed.length < LONG + 1) return undefined
  let best: string | undefined
  let most = 0
  for (const [word, weight] of index.weighed()) {
    if (weight <= CALLED_WEIGHT || weight <= most || word[0] !== typed[0]) continue
    if (Math.abs(word.length - typed.length) > 2 || word.length < LONG) continue
    if (countBits(lettersOf(typed) ^ lettersOf(word)) > 4) continue
    if (editDistance(typed, word, 2) > 2 || !index.knows(word)) continue
    best = word
    most = weight
  }
  return best
}

/** Similar words, for a search without results. */
export function nearestWords(index: SearchedIndex, typed: readonly string[]): string[] {
  const near: { word: string; far: number }[] = []
  for (const asked of typed) {
    if (asked.length < LENGTH_FOR_ANY_ERROR || isCommonWord(asked, index.language)) continue
    const most = asked.length < LONG ? 1 : asked.length < LONGER ? 2 : 3
    const letters = lettersOf(asked)
    for (const [word, weight] of index.weighed()) {
      if (Math.abs(word.length - asked.length) > most || weight < CALLED_WEIGHT) continue
      if (word[0] !== asked[0] || isStopWord(word, index.language)) continue
      // Each error changes at most two letters of the set.
      if (countBits(letters ^ lettersOf(word)) > most * 2) continue
      const errors = editDistance(asked, word, most)
      if (errors <= most && index.knows(word)) near.push({ word, far: errors * 20 - weight })
    }
  }
  const words = near.sort((a, b) => a.far - b.far || (a.word < b.word ? -1 : 1))
  return [...new Set(words.map(({ word }) => index.written(word)))].slice(0, MOST_NEAREST)
}

function lettersOf(word: string) {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function countBits(bits: number) {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
