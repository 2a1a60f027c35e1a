import type { Queries } from '#server/platform/db/database.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

export type ExportPermission = StaffResponse<'codeExport'>['file']

export async function findOpenRequest(
  sql: Queries,
  batchId: number,
  kind: string,
): Promise<ExportPermission['asked']> {
  const [row] = await sql<{ id: number; by: { id: string; name: string } }[]>`
    select approval.id, jsonb_build_object('id', staff.id::text, 'name', staff.name) as by
    from approval join staff on staff.id = asked_by
    where kind = ${kind} and subject_kind = 'batch' and subject_id = ${String(batchId)} and outcome is null`
  return row ? { approval: String(row.id), by: row.by } : null
}
