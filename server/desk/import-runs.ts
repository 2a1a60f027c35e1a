import type { ImportKind } from '#contract/desk/import-api.ts'
import type { Queries } from '#server/db/database.ts'
import { CATALOGUE_FIELDS, type CatalogueField } from '#server/desk/catalogue-fields.ts'
import { wroteInOwn } from '#server/desk/gift-scope.ts'
import { type ImportRow, type Judged, judgeRows } from '#server/desk/import-kinds.ts'

export type RunRow = {
  id: number
  kind: ImportKind
  file_name: string
  reading: Record<string, unknown>
  columns: string[]
  mapping: (string | null)[]
  staff_id: number
  by: string
  work_id: number | null
  made_at: Date
  undone_at: Date | null
  rows: number
  made: number
  changed: number
  same: number
  refused: number
  taken: number
}

export const runRow = (sql: Queries) => sql`
  run.id, run.kind, run.file_name, run.reading, run.columns, run.mapping, run.staff_id, staff.name as by,
  run.work_id, run.made_at, run.undone_at, counted.*`

export const runFrom = (sql: Queries) => sql`
  import_run run join staff on staff.id = run.staff_id
  cross join lateral (
    select count(*)::integer as rows, count(*) filter (where outcome = 'made')::integer as made,
      count(*) filter (where outcome = 'changed')::integer as changed,
      count(*) filter (where outcome = 'same')::integer as same,
      count(*) filter (where outcome = 'refused')::integer as refused,
      count(taken_at)::integer as taken
    from import_row where run_id = run.id
  ) counted`

type Looking = { channels: readonly string[] | null; colleague: { id: number } }

/** One's own, while one works wherever it wrote; whoever works everywhere sees everybody's. */
export const runsSeen = (sql: Queries, { channels, colleague }: Looking) =>
  channels === null
    ? sql`true`
    : sql`run.staff_id = ${colleague.id} and not exists (
        select from bulk_change change
        where change.import_id = run.id and not (${wroteInOwn(sql, channels)}))`

export async function findRun(sql: Queries, id: number, looking: Looking) {
  const [row] = await sql<RunRow[]>`
    select ${runRow(sql)} from ${runFrom(sql)} where run.id = ${id} and ${runsSeen(sql, looking)}`
  return row
}

/** Nobody else mends, maps or takes meanwhile. */
export const lockRun = (sql: Queries, id: number) =>
  sql`select from import_run where id = ${id} for update`

type Around = {
  kind: ImportKind
  mapping: readonly (string | null)[]
  channels: readonly string[] | null
}

/** What is wrong with each row that is not in yet, and what taking it would do, is found out anew. */
export async function judgeRun(sql: Queries, id: number, around: Around) {
  const rows = await sql<ImportRow[]>`
    select line, cells from import_row where run_id = ${id} and taken_at is null order by line`
  const judged = await judgeRows(sql, rows, around)
  const changes = await linesThatChange(sql, judged)
  const told = judged.map(({ line, problems, makes }) => ({
    line,
    problems,
    outcome:
      problems.length > 0 ? 'refused' : !changes.has(line) ? 'same' : makes ? 'made' : 'changed',
  }))
  await sql`
    update import_row row set problems = told.problems, outcome = told.outcome
    from jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb)
      as told (line integer, problems jsonb, outcome text)
    where row.run_id = ${id} and row.line = told.line
      and (row.problems, row.outcome) is distinct from (told.problems, told.outcome)`
}

/** Rows of which at least one field says something else than stands there. */
async function linesThatChange(sql: Queries, judged: readonly Judged[]): Promise<Set<number>> {
  const lines = new Set(judged.flatMap(({ line, shelf }) => (shelf ? line : [])))
  const byField = new Map<CatalogueField, unknown[]>()
  for (const { line, writes } of judged) {
    for (const { field, product, id = product, channel = '', language = '', after } of writes) {
      const same = byField.get(field) ?? []
      same.push({ line, product_id: product, id, channel_id: channel, language, after })
      byField.set(field, same)
    }
  }
  for (const [field, rows] of byField) {
    const found = await sql.unsafe<{ line: number }[]>(
      `select distinct line from jsonb_to_recordset($1::text::jsonb)
         as row (line integer, product_id text, id text, channel_id text, language text, after jsonb)
       where ${CATALOGUE_FIELDS[field].read} is distinct from row.after`,
      [JSON.stringify(rows)],
    )
    for (const { line } of found) lines.add(line)
  }
  return lines
}
