import { Readable } from 'node:stream'

import { Download } from '#server/lists/csv-download.ts'
import { writeSheet } from '#server/lists/read-spreadsheet.ts'

/** The same as a spreadsheet: text stays text, whatever it starts with. */
export async function sheetDownload<Row>(
  fileName: string,
  columns: Record<string, (row: Row) => string | number | boolean | null>,
  parts: AsyncIterable<Row[]>,
): Promise<Download> {
  const rows: (string | number | null)[][] = [Object.keys(columns)]
  for await (const some of parts) {
    for (const row of some) {
      rows.push(
        Object.values(columns).map((cell) => {
          const value = cell(row)
          return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
        }),
      )
    }
  }
  return new Download(
    fileName,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    Readable.from([await writeSheet(rows)]),
  )
}
