import type { Queries } from '#server/platform/db/database.ts'
import { writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import { correctStockLevel } from '#server/modules/inventory/correct-stock.ts'
import { checkRows } from '#server/modules/catalog/imports/import-kinds.ts'
import type {
  CellProblem,
  ImportRow,
  CheckedRow,
} from '#server/modules/catalog/imports/row-check.ts'
import { findRun, isPutOnSale, lockRun } from '#server/modules/catalog/imports/import-run.sql.ts'
import type { JobKind } from '#server/modules/tasks/background-jobs/background-job.ts'

/** About half a second of work. */
const CHUNK_ROWS = 250

/**
 * Imports the valid rows in chunks. Each chunk checks its rows again, because the gifts may have changed since. A
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
      order by line limit ${CHUNK_ROWS}`
    const at = ports.clock.now()
    const { kind, mapping } = run
    const checkedRows = await checkRows(sql, rows, {
      kind,
      mapping,
      channels,
      onSale: isPutOnSale(kind, run),
    })
    const validRows = checkedRows.filter(({ problems }) => problems.length === 0)
    await writeCatalogue(
      sql,
      {
        kind: 'import',
        about: { import: String(id), file: run.file_name },
        importRun: id,
        staff: staff.id,
        at,
      },
      validRows.flatMap(({ writes }) => writes),
    )
    const failedStock = await writeStockLevels(sql, validRows, {
      staff: staff.id,
      at,
      id,
      mapping: run.mapping,
    })
    const invalidRows = [
      ...checkedRows.filter(({ problems }) => problems.length > 0),
      ...failedStock,
    ]
    const failedLines = new Set(failedStock.map(({ line }) => line))
    await saveRowResults(sql, id, at, {
      taken: validRows.filter(({ line }) => !failedLines.has(line)).map(({ line }) => line),
      invalidRows,
    })
    const hasMore = rows.length === CHUNK_ROWS
    const handled = done + rows.length
    return {
      place: hasMore ? { after: rows.at(-1)?.line ?? 0 } : null,
      done: handled,
      total: hasMore ? Math.max(total ?? 0, handled) : handled,
      result: { import: String(id) },
    }
  },
}

/** Returns the rows whose count cannot be stored. */
async function writeStockLevels(
  sql: Queries,
  validRows: readonly CheckedRow[],
  { staff, at, id, mapping }: { staff: number; at: Date; id: number; mapping: (string | null)[] },
): Promise<{ line: number; problems: CellProblem[] }[]> {
  const failedStock: { line: number; problems: CellProblem[] }[] = []
  // Stock rows are locked by SKU everywhere.
  const stockLevels = validRows
    .flatMap(({ line, stockLevel }) => (stockLevel ? [{ line, ...stockLevel }] : []))
    .sort((a, b) => (a.sku < b.sku ? -1 : 1))
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
      failedStock.push({
        line,
        problems: [{ column: mapping.indexOf('on_hand'), code: why, hint: null }],
      })
    }
  }
  return failedStock
}

async function saveRowResults(
  sql: Queries,
  id: number,
  at: Date,
  {
    taken,
    invalidRows,
  }: { taken: number[]; invalidRows: { line: number; problems: CellProblem[] }[] },
) {
  await sql`
    update import_row set taken_at = ${at} where run_id = ${id} and line = any(${taken}::integer[])`
  await sql`
    update import_row row set problems = checked.problems, outcome = 'refused'
    from jsonb_to_recordset(${JSON.stringify(invalidRows)}::text::jsonb) as checked (line integer, problems jsonb)
    where row.run_id = ${id} and row.line = checked.line`
}
