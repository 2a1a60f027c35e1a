import type { JobKindName } from '#contract/tasks/background-jobs.staff.ts'
import { auditExport } from '#server/modules/audit/log/export-audit-log.jobs.ts'
import { createVouchersJob } from '#server/modules/vouchers/batches/create-vouchers.jobs.ts'
import { applyImportJob } from '#server/modules/catalog/imports/apply-import.jobs.ts'
import { retentionJob } from '#server/modules/privacy/retention.jobs.ts'
import { simulationJob } from '#server/modules/reports/simulations/simulation.jobs.ts'
import type { JobKind } from '#server/modules/staff/background-jobs/background-job.ts'

/** Every kind of background job. */
export const jobKinds: Record<JobKindName, JobKind> = {
  'audit-export': auditExport,
  'batch-making': createVouchersJob,
  'import-take': applyImportJob,
  retention: retentionJob,
  simulation: simulationJob,
}
