import { type CsvColumns, csvDownload, type RowParts } from '#server/lists/csv-download.ts'
import type { Download } from '#server/http/raw-response.ts'
import {
  everyRow,
  keysetPage,
  type ListPage,
  type ListQuery,
  type PageRequest,
} from '#server/lists/keyset-page.ts'
import { sheetDownload } from '#server/lists/xlsx-download.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { StaffCallName } from '#contract/paths.staff.ts'
import type { StaffLanguage } from '#domain/language.ts'

type MaybePromise<T> = T | Promise<T>

/** The requested format: a page as JSON, or the same rows as a file. */
export type ListForm = 'json' | 'csv' | 'xlsx'

type ListRequest<Sort extends string> = PageRequest<Sort> & { as: ListForm }

type TableFile = {
  /** The file's name without its ending. */
  file: string
}

export type ServedTable<Row> = TableFile & {
  /** The columns of the file, in their order. */
  columns: CsvColumns<Row>
  parts: () => RowParts<Row>
}

type FileColumn<Row> = CsvColumns<Row>[string] | null
/** The columns of a list's file, in their order. null: a field of the page's rows that the file does not have. */
type FileColumns<Row, Item> = { readonly [Field in keyof Item]-?: FileColumn<Row> } & Readonly<
  Record<string, FileColumn<Row>>
>
/** The columns of the file of a call. A field of its answer without an entry does not compile. */
export type ListFile<Name extends ListCall, Row> = FileColumns<
  Row,
  StaffResponse<Name>['items'][number]
>
type ListCall = {
  [Name in StaffCallName]: StaffResponse<Name> extends { items: readonly object[] } ? Name : never
}[StaffCallName]

/** Fields of a page's rows that are not in the file. */
export const notInFile = <Field extends string>(...fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>

/** The columns that the file has. */
export const columnsOf = <Row>(
  columns: Readonly<Record<string, FileColumn<Row>>>,
): CsvColumns<Row> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, cell]) => (cell ? [[name, cell]] : [])),
  )

type ServedList<Found, Row, Item, Sort extends string, More> = TableFile & {
  columns: FileColumns<Row, NoInfer<Item>>
  list: ListQuery<Sort>
  /** Reads the complete rows, if the list finds only their keys. */
  read?: (found: Found[]) => Promise<Row[]>
  /** Further parts of the response, read at the same time as the page. */
  more?: () => Promise<More>
} & (
    | {
        /** A row as the page returns it. */
        row: (row: Row) => Item
      }
    | {
        /** Converts all rows of a page together. */
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
  query: ListRequest<Sort>,
  served: ServedList<Found, Row, Item, Sort, More>,
): Promise<Download | (ListAnswer<Item> & More)> {
  const { list, more } = served
  // Without `read`, the list finds complete rows.
  const read = served.read ?? (async (keys: Found[]) => keys as object[] as Row[])
  async function* parts() {
    for await (const keys of everyRow<Found, Sort>(sql, list, query)) yield await read(keys)
  }
  async function page() {
    const [{ rows: keys, ...pageInfo }, moreFields] = await Promise.all([
      keysetPage<Found, Sort>(sql, list, query),
      more?.(),
    ])
    const rows = await read(keys)
    const items = 'row' in served ? rows.map(served.row) : await served.items(rows)
    return { items, ...pageInfo, ...(moreFields as More) }
  }
  const columns = columnsOf<Row>(served.columns)
  return serveTable(query.as, colleague.language, { file: served.file, columns, parts }, page)
}

/** Serves an answer as JSON, or its rows as a file. */
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
