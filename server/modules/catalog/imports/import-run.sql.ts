import type { ImportKind } from '#contract/catalog/imports.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type ChannelReader, isVisibleRun } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { checkRows } from '#server/modules/catalog/imports/import-kinds.ts'
import type { ImportRow, CheckedRow } from '#server/modules/catalog/imports/row-check.ts'
import { findChangedLines } from '#server/modules/catalog/changes/find-changed-rows.ts'

export type RunRow = {
  id: number
  kind: ImportKind
  file_name: string
  reading: Record<string, unknown>
  columns: string[]
  mapping: (string | null)[]
  staff_id: number
  by: string
  job_id: number | null
  on_sale: boolean | null
  on_sale_proposed: boolean | null
  made_at: Date
  undone_at: Date | null
  /** When the last of its rows was imported; null: none yet. */
  last_taken_at: Date | null
  rows: number
  made: number
  changed: number
  same: number
  refused: number
  taken: number
}

export const selectRun = (sql: Queries) => sql`
  run.id, run.kind, run.file_name, run.reading, run.columns, run.mapping, run.staff_id, staff.name as by,
  run.job_id, run.on_sale, run.on_sale_proposed, run.made_at, run.undone_at, counted.*`

export const selectRunFrom = (sql: Queries) => sql`
  import_run run join staff on staff.id = run.staff_id
  cross join lateral (
    select count(*)::integer as rows, count(*) filter (where outcome = 'made')::integer as made,
      count(*) filter (where outcome = 'changed')::integer as changed,
      count(*) filter (where outcome = 'same')::integer as same,
      count(*) filter (where outcome = 'refused')::integer as refused,
      case when run.undone_at is null then count(taken_at)::integer else 0 end as taken,
      max(taken_at) as last_taken_at
    from import_row where run_id = run.id
  ) counted`

export async function findRun(sql: Queries, id: number, reader: ChannelReader) {
  const [row] = await sql<RunRow[]>`
    select ${selectRun(sql)} from ${selectRunFrom(sql)} where run.id = ${id} and ${isVisibleRun(sql, reader)}`
  return row
}

/** Locks the run against parallel fixes, mappings and imports. */
export const lockRun = (sql: Queries, id: number) =>
  sql`select from import_run where id = ${id} for update`

type RunContext = {
  kind: ImportKind
  mapping: readonly (string | null)[]
  channels: readonly string[] | null
}

/** Checks the rows that are not imported yet, and stores their problems and what importing them would do. */
export async function checkRun(sql: Queries, id: number, context: RunContext) {
  const rows = await sql<ImportRow[]>`
    select line, cells from import_row where run_id = ${id} and taken_at is null order by line`
  // Whether a row creates something does not depend on this setting.
  const checkedRows = await checkRows(sql, rows, { ...context, onSale: false })
  await proposeSale(sql, id, checkedRows)
  const changedLines = await findChangedLines(sql, checkedRows)
  for (const { line, stockLevel } of checkedRows) if (stockLevel) changedLines.add(line)
  const outcomeOf = ({ line, problems, isCreated }: CheckedRow) => {
    if (problems.length > 0) return 'refused'
    if (!changedLines.has(line)) return 'same'
    return isCreated ? 'made' : 'changed'
  }
  const result = checkedRows.map((row) => ({
    line: row.line,
    problems: row.problems,
    outcome: outcomeOf(row),
  }))
  await sql`
    update import_row row set problems = result.problems, outcome = result.outcome
    from jsonb_to_recordset(${JSON.stringify(result)}::text::jsonb)
      as result (line integer, problems jsonb, outcome text)
    where row.run_id = ${id} and row.line = result.line
      and (row.problems, row.outcome) is distinct from (result.problems, result.outcome)`
}

/** If a new gift has no image, it needs a review first, so the proposal is to put no new gift on sale. */
async function proposeSale(sql: Queries, id: number, checkedRows: readonly CheckedRow[]) {
  const offered = checkedRows.filter(
    ({ offers, problems }) => offers !== null && problems.length === 0,
  )
  const proposed =
    offered.length === 0 ? null : offered.every(({ offers }) => offers === 'with-picture')
  await sql`
    update import_run set on_sale_proposed = ${proposed}
    where id = ${id} and on_sale_proposed is distinct from ${proposed}::boolean`
}

/** The user's choice, or else the proposal. */
export const isPutOnSale = (
  kind: ImportKind,
  { on_sale, on_sale_proposed }: Pick<RunRow, 'on_sale' | 'on_sale_proposed'>,
) =>
  // A price list contains only existing gifts.
  kind === 'prices' || (on_sale ?? on_sale_proposed ?? false)
