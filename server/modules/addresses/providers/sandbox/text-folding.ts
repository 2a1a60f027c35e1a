export type Folded = {
  text: string
  /** For every character of `text`, its position in the original. */
  positions: number[]
}

const LIGATURES = new Map([
  ['ß', 'ss'],
  ['œ', 'oe'],
  ['æ', 'ae'],
])

/**
 * Normalizes a text for comparison: no accents, no capitals, dashes and apostrophes as spaces, no double spaces. A
 * space at the end stays, because it marks the word before it as complete.
 */
export function foldWithPositions(original: string): Folded {
  let text = ''
  const positions: number[] = []
  let position = 0
  for (const character of original) {
    for (const letter of foldCharacter(character)) {
      if (letter === ' ' && (text === '' || text.endsWith(' '))) continue
      text += letter
      // One entry per UTF-16 unit, because an emoji has two.
      positions.push(...Array.from({ length: letter.length }, () => position))
    }
    position += character.length
  }
  return { text, positions }
}

export function fold(text: string) {
  return foldWithPositions(text).text
}

export const compact = (text: string) => fold(text).replaceAll(' ', '')

function foldCharacter(character: string) {
  const lower = character.toLowerCase()
  const plain = LIGATURES.get(lower) ?? lower.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[\s\p{Pd}'’`]/gu, ' ')
}

/** Where the label contains the typed text at the start of a word: its first position and the one after its last. */
export function highlights(label: string, typed: string): [number, number][] {
  const needle = fold(typed).trim()
  const { text, positions } = foldWithPositions(label)
  // The space before both finds starts of words only, and leaves the position as it is.
  const found = needle === '' ? -1 : ` ${text}`.indexOf(` ${needle}`)
  if (found < 0) return []
  const start = positions[found]
  const last = positions[found + needle.length - 1]
  return start === undefined || last === undefined ? [] : [[start, last + 1]]
}
