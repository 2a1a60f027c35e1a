import type { WorkKindName } from '#contract/desk/work-api.ts'
import { auditExport } from '#server/desk/audit-export.ts'
import { batchMaking } from '#server/desk/batch-work.ts'
import { importTake } from '#server/desk/import-take.ts'
import { retentionWork } from '#server/desk/retention-work.ts'
import { rehearsalWork } from '#server/desk/rehearsal-work.ts'
import type { WorkKind } from '#server/desk/long-work.ts'

/** Every kind of long work. */
export const workKinds: Record<WorkKindName, WorkKind> = {
  'audit-export': auditExport,
  'batch-making': batchMaking,
  'import-take': importTake,
  retention: retentionWork,
  rehearsal: rehearsalWork,
}
