import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'

/** All kinds of background jobs. */
export const JOB_KINDS = listFilters.backgroundJobs.kind.values
export type JobKindName = (typeof JOB_KINDS)[number]

export const JOB_STATES = listFilters.backgroundJobs.state.values

const id = z.string().regex(/^\d{1,18}$/)

const BackgroundJob = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  staff: z.object({ id: z.string(), name: z.string() }),
  channel: z.string().nullable(),
  state: z.enum(JOB_STATES),
  done: z.int(),
  /** null: not known yet. */
  total: z.int().nullable(),
  /** The result. Its fields depend on the kind. */
  result: z.record(z.string(), z.unknown()),
  /** The refusal code of a failed job; empty otherwise. */
  problem: z.string(),
  /** The result file, until it is deleted. */
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  made_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})

export const backgroundJobs = staffEndpoint('backgroundJobs', {
  summary: 'List background jobs, newest first',
  description: 'Owners get all jobs, other staff their own.',
  input: z.object({
    ...listInput(['made_at']),
    ...filterInput('backgroundJobs'),
  }),
  answer: listAnswer(BackgroundJob),
  refusals: {},
})

export const backgroundJob = staffEndpoint('backgroundJob', {
  summary: 'Get a background job with its progress and result',
  input: z.object({ id }),
  answer: BackgroundJob,
  refusals: {},
})

export const cancelJob = staffEndpoint('cancelJob', {
  summary: 'Cancel a background job after its current chunk',
  description: 'Finished chunks are kept. A voucher batch is withdrawn completely.',
  input: z.object({ id }),
  answer: BackgroundJob,
  refusals: { 'work-ended': 409 },
})

export const backgroundJobFile = staffEndpoint('backgroundJobFile', {
  summary: 'Download the file of a background job',
  description: 'Available for one week, and only to the user who started the job.',
  input: z.object({ id }),
  answer: z.object({}),
  refusals: {},
})

export const JobStarted = z.object({ id: z.string() })
