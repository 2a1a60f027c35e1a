import { Readable } from 'node:stream'

import type { Cell, CsvColumns, RowParts } from '#server/lists/csv-download.ts'
import { Download } from '#server/http/raw-response.ts'
import { writeSheet } from '#server/lists/read-spreadsheet.ts'

/** A list as XLSX. Text stays text, even if it looks like a formula. */
export async function sheetDownload<Row>(
  fileName: string,
  columns: CsvColumns<Row>,
  parts: RowParts<Row>,
): Promise<Download> {
  const rows: (string | number | null)[][] = [Object.keys(columns)]
  for await (const part of parts) {
    for (const row of part) {
      rows.push(Object.values(columns).map((cell) => sheetCell(cell(row))))
    }
  }
  return new Download(
    fileName,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    Readable.from([await writeSheet(rows)]),
  )
}

/** Cents become a number in euros, which a spreadsheet can add. */
function sheetCell(cell: Cell): string | number | null {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return typeof cell === 'bigint' ? Number(cell) / 100 : cell
}
