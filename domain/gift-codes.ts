/** What somebody uses a digital gift with; `pin` is '' where there is none. */
export type GiftCode = { code: string; pin: string }

/** Where one of them stands, counted from one. */
export type ReadCode = GiftCode & { line: number }

type ReadCodes = {
  /** Each once, in the order in which they stand. */
  codes: ReadCode[]
  /** Lines that name a code again. */
  twice: (ReadCode & { otherPin: boolean })[]
  /** Lines that hold something else. */
  wrong: { line: number; why: WrongCode }[]
}

/** A quote that does not end where its cell does, more than a code and its PIN, too few signs, too many, or other ones. */
export const WRONG_CODES = ['quote', 'columns', 'short', 'long', 'signs'] as const
type WrongCode = (typeof WRONG_CODES)[number]

const SHORTEST = 4
const LONGEST = 120

/**
 * What is left of a code that somebody types as they like. Two that are alike in this alone are two, since whoever made them
 * may tell capitals apart; but often they are one that was written twice.
 */
export const plainCode = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, '')

/** So much of a code as tells it from its neighbours and opens nothing. */
export const maskedCode = (code: string) =>
  `…${code.slice(-Math.min(3, Math.floor(code.length / 4)))}`

/**
 * A code a line, a PIN beside it where there is one, as a table or as pasted text. A first line of titles is known
 * by its first word.
 */
export function readGiftCodes(text: string): ReadCodes {
  const known = new Map<string, string>()
  const found: ReadCodes = { codes: [], twice: [], wrong: [] }
  for (const [at, row] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = at + 1
    const cells = cellsOf(row)
    const [code = '', pin = ''] = cells ?? []
    if (cells?.every((cell) => cell === '')) continue
    if (at === 0 && /^(gift )?codes?$/i.test(code)) continue
    const why = wrongIn(cells)
    const before = known.get(code)
    if (why !== null) found.wrong.push({ line, why })
    else if (before !== undefined)
      found.twice.push({ code, pin, line, otherPin: isOtherPin(pin, before) })
    else {
      known.set(code, pin)
      found.codes.push({ code, pin, line })
    }
  }
  return found
}

/**
 * The cells of a row. In quotes, also as spreadsheets write what must not become a number (="0012"), every sign is a part
 * of the cell, a quote doubled. Undefined where a quote never ends.
 */
function cellsOf(row: string): string[] | undefined {
  const cells: string[] = []
  let rest = row
  while (true) {
    const [whole, quoted, bare = ''] =
      /^\s*(?:=?"((?:[^"]|"")*)"\s*|([^;,\t"][^;,\t]*|))(?=[;,\t]|$)/.exec(rest) ?? []
    if (whole === undefined) return undefined
    cells.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    if (whole.length === rest.length) return cells
    rest = rest.slice(whole.length + 1)
  }
}

function wrongIn(cells: string[] | undefined): WrongCode | null {
  if (cells === undefined) return 'quote'
  const [code = '', pin = '', ...more] = cells
  if (more.some((cell) => cell !== '')) return 'columns'
  if (code.length > LONGEST || pin.length > LONGEST) return 'long'
  if (![code, pin].every((text) => text === '' || areSigns(text))) return 'signs'
  return plainCode(code).length < SHORTEST ? 'short' : null
}

const areSigns = (text: string) => /^[\x21-\x7E]+( [\x21-\x7E]+)*$/.test(text)

/** Whether what is brought says a PIN that is not the one that is known: one of the two would be lost without a word. */
export const isOtherPin = (pin: string, known: string) => pin !== '' && pin !== known
