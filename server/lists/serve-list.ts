import { type CsvColumns, csvDownload, type RowParts } from '#server/lists/csv-download.ts'
import type { Download } from '#server/http/raw-response.ts'
import { everyRow, keysetPage, type ListPage, type ListQuery } from '#server/lists/keyset-page.ts'
import { sheetDownload } from '#server/lists/xlsx-download.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { StaffLanguage } from '#domain/language.ts'

type MaybePromise<T> = T | Promise<T>

/** What is asked for: a page, or the same rows as a file. */
export type ListForm = 'json' | 'csv' | 'xlsx'

type AskedList<Sort extends string> = {
  as: ListForm
  sort?: Sort | `-${Sort}` | undefined
  cursor?: string | undefined
  limit: number
}

type TableFile<Row> = {
  /** The file's name without its ending. */
  file: string
  /** The columns of the file, in their order. */
  columns: CsvColumns<Row>
}

export type ServedTable<Row> = TableFile<Row> & { parts: () => RowParts<Row> }

type ServedList<Found, Row, Item, Sort extends string, More> = TableFile<Row> & {
  list: ListQuery<Sort>
  /** Reads the rest of the rows, where the list finds their keys only. */
  read?: (found: Found[]) => Promise<Row[]>
  /** Part of the answer beside the rows. It is read at the same time as the page. */
  more?: () => Promise<More>
} & (
    | {
        /** A row as the page returns it. */
        row: (row: Row) => Item
      }
    | {
        /** The rows of a page, where they are completed together. */
        items: (rows: Row[]) => Promise<Item[]>
      }
  )

type ListAnswer<Item> = { items: Item[] } & Omit<ListPage<unknown>, 'rows'>

/** Serves a list as a page, as CSV and as XLSX. The files hold all rows, the page holds `limit` of them. */
export async function serveList<
  Row extends object,
  Item,
  Sort extends string,
  Found extends object = Row,
  More extends object = object,
>(
  { sql, colleague }: { sql: Queries; colleague: { language: StaffLanguage } },
  asked: AskedList<Sort>,
  served: ServedList<Found, Row, Item, Sort, More>,
): Promise<Download | (ListAnswer<Item> & More)> {
  const { list, more } = served
  // Without `read` the list finds whole rows.
  const read = served.read ?? (async (found: Found[]) => found as object[] as Row[])
  async function* parts() {
    for await (const found of everyRow<Found, Sort>(sql, list, asked)) yield await read(found)
  }
  async function page() {
    const [{ rows: found, ...place }, rest] = await Promise.all([
      keysetPage<Found, Sort>(sql, list, asked),
      more?.(),
    ])
    const rows = await read(found)
    const items = 'row' in served ? rows.map(served.row) : await served.items(rows)
    return { items, ...place, ...(rest as More) }
  }
  return serveTable(asked.as, colleague.language, { ...served, parts }, page)
}

/** Serves an answer, or a table of it as a file. */
export async function serveTable<Row, Answer>(
  as: ListForm,
  language: StaffLanguage,
  { file, columns, parts }: ServedTable<Row>,
  answer: () => MaybePromise<Answer>,
): Promise<Download | Answer> {
  switch (as) {
    case 'json':
      return answer()
    case 'csv':
      return csvDownload(`${file}.csv`, language, columns, parts())
    case 'xlsx':
      return sheetDownload(`${file}.xlsx`, columns, parts())
  }
}
