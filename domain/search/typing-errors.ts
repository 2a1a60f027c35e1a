const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Words with at least this many letters may contain one typing error. */
export const MIN_LENGTH_FOR_ERRORS = 4
/** From this length on, any single error is allowed. Shorter words may contain only a likely one. */
export const LENGTH_FOR_ANY_ERROR = 5
/** A likely error, such as a lost letter or two swapped letters. Words found only in descriptions need one too. */
export const MIN_LIKELIHOOD = 20

/** All words that are one typing error away, with the likelihood of that error. */
export function* listSingleErrors(
  word: string,
): Generator<[candidate: string, likelihood: number]> {
  for (let at = 0; at < word.length; at += 1) {
    const before = word.slice(0, at)
    const letter = word.charAt(at)
    const after = word.slice(at + 1)
    const next = word.charAt(at + 1)
    const firstLetterPenalty = at === 0 ? -8 : 0
    if (next !== '' && next !== letter)
      yield [before + next + letter + word.slice(at + 2), 30 + firstLetterPenalty]
    yield [before + after, (letter === next ? 28 : 20) + firstLetterPenalty]
    for (const other of LETTERS) {
      if (other !== letter)
        yield [
          before + other + after,
          (isVowel(other) === isVowel(letter) ? 14 : 10) + firstLetterPenalty,
        ]
      yield [before + other + word.slice(at), (other === letter ? 28 : 20) + firstLetterPenalty]
    }
  }
  for (const other of LETTERS) yield [word + other, 20]
}

export const withoutDoubleLetters = (word: string) => word.replace(/([a-z])\1+/g, '$1')

const isVowel = (letter: string) => 'aeiouy'.includes(letter)

/** The edits that turn one word into the other. A swap of neighbours is one edit. `max` + 1 if there are more. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const currentRow = [row]
    let lowest = row
    for (let column = 1; column <= b.length; column += 1) {
      const isSameLetter = a[row - 1] === b[column - 1]
      let edits = Math.min(
        (lastRow[column] ?? 0) + 1,
        (currentRow[column - 1] ?? 0) + 1,
        (lastRow[column - 1] ?? 0) + (isSameLetter ? 0 : 1),
      )
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        edits = Math.min(edits, (rowBeforeLast[column - 2] ?? 0) + 1)
      currentRow.push(edits)
      if (edits < lowest) lowest = edits
    }
    if (lowest > max) return max + 1
    rowBeforeLast = lastRow
    lastRow = currentRow
  }
  return Math.min(lastRow[b.length] ?? 0, max + 1)
}
