import { decodeWindows1252 } from '#domain/text/windows-1252.ts'
import type { Sheet, Unreadable } from '#server/lists/spreadsheet.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

const OPTIONS = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, bom: true }
/** Characters and rows from which the delimiter is detected. */
const SAMPLE_LENGTH = 200_000
const SAMPLE_ROWS = 30
/** Control characters that no program writes into a table. Allowed: 0x1a (end of a DOS file), 0x0b (line break in a cell). */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0001-\u0008\u000e-\u0019\u001b-\u001f]/
// oxlint-disable-next-line no-control-regex
const CONTROL_OR_ZERO = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/

/** Node 20 has it; the types of this project are of an older standard. */
const wellFormed = (text: string) => (text as unknown as { toWellFormed(): string }).toWellFormed()
export const cleanCell = (cell: unknown) =>
  wellFormed(String(cell)).replaceAll('\0', '').replaceAll('\r\n', '\n').trim()

/** Text with any delimiter in UTF-8, UTF-16 or Windows-1252. */
export async function readCsv(bytes: Buffer, maxRows: number): Promise<Sheet | Unreadable> {
  const { parse } = await import('csv-parse/sync')
  const { encoding, text: decodedText } = decode(bytes)
  // Excel names the delimiter in a line `sep=;`. Its line break stays, so that line numbers match the file.
  const [, declared] = /^\ufeff?sep=(.)\r?\n/i.exec(decodedText) ?? []
  const text = declared === undefined ? decodedText : decodedText.replace(/^(\ufeff?)sep=./i, '$1')
  const position = text.search(encoding === 'windows-1252' ? CONTROL_OR_ZERO : CONTROL)
  if (position >= 0) return { unreadable: { line: lineOf(text, position), why: 'no-text' } }
  const delimiter = declared ?? bestDelimiter(parse, text)
  const rows: Sheet['rows'] = []
  try {
    parse(text, {
      ...OPTIONS,
      delimiter,
      to: maxRows,
      on_record: (cells: string[], { records, empty_lines }) => {
        rows.push({ line: records + empty_lines, cells: cells.map(cleanCell) })
        return null
      },
    })
  } catch (error) {
    const { code, records = 0 } = error as { code?: string; records?: number }
    if (code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    return { unreadable: { line: lineAfter(parse, text, delimiter, records), why: 'quote' } }
  }
  return { rows, reading: { form: 'csv', encoding, delimiter } }
}

type Parse = typeof import('csv-parse/sync').parse

function decode(bytes: Buffer): { encoding: string; text: string } {
  const byByteOrderMark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  if (byByteOrderMark)
    return { encoding: byByteOrderMark, text: new TextDecoder(byByteOrderMark).decode(bytes) }
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { encoding: 'windows-1252', text: decodeWindows1252(bytes) }
  }
}

const lineOf = (text: string, position: number) =>
  text.slice(0, position).split(/\r\n|\r|\n/).length

/** The delimiter that splits the first rows into most columns, with the same number in each row. */
function bestDelimiter(parse: Parse, text: string): string {
  const score = (delimiter: string) => {
    const widths: number[] = []
    try {
      parse(text.slice(0, SAMPLE_LENGTH), {
        ...OPTIONS,
        delimiter,
        to: SAMPLE_ROWS,
        on_record: (row: string[]) => {
          widths.push(row.length)
          return null
        },
      })
    } catch {
      // The complete file is parsed later, and reports its errors then.
    }
    const completeWidths = widths.length > 1 ? widths.slice(0, -1) : widths
    const head = completeWidths[0] ?? 1
    return head === 1
      ? 0
      : head * (completeWidths.filter((width) => width === head).length / completeWidths.length)
  }
  const scores = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, score: score(delimiter) }))
  const best = scores.toSorted((a, b) => b.score - a.score)[0]
  return best && best.score > 0 ? best.delimiter : ','
}

/** The line after the last complete row, where the unclosed quote is. The parser itself names the last line of the file. */
function lineAfter(parse: Parse, text: string, delimiter: string, records: number): number {
  if (records === 0) return 1
  const completeRows = parse(text, { ...OPTIONS, delimiter, to: records, info: true })
  const last = completeRows.at(-1) as unknown as { info: { lines: number } } | undefined
  return (last?.info.lines ?? 0) + 1
}
