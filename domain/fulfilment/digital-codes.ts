/** The code of a digital gift; `pin` is '' if there is none. */
export type GiftCode = { code: string; pin: string }

/** A code with its line number in the text, from 1. */
export type ReadCode = GiftCode & { line: number }

type ReadCodes = {
  /** Unique codes, in input order. */
  codes: ReadCode[]
  /** Lines that repeat a code. `otherPin`: with a different PIN. */
  twice: (ReadCode & { otherPin: boolean })[]
  /**
   * Single-column lines with a space, read as code and PIN. It is unknown whether the part after the space is a PIN.
   */
  unclear: ReadCode[]
  /** Lines without a valid code. */
  wrong: { line: number; why: WrongCode }[]
}

/** Unclosed quote; more cells than code and PIN; too few characters; too many; invalid characters. */
export const WRONG_CODES = ['quote', 'columns', 'short', 'long', 'signs'] as const
type WrongCode = (typeof WRONG_CODES)[number]

/** The meaning of the part after the last space, if a line has no other separator. */
export const AFTER_SPACE = ['code', 'pin'] as const
export type AfterSpace = (typeof AFTER_SPACE)[number]

const SHORTEST = 4
const LONGEST = 120

/**
 * Normalizes a code for comparison. Two codes with the same normalized form are different codes, because the issuer
 * may be case sensitive. Often they are one code written twice.
 */
export const plainCode = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, '')

/** Enough characters to identify a code, too few to use it. */
export const maskedCode = (code: string) =>
  `…${code.slice(-Math.min(3, Math.floor(code.length / 4)))}`

/**
 * Reads one code per line with an optional PIN, from a table or pasted text. A header row is recognized by its first
 * word. In a single-column text with a space, as in ABCD1234 5678, the second part may be a PIN. Such lines are read
 * only if a header or `behindBlank` decides this.
 */
export function readGiftCodes(text: string, afterSpace?: AfterSpace): ReadCodes {
  const pinByCode = new Map<string, string>()
  const found: ReadCodes = { codes: [], twice: [], unclear: [], wrong: [] }
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((row, index) => ({ row, line: index + 1, cells: cellsOf(row) }))
  const isOneColumn = rows.every(
    ({ cells }) => cells?.slice(1).every((cell) => cell === '') ?? true,
  )
  let meaning = afterSpace
  for (const { row, line, cells } of rows) {
    let [code = '', pin = ''] = cells ?? []
    if (cells?.every((cell) => cell === '')) continue
    const [header, pinInHeader] = (line === 1 && HEADER.exec(code)) || []
    if (header !== undefined) {
      if (pinInHeader !== undefined) meaning ??= 'pin'
      continue
    }
    const [, front, back] = (isOneColumn && !isQuoted(row) && LAST_SPACE.exec(code)) || []
    if (front !== undefined && back !== undefined) {
      if (meaning === undefined) {
        found.unclear.push({ code: front, pin: back, line })
        continue
      }
      if (meaning === 'pin') [code, pin] = [front, back]
    }
    const why = findError(cells && [code, pin, ...cells.slice(2)])
    const earlierPin = pinByCode.get(code)
    if (why !== null) found.wrong.push({ line, why })
    else if (earlierPin !== undefined)
      found.twice.push({ code, pin, line, otherPin: isOtherPin(pin, earlierPin) })
    else {
      pinByCode.set(code, pin)
      found.codes.push({ code, pin, line })
    }
  }
  return found
}

const HEADER = /^(?:gift )?codes?(\s+pin(?:s| ?codes?)?)?$/i
const LAST_SPACE = /^(.*\S)\s+(\S+)$/
const isQuoted = (row: string) => /^\s*=?"/.test(row)

/**
 * The cells of a row. Inside quotes every character belongs to the cell, and a quote is doubled. Also reads the
 * format in which spreadsheets store digits as text (="0012"). Undefined if a quote is not closed.
 */
function cellsOf(row: string): string[] | undefined {
  const cells: string[] = []
  let rest = row
  while (true) {
    const [matched, quoted, bare = ''] =
      /^\s*(?:=?"((?:[^"]|"")*)"\s*|([^;,\t"][^;,\t]*|))(?=[;,\t]|$)/.exec(rest) ?? []
    if (matched === undefined) return undefined
    cells.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    if (matched.length === rest.length) return cells
    rest = rest.slice(matched.length + 1)
  }
}

function findError(cells: string[] | undefined): WrongCode | null {
  if (cells === undefined) return 'quote'
  const [code = '', pin = '', ...more] = cells
  if (more.some((cell) => cell !== '')) return 'columns'
  if (code.length > LONGEST || pin.length > LONGEST) return 'long'
  if (![code, pin].every((text) => text === '' || isSafeText(text))) return 'signs'
  return plainCode(code).length < SHORTEST ? 'short' : null
}

/** A spreadsheet runs text that starts with = or @ as a formula. Codes may start with - or +. */
const isSafeText = (text: string) => /^(?![=@])[\x21-\x7E]+( [\x21-\x7E]+)*$/.test(text)

/** Whether the new PIN differs from the stored one, so that staff learn about the PIN that is not stored. */
export const isOtherPin = (pin: string, storedPin: string) => pin !== '' && pin !== storedPin
