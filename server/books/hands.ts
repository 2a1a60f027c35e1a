import type { Jobs } from '#server/db/jobs.ts'
import type { Clock } from '#server/ground/ports.ts'

/** What a change of the books needs beside its transaction; every shop has it. */
export type Hands = { jobs: Pick<Jobs, 'send'>; ports: { clock: Clock } }
