import { readCsv } from '#server/lists/parse-csv.ts'
import { readXlsx } from '#server/lists/parse-xlsx.ts'
import type { Sheet, Unreadable } from '#server/lists/spreadsheet.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

/** The most rows that are read. Every call has a lower limit, and refuses a longer file. */
const MAX_ROWS = 60_000
/** No list needs more. A larger result would block the server. */
const MAX_CELLS = 2_500_000

export async function readSheetBytes(file: Buffer): Promise<Sheet | Unreadable> {
  const bytes = Buffer.from(file)
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const sheet = await (isZip ? readXlsx(bytes, MAX_ROWS) : readCsv(bytes, MAX_ROWS))
  if ('unreadable' in sheet) return sheet
  const rows = sheet.rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.reduce((sum, { cells }) => sum + cells.length, 0) > MAX_CELLS)
    throw new Error('the table has too many cells')
  // In text that was saved with a wrong encoding, these characters replace quotation marks and euro
  // signs.
  for (const { line, cells } of rows) {
    const index = cells.findIndex((cell) => /[\x80-\x9f]/.test(cell))
    if (index >= 0) return { unreadable: { line, column: index + 1, why: 'control' } }
  }
  return { ...sheet, rows }
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
