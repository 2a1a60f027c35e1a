import type { Queries } from '#server/platform/db/database.ts'
import {
  CATALOGUE_FIELDS,
  type CatalogueField,
} from '#server/modules/catalog/changes/catalog-fields.ts'
import type { FieldWrite } from '#server/modules/catalog/changes/write-catalog.ts'

/** Returns the lines with at least one field that differs from the stored value. */
export async function findChangedLines(
  sql: Queries,
  rows: readonly { line: number; writes: readonly FieldWrite[] }[],
): Promise<Set<number>> {
  const lines = new Set<number>()
  const byField = new Map<CatalogueField, unknown[]>()
  for (const { line, writes } of rows) {
    for (const { field, product, id = product, channel = '', language = '', after } of writes) {
      const fieldRows = byField.get(field) ?? []
      fieldRows.push({ line, product_id: product, id, channel_id: channel, language, after })
      byField.set(field, fieldRows)
    }
  }
  for (const [field, fieldRows] of byField) {
    const found = await sql.unsafe<{ line: number }[]>(
      `select distinct line from jsonb_to_recordset($1::text::jsonb)
         as row (line integer, product_id text, id text, channel_id text, language text, after jsonb)
       where ${CATALOGUE_FIELDS[field].read} is distinct from row.after`,
      [JSON.stringify(fieldRows)],
    )
    for (const { line } of found) lines.add(line)
  }
  return lines
}
