import { readCsv } from '#server/lists/parse-csv.ts'
import { readXlsx } from '#server/lists/parse-xlsx.ts'
import type { Sheet, Unreadable } from '#server/lists/spreadsheet.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

/** The most rows that are read. Every call has a lower limit, and refuses a longer file. */
const MOST_ROWS = 60_000
/** More than any list needs. A larger result would keep the server busy. */
const MOST_CELLS = 2_500_000

export async function readSheetBytes(sent: Buffer): Promise<Sheet | Unreadable> {
  const bytes = Buffer.from(sent)
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const read = await (isZip ? readXlsx(bytes, MOST_ROWS) : readCsv(bytes, MOST_ROWS))
  if ('unreadable' in read) return read
  const rows = read.rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.reduce((sum, { cells }) => sum + cells.length, 0) > MOST_CELLS)
    throw new Error('the table has too many cells')
  // A file that was decoded with the wrong encoding before has these characters in place of quotation marks and euro
  // signs.
  for (const { line, cells } of rows) {
    const at = cells.findIndex((cell) => /[\x80-\x9f]/.test(cell))
    if (at >= 0) return { unreadable: { line, column: at + 1, why: 'control' } }
  }
  return { ...read, rows }
}

export async function writeSheetBytes(rows: (string | number | null)[][]): Promise<Buffer> {
  const { default: write } = await import('write-excel-file/node')
  const cells = rows.map((row) =>
    row.map((value) =>
      value === null ? null : { value, type: typeof value === 'number' ? Number : String },
    ),
  )
  return write(cells as never).toBuffer()
}
