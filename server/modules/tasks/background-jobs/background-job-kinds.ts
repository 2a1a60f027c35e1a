import type { WorkKindName } from '#contract/tasks/background-jobs.staff.ts'
import { auditExport } from '#server/modules/audit/log/export-audit-log.jobs.ts'
import { batchMaking } from '#server/modules/vouchers/batches/create-vouchers.jobs.ts'
import { importTake } from '#server/modules/catalog/imports/apply-import.jobs.ts'
import { retentionWork } from '#server/modules/privacy/retention.jobs.ts'
import { simulationWork } from '#server/modules/reports/simulations/simulation.jobs.ts'
import type { WorkKind } from '#server/modules/staff/background-jobs/background-job.ts'

/** Every kind of long work. */
export const workKinds: Record<WorkKindName, WorkKind> = {
  'audit-export': auditExport,
  'batch-making': batchMaking,
  'import-take': importTake,
  retention: retentionWork,
  simulation: simulationWork,
}
