import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import {
  findRun,
  isPutOnSale,
  type RunRow,
} from '#server/modules/catalog/imports/import-run.sql.ts'
import {
  countProblems,
  readImportFields,
  listLackingFields,
} from '#server/modules/catalog/imports/import.sql.ts'
import { type ListFile, notInFile } from '#server/lists/serve-list.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** The data of the page of an import. */
export async function readRunAnswer(sql: Queries, id: number, caller: SignedIn) {
  const { channels, now } = caller
  const run = await findRun(sql, id, caller)
  if (!run) throw new Error('import not found during its check')
  const { fields, needed } = await readImportFields(sql, run.kind, channels)
  const problems = await countProblems(sql, id)
  const lackingFields = await listLackingFields(sql, id)
  const required = new Set([...needed, ...lackingFields.map(({ field }) => field)])
  return {
    ...runAnswer(run, now),
    fields,
    missing: [...required].filter(
      (name) => !run.mapping.some((field) => field === name || field?.startsWith(`${name}.`)),
    ),
    problems: [...problems],
  }
}

export const runAnswer = (row: RunRow, now: Date) => ({
  id: String(row.id),
  kind: row.kind,
  file: row.file_name,
  reading: row.reading,
  columns: row.columns,
  mapping: row.mapping,
  by: row.by,
  at: row.made_at.toISOString(),
  counts: {
    rows: row.rows,
    made: row.made,
    changed: row.changed,
    same: row.same,
    refused: row.refused,
    taken: row.taken,
  },
  work: row.job_id === null ? null : String(row.job_id),
  on_sale: row.on_sale_proposed === null ? null : isPutOnSale(row.kind, row),
  undone_at: row.undone_at?.toISOString() ?? null,
  undo_until:
    row.taken > 0 && row.last_taken_at && !row.undone_at && changeUndoUntil(row.last_taken_at) > now
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
