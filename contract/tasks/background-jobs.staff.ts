import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { listAnswer, listInput, several } from '#contract/shared/list-input.ts'

/** All kinds of background jobs. */
export const WORK_KINDS = [
  'audit-export',
  'batch-making',
  'import-take',
  'retention',
  'simulation',
] as const
export type WorkKindName = (typeof WORK_KINDS)[number]

export const WORK_STATES = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const

const id = z.string().regex(/^\d{1,18}$/)

const Work = z.object({
  id: z.string(),
  kind: z.enum(WORK_KINDS),
  staff: z.object({ id: z.string(), name: z.string() }),
  channel: z.string().nullable(),
  state: z.enum(WORK_STATES),
  done: z.int(),
  /** null: not known yet. */
  total: z.int().nullable(),
  /** What it did, by its kind. */
  result: z.record(z.string(), z.unknown()),
  /** Why it failed, as a refusal is named; empty otherwise. */
  problem: z.string(),
  /** The result file, until it is deleted. */
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  made_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})

export const workList = staffEndpoint('workList', {
  summary: 'Long work, newest first: everybody’s for an owner, one’s own for others',
  input: z.object({
    ...listInput(['made_at']),
    state: several(/^[a-z]+$/).optional(),
    kind: z.enum(WORK_KINDS).optional(),
  }),
  answer: listAnswer(Work),
  refusals: {},
})

export const work = staffEndpoint('work', {
  summary: 'One piece of long work: how far it is, and what it did',
  input: z.object({ id }),
  answer: Work,
  refusals: {},
})

export const cancelWork = staffEndpoint('cancelWork', {
  summary:
    'Cancel a job after the portion that is under way; what is done stays done, except for a batch of vouchers, which is withdrawn',
  input: z.object({ id }),
  answer: Work,
  refusals: { 'work-ended': 409 },
})

export const workFile = staffEndpoint('workFile', {
  summary: 'Download the file that the job created; only for the user who started it, for a week',
  input: z.object({ id }),
  answer: z.object({}),
  refusals: {},
})

export const JobStarted = z.object({ id: z.string() })
