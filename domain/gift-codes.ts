/** What somebody uses a digital gift with; `pin` is '' where there is none. */
export type GiftCode = { code: string; pin: string }

type ReadCodes = {
  /** Each once, in the order in which they stand. */
  codes: GiftCode[]
  /** Lines that name a code again. */
  twice: number
  /** Lines that hold something else, counted from one. */
  wrong: number[]
}

const SHORTEST = 4
const LONGEST = 120

/** Two that differ in case, blanks and hyphens alone are one: people type them as they like. */
export const plainCode = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, '')

/**
 * A code a line, a PIN beside it where there is one, as a table or as pasted text. A first line of titles is known
 * by its first word.
 */
export function readGiftCodes(text: string): ReadCodes {
  const known = new Set<string>()
  const found: ReadCodes = { codes: [], twice: 0, wrong: [] }
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const cells = line.split(/[;,\t]/).map(bare)
    const [code = '', pin = '', ...more] = cells
    if (cells.every((cell) => cell === '')) continue
    if (at === 0 && /^(gift )?codes?$/i.test(code)) continue
    const fits = isCode(code) && plainCode(code).length >= SHORTEST && (pin === '' || isCode(pin))
    if (!fits || more.some((cell) => cell !== '')) found.wrong.push(at + 1)
    else if (known.has(plainCode(code))) found.twice += 1
    else {
      known.add(plainCode(code))
      found.codes.push({ code, pin })
    }
  }
  return found
}

const bare = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

const isCode = (text: string) =>
  text.length <= LONGEST && /^[\x21-\x7E]+( [\x21-\x7E]+)*$/.test(text)
