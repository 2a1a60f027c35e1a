const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** One typing error is allowed in words with at least this many letters. */
export const FORGIVEN_FROM = 4
/**
 * In shorter words, or for words in a description only, the error must be at least this likely, like a lost letter or
 * two swapped letters.
 */
export const LIKELY_FROM = 20
export const LONG_ENOUGH = 5

/** All words that are one typing error away, with the likelihood of that error. */
export function* oneErrorAway(word: string): Generator<[meant: string, likely: number]> {
  for (let at = 0; at < word.length; at += 1) {
    const before = word.slice(0, at)
    const letter = word.charAt(at)
    const after = word.slice(at + 1)
    const next = word.charAt(at + 1)
    const inFirst = at === 0 ? -8 : 0
    if (next !== '' && next !== letter)
      yield [before + next + letter + word.slice(at + 2), 30 + inFirst]
    yield [before + after, (letter === next ? 28 : 20) + inFirst]
    for (const other of LETTERS) {
      if (other !== letter)
        yield [before + other + after, (isVowel(other) === isVowel(letter) ? 14 : 10) + inFirst]
      yield [before + other + word.slice(at), (other === letter ? 28 : 20) + inFirst]
    }
  }
  for (const other of LETTERS) yield [word + other, 20]
}

/** With double letters reduced to one. */
export const undoubled = (word: string) => word.replace(/([a-z])\1+/g, '$1')

const isVowel = (letter: string) => 'aeiouy'.includes(letter)

/** Edit distance of two words, with a swap of neighbours as one edit; `most` + 1 if it exceeds `most`. */
export function errorsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row]
    let least = row
    for (let at = 1; at <= b.length; at += 1) {
      const same = a[row - 1] === b[at - 1]
      let errors = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
      )
      if (a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        errors = Math.min(errors, (beforeLast[at - 2] ?? 0) + 1)
      now.push(errors)
      if (errors < least) least = errors
    }
    if (least > most) return most + 1
    beforeLast = last
    last = now
  }
  return Math.min(last[b.length] ?? 0, most + 1)
}
