import type { JobKindName } from '#contract/tasks/background-jobs.staff.ts'
import { auditExportJob } from '#server/modules/audit/log/export-audit-log.background-job.ts'
import { createVouchersJob } from '#server/modules/vouchers/batches/create-vouchers.background-job.ts'
import { applyImportJob } from '#server/modules/catalog/imports/apply-import.background-job.ts'
import { retentionJob } from '#server/modules/privacy/retention.background-job.ts'
import { simulationJob } from '#server/modules/reports/simulations/simulation.background-job.ts'
import type { JobKind } from '#server/modules/tasks/background-jobs/background-job.ts'

/** Every kind of background job. */
export const jobKinds: Record<JobKindName, JobKind> = {
  'audit-export': auditExportJob,
  'batch-making': createVouchersJob,
  'import-take': applyImportJob,
  retention: retentionJob,
  simulation: simulationJob,
}
