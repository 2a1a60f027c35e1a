import type { Queries } from '#server/platform/db/database.ts'
import { writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import { correctStockLevel } from '#server/modules/inventory/correct-stock.ts'
import { checkRows } from '#server/modules/catalog/imports/import-kinds.ts'
import type {
  CellProblem,
  ImportRow,
  CheckedRow,
} from '#server/modules/catalog/imports/row-check.ts'
import { findRun, goesOnSale, lockRun } from '#server/modules/catalog/imports/import-run.sql.ts'
import type { JobKind } from '#server/modules/tasks/background-jobs/background-job.ts'

/** Rows per portion: about half a second of work. */
const AT_ONCE = 250

/**
 * Imports the valid rows in portions. Each portion checks its rows again, because the gifts may have changed since. A
 * row that is no longer valid is skipped with its reason, and no row is imported twice.
 */
export const applyImportJob: JobKind = {
  needs: 'catalogue.write',
  async chunk({ ports }, sql, { asked, staff, done, total }) {
    const id = Number(asked['run'])
    await lockRun(sql, id)
    const channels = staff.role === 'owner' ? null : staff.channels
    const run = await findRun(sql, id, { channels, colleague: staff })
    if (!run || run.undone_at) return { failed: 'not-found' }
    const rows = await sql<ImportRow[]>`
      select line, cells from import_row
      where run_id = ${id} and taken_at is null and outcome in ('made', 'changed')
      order by line limit ${AT_ONCE}`
    const at = ports.clock.now()
    const { kind, mapping } = run
    const checkedRows = await checkRows(sql, rows, {
      kind,
      mapping,
      channels,
      onSale: goesOnSale(kind, run),
    })
    const good = checkedRows.filter(({ problems }) => problems.length === 0)
    await writeCatalogue(
      sql,
      {
        kind: 'import',
        about: { import: String(id), file: run.file_name },
        importRun: id,
        staff: staff.id,
        at,
      },
      good.flatMap(({ writes }) => writes),
    )
    const late = await takeShelves(sql, good, { staff: staff.id, at, id, mapping: run.mapping })
    const bad = [...checkedRows.filter(({ problems }) => problems.length > 0), ...late]
    const lateLines = new Set(late.map(({ line }) => line))
    await noteTaken(sql, id, at, {
      taken: good.filter(({ line }) => !lateLines.has(line)).map(({ line }) => line),
      bad,
    })
    const goesOn = rows.length === AT_ONCE
    const taken = done + rows.length
    return {
      place: goesOn ? { after: rows.at(-1)?.line ?? 0 } : null,
      done: taken,
      total: goesOn ? Math.max(total ?? 0, taken) : taken,
      result: { import: String(id) },
    }
  },
}

async function takeShelves(
  sql: Queries,
  good: readonly CheckedRow[],
  { staff, at, id, mapping }: { staff: number; at: Date; id: number; mapping: (string | null)[] },
): Promise<{ line: number; problems: CellProblem[] }[]> {
  const late: { line: number; problems: CellProblem[] }[] = []
  // Stock rows are locked in the order of their skus everywhere.
  const stockLevels = good
    .flatMap(({ line, stockLevel }) => (stockLevel ? [{ line, ...stockLevel }] : []))
    .sort((one, other) => (one.sku < other.sku ? -1 : 1))
  for (const { line, sku, from, onHand } of stockLevels) {
    const why = await correctStockLevel(sql, {
      sku,
      from,
      onHand,
      reason: 'count',
      note: '',
      staff,
      at,
      importRun: id,
    })
    if (why) {
      late.push({ line, problems: [{ column: mapping.indexOf('on_hand'), code: why, hint: null }] })
    }
  }
  return late
}

async function noteTaken(
  sql: Queries,
  id: number,
  at: Date,
  { taken, bad }: { taken: number[]; bad: { line: number; problems: CellProblem[] }[] },
) {
  await sql`
    update import_row set taken_at = ${at} where run_id = ${id} and line = any(${taken}::integer[])`
  await sql`
    update import_row row set problems = told.problems, outcome = 'refused'
    from jsonb_to_recordset(${JSON.stringify(bad)}::text::jsonb) as told (line integer, problems jsonb)
    where row.run_id = ${id} and row.line = told.line`
}
