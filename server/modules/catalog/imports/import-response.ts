import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import { findRun, goesOnSale, type RunRow } from '#server/modules/catalog/imports/import-run.sql.ts'
import {
  countProblems,
  fieldsFor,
  listLackingFields,
} from '#server/modules/catalog/imports/import.sql.ts'
import { type ListFile, notInFile } from '#server/lists/serve-list.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** An import with all data of its page. */
export async function shownRun(sql: Queries, id: number, caller: SignedIn) {
  const { channels, now } = caller
  const run = await findRun(sql, id, caller)
  if (!run) throw new Error('import not found during its check')
  const { fields, needed } = await fieldsFor(sql, run.kind, channels)
  const problems = await countProblems(sql, id)
  const lacking = await listLackingFields(sql, id)
  const missing = new Set([...needed, ...lacking.map(({ field }) => field)])
  return {
    ...runOf(run, now),
    fields,
    missing: [...missing].filter(
      (name) => !run.mapping.some((field) => field === name || field?.startsWith(`${name}.`)),
    ),
    problems: [...problems],
  }
}

export const runOf = (
  {
    id,
    file_name,
    made_at,
    undone_at,
    job_id,
    kind,
    reading,
    columns,
    mapping,
    by,
    ...row
  }: RunRow,
  now: Date,
) => ({
  id: String(id),
  kind,
  file: file_name,
  reading,
  columns,
  mapping,
  by,
  at: made_at.toISOString(),
  counts: {
    rows: row.rows,
    made: row.made,
    changed: row.changed,
    same: row.same,
    refused: row.refused,
    taken: row.taken,
  },
  work: job_id === null ? null : String(job_id),
  on_sale: row.on_sale_proposed === null ? null : goesOnSale(kind, row),
  undone_at: undone_at?.toISOString() ?? null,
  undo_until:
    row.taken > 0 && row.last_taken_at && !undone_at && changeUndoUntil(row.last_taken_at) > now
      ? changeUndoUntil(row.last_taken_at).toISOString()
      : null,
})

/** The columns of the list as a file. */
export const RUN_COLUMNS: ListFile<'imports', RunRow> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  file: ({ file_name }) => file_name,
  by: ({ by }) => by,
  at: ({ made_at }) => made_at.toISOString(),
  rows: ({ rows }) => rows,
  made: ({ made }) => made,
  changed: ({ changed }) => changed,
  same: ({ same }) => same,
  refused: ({ refused }) => refused,
  taken: ({ taken }) => taken,
  ...notInFile(
    'reading',
    'columns',
    'mapping',
    'counts',
    'work',
    'on_sale',
    'undone_at',
    'undo_until',
  ),
}
