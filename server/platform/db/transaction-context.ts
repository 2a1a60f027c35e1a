import type { Jobs } from '#server/platform/jobs/job-queue.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/** What a change of the books needs beside its transaction; every shop has it. */
export type TransactionContext = { jobs: Pick<Jobs, 'send'>; ports: { clock: Clock } }
