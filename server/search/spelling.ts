import { errorsBetween, oneErrorAway } from '#domain/typing-errors.ts'
import type { GiftIndex } from '#server/search/gift-index.ts'

const MOST_MEANT = 8
const MOST_NEAREST = 3

/** The words with a weight that are one typing error away, the likeliest first. */
export function meantWords(typed: string, weightOf: (word: string) => number): string[] {
  const likely = new Map<string, number>()
  for (const [meant, likeliness] of oneErrorAway(typed)) {
    const weight = weightOf(meant)
    if (weight === 0) continue
    const before = likely.get(meant) ?? 0
    if (likeliness + weight > before) likely.set(meant, likeliness + weight)
  }
  return [...likely]
    .sort(([a, likelyA], [b, likelyB]) => likelyB - likelyA || (a < b ? -1 : 1))
    .slice(0, MOST_MEANT)
    .map(([word]) => word)
}

/** Words that are not quite what was typed, for who found nothing. */
export function nearestWords(index: GiftIndex, typed: readonly string[]): string[] {
  const near: { word: string; far: number }[] = []
  for (const asked of typed) {
    if (asked.length < 4) continue
    const most = asked.length < 6 ? 1 : asked.length < 9 ? 2 : 3
    const letters = lettersOf(asked)
    for (const [word, weight] of index.weighed()) {
      if (Math.abs(word.length - asked.length) > most || word.length < 3) continue
      // Each error changes at most two letters of the set.
      if (countBits(letters ^ lettersOf(word)) > most * 2) continue
      const errors = errorsBetween(asked, word, most)
      if (errors <= most) near.push({ word, far: errors * 20 - weight })
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
