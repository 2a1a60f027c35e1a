import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { JobStarted } from '#contract/tasks/background-jobs.staff.ts'

/** A day is one of the shop's days. */
const value = z.record(z.string(), z.unknown()).nullable()

const filters = {
  ...filterInput('audit'),
  /** Leaves out what was only viewed, and sign-ins. */
  changes: z.literal('yes').optional(),
}

export const audit = staffEndpoint('audit', {
  summary: 'List audit entries, newest first',
  description: 'Owners get all entries, other staff their own.',
  input: z.object({
    ...listInput(['at']),
    ...filters,
  }),
  answer: listAnswer(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      actor: z.enum(['staff', 'token', 'command', 'shop', 'employer']),
      staff: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Set if a user of the employer portal did it. */
      employer_user: z.object({ id: z.string(), name: z.string() }).nullable(),
      session: z.uuid().nullable(),
      action: z.string(),
      subject_kind: z.string(),
      subject_id: z.string(),
      /** Of a batch, campaign, employer, release or staff member; null: the others have only a number. */
      subject_name: z.string().nullable(),
      channel: z.string().nullable(),
      reason: z.string(),
      before: value,
      after: value,
    }),
  ),
  refusals: {},
})

const { search, ids } = listInput(['at'])

export const exportAudit = staffEndpoint('exportAudit', {
  summary: 'Export audit entries to a file',
  description: 'A background job creates the file.',
  input: z.object({ search, ids, ...filters }),
  answer: JobStarted,
  refusals: {},
})
