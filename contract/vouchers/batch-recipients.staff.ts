import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import {
  NewRecipient,
  RECIPIENT_KINDS,
  recipientLanguage,
} from '#contract/vouchers/new-recipient.ts'

export const MAIL_STATES = listFilters.batchRecipients.mail.values

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)
const moment = z.iso.datetime().nullable()

export const RecipientAnswer = z.object({
  id: z.string(),
  voucher: z.string(),
  last3: z.string(),
  name: z.string(),
  department: z.string(),
  email: z.string(),
  language: recipientLanguage,
  kind: z.enum(RECIPIENT_KINDS),
  words: z.string(),
  mail_state: z.enum(MAIL_STATES),
  mailed_at: moment,
  bounced_at: moment,
  /** The mail server's response, or why the mail is not accepted yet. */
  bounce: z.string(),
  added_reason: z.string(),
  stopped: z.boolean(),
})

export const batchRecipients = staffEndpoint('batchRecipients', {
  summary: 'List the recipients of a voucher batch',
  input: z.object({
    id,
    ...listInput(['name', 'department', 'added_at']),
    ...filterInput('batchRecipients'),
  }),
  answer: listAnswer(RecipientAnswer),
  refusals: {},
})

export const addRecipient = staffEndpoint('addRecipient', {
  summary: 'Add a voucher to a batch for a person who was missing',
  description: 'The voucher has the same end date as the others in the batch.',
  input: z
    .object({ id, reason, allow_second: z.boolean().default(false), ...NewRecipient.shape })
    .refine(({ name, email }) => name !== '' || email !== '', {
      path: ['name'],
      message: 'or an email address is required',
    }),
  answer: RecipientAnswer,
  refusals: {
    'over-budget': 409,
    'has-one-already': 409,
    'batch-undone': 409,
    'being-made': 409,
    'waits-for-second': 409,
    'batch-over': 409,
    'codes-under-way': 409,
  },
})

export const readRecipientFile = staffEndpoint('readRecipientFile', {
  summary: 'Read the rows of a spreadsheet of people',
  description: 'Multipart field: file. Nothing is stored.',
  input: z.object({}),
  answer: z.object({ rows: z.array(z.array(z.string())) }),
  refusals: { 'unreadable-file': 400, 'empty-file': 400 },
})
