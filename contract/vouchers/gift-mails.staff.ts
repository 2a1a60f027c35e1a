import { z } from 'zod'

import { isEmail } from '#domain/mail/email.ts'
import { isDay } from '#domain/time/zone-days.ts'
import { BatchDetail } from '#contract/vouchers/batches.staff.ts'
import { RecipientAnswer } from '#contract/vouchers/batch-recipients.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { recipientLanguage } from '#contract/vouchers/new-recipient.ts'
import { freeText, line } from '#contract/shared/fields.ts'
import { LONGEST_CELL } from '#domain/vouchers/recipient-list.ts'

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)
/** Emails per minute. */
export const mailsPace = z.int().min(1).max(600)
/** Local time in the channel's time zone, such as 2026-12-01T07:00; null: now. */
export const mailsAt = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 2026-12-01T07:00')
  .refine((time) => isDay(time.slice(0, 10)), 'is not a time such as 2026-12-01T07:00')
  .nullable()
  .default(null)

export const sendBatchMails = staffEndpoint('sendBatchMails', {
  summary: 'Send the recipients of a batch their codes by email, now or at a set time',
  description:
    'Includes everyone with an email address and without a code. Each code is created for its email and stored nowhere.',
  input: z.object({
    id,
    version: z.int(),
    at: mailsAt,
    per_minute: mailsPace.default(60),
  }),
  answer: BatchDetail,
  refusals: {
    'changed-since': 409,
    'batch-undone': 409,
    'being-made': 409,
    'waits-for-second': 409,
    'batch-over': 409,
    'codes-under-way': 409,
    'moment-past': 409,
    'moment-skipped': 400,
    'no-addresses': 409,
    'codes-need-approval': 409,
  },
})

export const setBatchMailRate = staffEndpoint('setBatchMailRate', {
  summary: 'Pause or resume the emails of a batch, or set how many are sent per minute',
  description: 'Resuming also retries failed emails at once.',
  input: z.object({ id, version: z.int(), paused: z.boolean(), per_minute: mailsPace }),
  answer: BatchDetail,
  refusals: { 'changed-since': 409, 'batch-undone': 409, 'nothing-waits': 409 },
})

export const cancelBatchMails = staffEndpoint('cancelBatchMails', {
  summary: 'Cancel the emails of a batch that have not been sent',
  description: 'Their vouchers are without a code again.',
  input: z.object({ id, version: z.int(), reason }),
  answer: BatchDetail,
  refusals: { 'changed-since': 409, 'batch-undone': 409, 'nothing-waits': 409 },
})

const Recipient = { id, recipient: id }
/** The call sends all of these fields twice: the new values, and the values that the user saw. */
const RecipientFields = z.object({
  name: line(LONGEST_CELL.name),
  department: line(LONGEST_CELL.department),
  language: recipientLanguage,
  words: freeText(LONGEST_CELL.words),
})

export const correctRecipientEmail = staffEndpoint('correctRecipientEmail', {
  summary: 'Correct the email address of a recipient',
  description: 'With `send`, a new code is emailed to this address at once.',
  input: z.object({
    ...Recipient,
    email: z.string().trim().max(254).refine(isEmail, 'is not an email address'),
    /** The address that the user saw. */
    was: z.string().max(254),
    send: z.boolean().default(false),
  }),
  answer: RecipientAnswer,
  refusals: {
    'changed-since': 409,
    'no-addresses': 409,
    'batch-undone': 409,
    'being-made': 409,
    'waits-for-second': 409,
    'codes-limit': 409,
    'batch-over': 409,
    'codes-under-way': 409,
    'no-longer-possible': 409,
    'sent-just-now': 409,
  },
})

export const correctRecipient = staffEndpoint('correctRecipient', {
  summary: 'Correct the name, department, language or message of a recipient',
  description: 'The new values are used in the shop and in all later letters and emails.',
  input: z.object({ ...Recipient, ...RecipientFields.shape, was: RecipientFields }),
  answer: RecipientAnswer,
  refusals: { 'changed-since': 409, 'batch-undone': 409, 'codes-under-way': 409 },
})

export const mailRecipient = staffEndpoint('mailRecipient', {
  summary: 'Send a recipient a new code by email',
  description: 'The earlier code becomes void when the email is sent.',
  input: z.object({ ...Recipient, reason }),
  answer: RecipientAnswer,
  refusals: {
    'no-addresses': 409,
    'batch-undone': 409,
    'being-made': 409,
    'waits-for-second': 409,
    'codes-limit': 409,
    'batch-over': 409,
    'codes-under-way': 409,
    'no-longer-possible': 409,
    'sent-just-now': 409,
  },
})

export const letterForRecipient = staffEndpoint('letterForRecipient', {
  summary: 'Change a recipient from email to letter',
  description:
    'For emails that bounced or were not sent. The code is included in the next download.',
  input: z.object({ ...Recipient, reason }),
  answer: RecipientAnswer,
  refusals: { 'batch-undone': 409, 'no-longer-possible': 409 },
})

export const revokeRecipient = staffEndpoint('revokeRecipient', {
  summary: 'Revoke the voucher of a recipient who has not logged in',
  description: 'The code becomes void and the voucher is blocked.',
  input: z.object({ ...Recipient, reason }),
  answer: RecipientAnswer,
  refusals: { 'batch-undone': 409, 'already-activated': 409, 'no-longer-possible': 409 },
})

export const undoRevocation = staffEndpoint('undoRevocation', {
  summary: 'Undo the revocation of a voucher',
  description: 'The voucher needs a new code.',
  input: z.object({ ...Recipient, reason }),
  answer: RecipientAnswer,
  refusals: { 'batch-undone': 409, 'no-longer-possible': 409 },
})
