import { z } from 'zod'

import { BatchDetail } from '#contract/vouchers/batches.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { mailsAt, mailsPace } from '#contract/vouchers/gift-mails.staff.ts'

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)

const ExportPermission = z.object({
  /** The points of the vouchers whose codes would be exported. */
  points: z.int(),
  /** Allowed without another person: within the reader's limit, or already approved. */
  allowed: z.boolean(),
  /** The requester of an open approval request; null if there is none. */
  asked: z
    .object({ approval: z.string(), by: z.object({ id: z.string(), name: z.string() }) })
    .nullable(),
})

export const codeExport = staffEndpoint('codeExport', {
  summary:
    'Get whether you can hand over the codes of a batch, and which requests are waiting for approval',
  input: z.object({ id }),
  answer: z.object({
    /** Points of codes that the reader may still hand over without approval within 24 hours, in all batches. */
    alone: z.int(),
    file: ExportPermission,
    mail: ExportPermission,
  }),
  refusals: {},
})

export const requestCodeExportApproval = staffEndpoint('requestCodeExportApproval', {
  summary: 'Request approval to hand over the codes of a batch',
  description:
    'Needed for more codes than one person may hand over in 24 hours. Files can be downloaded for seven days after the approval. Emails are sent when the request is approved.',
  input: z.object({
    id,
    version: z.int(),
    reason,
    way: z.enum(['file', 'mail']),
    /** Only for `mail`. */
    at: mailsAt,
    per_minute: mailsPace.default(60),
  }),
  answer: BatchDetail,
  refusals: {
    'changed-since': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
    'batch-undone': 409,
    'being-made': 409,
    'waits-for-second': 409,
    'codes-under-way': 409,
    'codes-given': 409,
    'batch-over': 409,
    'moment-past': 409,
    'moment-skipped': 400,
    'no-addresses': 409,
  },
})
