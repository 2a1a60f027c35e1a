import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'
import type { StaffLanguage } from '#domain/language.ts'

import { Download } from '#server/http/raw-response.ts'

export type Cell = string | number | bigint | boolean | null

/** An amount of money, with two decimals in the reader's format, also if it is negative. */
export const inEuros = (cents: number): bigint => BigInt(cents)

export type CsvColumns<Row> = Record<string, (row: Row) => Cell>
/** The rows of a table, a part at a time. */
export type RowParts<Row> = AsyncIterable<Row[]> | Iterable<Row[]>

/**
 * Cells that look like formulas are escaped. A byte order mark shows spreadsheets the encoding, and a semicolon
 * separates cells where numbers contain a comma.
 */
export function csvText<Row>(language: StaffLanguage, columns: CsvColumns<Row>) {
  const comma = language === 'en' ? '.' : ','
  const text = (cells: Cell[][]) =>
    stringify(cells, {
      delimiter: language === 'en' ? ',' : ';',
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: {
        boolean: (value) => (value ? 'yes' : 'no'),
        bigint: (cents) => (Number(cents) / 100).toFixed(2).replace('.', comma),
      },
    })
  return {
    head: () => `\uFEFF${text([Object.keys(columns)])}`,
    lines: (rows: readonly Row[]) =>
      text(rows.map((row) => Object.values(columns).map((cell) => cell(row)))),
  }
}

/** A table of any length, written in parts. */
export function csvDownload<Row>(
  fileName: string,
  language: StaffLanguage,
  columns: CsvColumns<Row>,
  parts: RowParts<Row>,
): Download {
  const { head, lines } = csvText(language, columns)
  async function* text() {
    yield head()
    for await (const rows of parts) yield lines(rows)
  }
  return new Download(fileName, 'text/csv; charset=utf-8', Readable.from(text()))
}
