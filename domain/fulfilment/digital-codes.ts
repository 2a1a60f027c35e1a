/** What somebody uses a digital gift with; `pin` is '' where there is none. */
export type GiftCode = { code: string; pin: string }

/** Where one of them stands, counted from one. */
export type ReadCode = GiftCode & { line: number }

type ReadCodes = {
  /** Each once, in the order in which they stand. */
  codes: ReadCode[]
  /** Lines that name a code again. */
  twice: (ReadCode & { otherPin: boolean })[]
  /** Lines of one column with a blank in them, as they would be with a PIN behind it: nobody has said whether it is one. */
  unclear: ReadCode[]
  /** Lines that hold something else. */
  wrong: { line: number; why: WrongCode }[]
}

/** A quote that does not end where its cell does, more than a code and its PIN, too few signs, too many, or other ones. */
export const WRONG_CODES = ['quote', 'columns', 'short', 'long', 'signs'] as const
type WrongCode = (typeof WRONG_CODES)[number]

/** What stands behind the last blank of a line that nothing else divides: a part of its code, or its PIN. */
export const BEHIND_BLANKS = ['code', 'pin'] as const
export type BehindBlank = (typeof BEHIND_BLANKS)[number]

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
 * by its first word. Where a text has one column alone and a line of it a blank, as in ABCD1234 5678, that may be a code
 * or a code with its PIN: it is read only when a title or `behindBlank` says which.
 */
export function readGiftCodes(text: string, behindBlank?: BehindBlank): ReadCodes {
  const known = new Map<string, string>()
  const found: ReadCodes = { codes: [], twice: [], unclear: [], wrong: [] }
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((row, at) => ({ row, line: at + 1, cells: cellsOf(row) }))
  const isOneColumn = rows.every(
    ({ cells }) => cells?.slice(1).every((cell) => cell === '') ?? true,
  )
  let behind = behindBlank
  for (const { row, line, cells } of rows) {
    let [code = '', pin = ''] = cells ?? []
    if (cells?.every((cell) => cell === '')) continue
    const [titled, ofPin] = (line === 1 && TITLE.exec(code)) || []
    if (titled !== undefined) {
      if (ofPin !== undefined) behind ??= 'pin'
      continue
    }
    const [, front, back] = (isOneColumn && !isQuoted(row) && LAST_BLANK.exec(code)) || []
    if (front !== undefined && back !== undefined) {
      if (behind === undefined) {
        found.unclear.push({ code: front, pin: back, line })
        continue
      }
      if (behind === 'pin') [code, pin] = [front, back]
    }
    const why = wrongIn(cells && [code, pin, ...cells.slice(2)])
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

const TITLE = /^(?:gift )?codes?(\s+pin(?:s| ?codes?)?)?$/i
const LAST_BLANK = /^(.*\S)\s+(\S+)$/
const isQuoted = (row: string) => /^\s*=?"/.test(row)

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

/** What begins with = or @ is reckoned by a spreadsheet; codes may begin with - or +. */
const areSigns = (text: string) => /^(?![=@])[\x21-\x7E]+( [\x21-\x7E]+)*$/.test(text)

/** Whether what is brought says a PIN that is not the one that is known: one of the two would be lost without a word. */
export const isOtherPin = (pin: string, known: string) => pin !== '' && pin !== known
