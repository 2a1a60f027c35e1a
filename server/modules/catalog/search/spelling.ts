import { isCommonWord } from '#domain/search/common-words.ts'
import {
  editDistance,
  MIN_LIKELIHOOD,
  LENGTH_FOR_ANY_ERROR,
  listSingleErrors,
} from '#domain/search/typing-errors.ts'
import { isStopWord } from '#domain/search/word-forms.ts'
import type { SearchedIndex } from '#server/modules/catalog/search/searched-index.ts'

const MAX_CORRECTIONS = 8
const MAX_SUGGESTIONS = 3
/** A word with less weight occurs only in descriptions, not in a name, tag or editors' text. */
const MIN_WEIGHT = 6
/** A wrong first letter is corrected only to a word of a gift's name or an editors' phrase. */
const MIN_WEIGHT_FOR_FIRST_LETTER = 9
const LONG_WORD = 7
const VERY_LONG_WORD = 9

/** Weighted words that are one typing error away, the likeliest first. */
export function listCorrections(typed: string, weightOf: (word: string) => number): string[] {
  const likely = new Map<string, number>()
  for (const [candidate, likeliness] of listSingleErrors(typed)) {
    const weight = weightOf(candidate)
    if (weight === 0) continue
    if ((weight < MIN_WEIGHT || typed.length < LENGTH_FOR_ANY_ERROR) && likeliness < MIN_LIKELIHOOD)
      continue
    if (typed.length < LENGTH_FOR_ANY_ERROR && candidate.length < typed.length) continue
    if (
      candidate[0] !== typed[0] &&
      likeliness < MIN_LIKELIHOOD &&
      weight < MIN_WEIGHT_FOR_FIRST_LETTER
    )
      continue
    const before = likely.get(candidate) ?? 0
    if (likeliness + weight > before) likely.set(candidate, likeliness + weight)
  }
  return [...likely]
    .sort(([a, likelyA], [b, likelyB]) => likelyB - likelyA || (a < b ? -1 : 1))
    .slice(0, MAX_CORRECTIONS)
    .map(([word]) => word)
}

/** Two errors are corrected only in a long word, and not in its first letter. */
export function findWordWithTwoErrors(index: SearchedIndex, typed: string): string | undefined {
  if (typed.length < LONG_WORD + 1) return undefined
  let best: string | undefined
  let bestWeight = 0
  for (const [word, weight] of index.weightedWords()) {
    if (weight <= MIN_WEIGHT || weight <= bestWeight || word[0] !== typed[0]) continue
    if (Math.abs(word.length - typed.length) > 2 || word.length < LONG_WORD) continue
    if (countBits(letterSet(typed) ^ letterSet(word)) > 4) continue
    if (editDistance(typed, word, 2) > 2 || !index.knows(word)) continue
    best = word
    bestWeight = weight
  }
  return best
}

/** Similar words, for a search without results. */
export function listSimilarWords(index: SearchedIndex, typed: readonly string[]): string[] {
  const similar: { word: string; distance: number }[] = []
  for (const typedWord of typed) {
    if (typedWord.length < LENGTH_FOR_ANY_ERROR || isCommonWord(typedWord, index.language)) continue
    const maxErrors = allowedErrors(typedWord)
    const letters = letterSet(typedWord)
    for (const [word, weight] of index.weightedWords()) {
      if (Math.abs(word.length - typedWord.length) > maxErrors || weight < MIN_WEIGHT) continue
      if (word[0] !== typedWord[0] || isStopWord(word, index.language)) continue
      // Each error changes at most two letters of the set.
      if (countBits(letters ^ letterSet(word)) > maxErrors * 2) continue
      const errors = editDistance(typedWord, word, maxErrors)
      if (errors <= maxErrors && index.knows(word))
        similar.push({ word, distance: errors * 20 - weight })
    }
  }
  const words = similar.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
  return [...new Set(words.map(({ word }) => index.written(word)))].slice(0, MAX_SUGGESTIONS)
}

function allowedErrors({ length }: string) {
  if (length < LONG_WORD) return 1
  return length < VERY_LONG_WORD ? 2 : 3
}

/** The letters of a word, one bit each. Comparing these is faster than the edit distance. */
function letterSet(word: string) {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters
}

function countBits(bits: number) {
  let count = 0
  // Each step removes the lowest bit.
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count += 1
  return count
}
