import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'

/** An answer that a browser keeps as a file instead of reading it. */
export class Download {
  constructor(
    readonly fileName: string,
    readonly type: string,
    readonly body: Readable,
  ) {}
}

type Cell = string | number | boolean | null

/**
 * A table, a part at a time, however long it is. What a spreadsheet would take for a formula is kept from being one;
 * the mark at the beginning tells it the letters, and where a comma is part of numbers the semicolon separates.
 */
export function csvDownload<Row>(
  fileName: string,
  language: 'nl' | 'en' | 'de',
  columns: Record<string, (row: Row) => Cell>,
  parts: AsyncIterable<Row[]>,
): Download {
  const line = (cells: Cell[][]) =>
    stringify(cells, {
      delimiter: language === 'en' ? ',' : ';',
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: { boolean: (value) => (value ? 'yes' : 'no') },
    })
  async function* text() {
    yield `\uFEFF${line([Object.keys(columns)])}`
    for await (const rows of parts) {
      yield line(rows.map((row) => Object.values(columns).map((cell) => cell(row))))
    }
  }
  return new Download(fileName, 'text/csv; charset=utf-8', Readable.from(text()))
}
