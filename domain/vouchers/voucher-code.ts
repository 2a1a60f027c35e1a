/** Without 0, o, 1, l and i, so that look-alike characters cannot be confused. */
export const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

export const CODE_LENGTH = 9

/** Any dash, space, dot, slash or invisible character, and the symbols minus and bar. */
const SEPARATORS = /[\p{P}\p{Z}\p{C}\u2212|]/gu

/** A code that was read aloud, copied from a letter or pasted from a mail, without separators. */
export function tidyCode(typed: string): string {
  return typed.normalize('NFKC').toLowerCase().replace(SEPARATORS, '')
}

/** Codes from elsewhere use all letters and digits. Only codes created here keep to the alphabet. */
export function looksLikeCode(text: string): boolean {
  return /^[a-z0-9]{9}$/.test(text)
}

export function splitCode(code: string): [string, string, string] {
  return [code.slice(0, 3), code.slice(3, 6), code.slice(6, CODE_LENGTH)]
}

/**
 * Alternative readings, most likely first. Only characters outside the alphabet are listed. The others are
 * unambiguous.
 */
const LOOK_ALIKES = [
  ['o', '0'],
  ['0', 'o'],
  ['i', '1'],
  ['l', '1'],
  ['1', 'l'],
] as const

/**
 * The codes to try: the typed one and the most likely alternative. Each try costs a login attempt, and a proof of
 * work if required. A reader confuses a character consistently, so all its occurrences are replaced. Empty if the
 * text does not look like a code.
 */
export function codeCandidates(typed: string): string[] {
  const code = tidyCode(typed)
  if (!looksLikeCode(code)) return []
  const lookAlike = LOOK_ALIKES.find(([letter]) => code.includes(letter))
  return lookAlike ? [code, code.replaceAll(lookAlike[0], lookAlike[1])] : [code]
}

/**
 * The ninth character for eight others. Weights 2 to 9 modulo the prime 31, so that every single
 * wrong character and every swap of two is detected. An even modulus or equal weights would miss
 * some.
 */
export function checkCharacter(first8: string): string {
  if (first8.length !== CODE_LENGTH - 1)
    throw new RangeError('check character requires eight characters')
  const sum = first8
    .split('')
    .reduce((sum, letter, index) => sum + valueOf(letter) * (index + 2), 0)
  return letterAt(sum % CODE_ALPHABET.length)
}

const isInAlphabet = (code: string) =>
  code.split('').every((letter) => CODE_ALPHABET.includes(letter))

/** Only for codes with a check character. Codes from elsewhere have none. */
export function hasValidCheck(code: string): boolean {
  if (code.length !== CODE_LENGTH || !isInAlphabet(code)) return false
  return checkCharacter(code.slice(0, -1)) === code.slice(-1)
}

/** Words in the shop's languages that three characters of the alphabet can spell. */
const OFFENSIVE = new Set(
  'ass cum dyk fag fck fuc fuk gay jap kak kkk kut nsb put sex sfu sht ssa suc tyf wtf xxx'.split(
    ' ',
  ),
)

/** Digits that are read as letters. */
const LEET: Record<string, string> = { '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' }

export function isOffensive(code: string): boolean {
  const asLetters = code.replace(/\d/g, (digit) => LEET[digit] ?? digit)
  for (let at = 0; at + 3 <= code.length; at++) {
    if (OFFENSIVE.has(asLetters.slice(at, at + 3))) return true
  }
  return false
}

/** If this many draws give only offensive codes, the random source is broken and no voucher is created. */
const MAX_DRAWS = 1000

/** Creates a code. `draw` returns random integers from 0 to 30. */
export function codeFromRandom(draw: () => number, options: { check: boolean }): string {
  for (let tries = 0; tries < MAX_DRAWS; tries++) {
    const code = options.check
      ? withCheckCharacter(drawLetters(CODE_LENGTH - 1, draw))
      : drawLetters(CODE_LENGTH, draw)
    if (!isOffensive(code)) return code
  }
  throw new RangeError('random source returns no usable code')
}

const withCheckCharacter = (first8: string) => first8 + checkCharacter(first8)

const drawLetters = (length: number, draw: () => number) =>
  Array.from({ length }, () => letterAt(draw())).join('')

function letterAt(value: number): string {
  const letter = CODE_ALPHABET[value]
  if (letter === undefined) throw new RangeError(`no character of the alphabet: ${value}`)
  return letter
}

function valueOf(letter: string): number {
  const value = CODE_ALPHABET.indexOf(letter)
  if (value < 0) throw new RangeError(`not in the alphabet: ${letter}`)
  return value
}

/**
 * The staff search text without a complete code, because search texts appear in addresses. For text that is clearly a
 * code, the last three characters are enough.
 */
export function endOfCode(typed: string): string {
  const code = tidyCode(typed)
  const isCode = code.length === CODE_LENGTH && /\d/.test(code) && isInAlphabet(code)
  return isCode ? code.slice(-3) : typed
}
