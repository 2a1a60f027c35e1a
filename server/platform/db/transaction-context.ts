import type { Jobs } from '#server/platform/jobs/job-queue.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/** What a change needs besides its transaction: the job queue and the clock. */
export type TransactionContext = { jobs: Pick<Jobs, 'send'>; ports: { clock: Clock } }
