import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'

import { type FolderProblem, type Placed, problemAt } from './file-errors.ts'
import { issueProblems } from './schema-error-texts.ts'

export type CsvReading<T> = {
  rows: Placed<T>[]
  problems: FolderProblem[]
  /** The first fields of invalid rows, so that error messages can name them. */
  invalidRows: string[]
  /** False if the header is invalid, so that no row can be checked. */
  isReadable: boolean
}

type Columns = { required: string[]; optional: string[] }
type Record = { record: string[]; info: { lines: number } }

/** Excel writes semicolons where the comma is the decimal sign. */
function delimiterOf(source: string) {
  const header = source.slice(0, source.search(/[\r\n]|$/))
  return header.split(';').length > header.split(',').length ? ';' : ','
}

export function readCsv<T>(
  file: string,
  source: string,
  { required, optional }: Columns,
  schema: z.ZodType<T>,
): CsvReading<T> {
  const problems: FolderProblem[] = []
  const records = parse(source, {
    bom: true,
    delimiter: delimiterOf(source.replace(/^\uFEFF/, '')),
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip(error) {
      problems.push(problemAt({ file, row: lineOf(error) }, 'the quotes of this row are wrong'))
      return undefined
    },
  }) as unknown as Record[]
  const [header, ...dataRows] = records
  const names = (header?.record ?? []).map((name) => name.toLowerCase())
  const headerProblems = checkHeader(names, { required, optional }).map(({ column, message }) =>
    problemAt({ file, row: header?.info.lines ?? 1, column }, message),
  )
  if (headerProblems.length > 0) {
    problems.unshift(...headerProblems)
    return { rows: [], problems, invalidRows: [], isReadable: false }
  }

  const rows: Placed<T>[] = []
  const invalidRows: string[] = []
  for (const { record, info } of dataRows) {
    if (record.every((field) => field === '')) continue
    const place = (path: readonly PropertyKey[] = []) => {
      const column = names.indexOf(String(path[0])) + 1
      return column > 0 ? { file, row: info.lines, column } : { file, row: info.lines }
    }
    if (record.length > names.length) {
      const message = `this row has ${record.length} fields, the header ${names.length}`
      problems.push(problemAt({ file, row: info.lines, column: names.length + 1 }, message))
      invalidRows.push(record[names.indexOf(required[0] ?? '')] ?? '')
      continue
    }
    const fields = Object.fromEntries(
      names.map((name, index) => [name, record[index] ?? '']).filter(([, field]) => field !== ''),
    )
    const result = schema.safeParse(fields)
    if (result.success) {
      rows.push({ value: result.data, place })
      continue
    }
    invalidRows.push(fields[required[0] ?? ''] ?? '')
    for (const issue of result.error.issues)
      for (const { path, message } of issueProblems(issue, fields))
        problems.push(problemAt(place(path), message))
  }
  return { rows, problems, invalidRows, isReadable: true }
}

const lineOf = (error: CsvError | undefined) =>
  error instanceof CsvError && typeof error['lines'] === 'number' ? error['lines'] : 1

function checkHeader(names: string[], { required, optional }: Columns) {
  const columns = [...required, ...optional]
  const missing = required.filter((name) => !names.includes(name))
  return [
    ...missing.map((name) => ({ column: 1, message: `the column '${name}' is missing` })),
    ...names.flatMap((name, index) => {
      const column = index + 1
      if (!columns.includes(name))
        return [{ column, message: `the column '${name}' is not one of ${columns.join(', ')}` }]
      if (names.indexOf(name) !== index)
        return [{ column, message: `the column '${name}' appears twice` }]
      return []
    }),
  ]
}
