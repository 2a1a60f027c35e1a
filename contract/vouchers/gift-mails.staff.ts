import { z } from 'zod'

import { isEmail } from '#domain/mail/email.ts'
import { isDay } from '#domain/time/zone-days.ts'
import { BatchWhole } from '#contract/vouchers/batches.staff.ts'
import { RecipientAnswer } from '#contract/vouchers/batch-recipients.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { recipientLanguage } from '#contract/vouchers/new-recipient.ts'
import { freeText, line } from '#contract/shared/fields.ts'
import { LONGEST_CELL } from '#domain/vouchers/recipient-list.ts'

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)
/** Mails a minute. */
export const mailsPace = z.int().min(1).max(600)
/** On the clocks of the channel, like 2026-12-01T07:00; null is now. */
export const mailsAt = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'is no time, like 2026-12-01T07:00')
  .refine((time) => isDay(time.slice(0, 10)), 'is no time, like 2026-12-01T07:00')
  .nullable()
  .default(null)

export const sendBatchMails = staffEndpoint('sendBatchMails', {
  summary:
    'Send everybody of a batch who has an address and no code yet theirs by mail, now or on a day and hour of the channel. Each code is made for the mail that carries it and kept nowhere',
  input: z.object({
    id,
    version: z.int(),
    at: mailsAt,
    per_minute: mailsPace.default(60),
  }),
  answer: BatchWhole,
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

export const paceBatchMails = staffEndpoint('paceBatchMails', {
  summary: 'Hold the mails of a batch back, let them go on, or send so many of them a minute',
  input: z.object({ id, version: z.int(), paused: z.boolean(), per_minute: mailsPace }),
  answer: BatchWhole,
  refusals: { 'changed-since': 409, 'batch-undone': 409, 'nothing-waits': 409 },
})

export const cancelBatchMails = staffEndpoint('cancelBatchMails', {
  summary: 'Send none of the mails that have not left; their vouchers wait for their codes again',
  input: z.object({ id, version: z.int(), reason }),
  answer: BatchWhole,
  refusals: { 'changed-since': 409, 'batch-undone': 409, 'nothing-waits': 409 },
})

const Person = { id, person: id }
/** The address fields of one recipient. The call sends all of them, new and as read. */
const WrittenTo = z.object({
  name: line(LONGEST_CELL.name),
  department: line(LONGEST_CELL.department),
  language: recipientLanguage,
  words: freeText(LONGEST_CELL.words),
})

export const correctAddress = staffEndpoint('correctAddress', {
  summary: 'Another address of a person; `send` sends them a mail with a new code at once',
  input: z.object({
    ...Person,
    email: z.string().trim().max(254).refine(isEmail, 'is no e-mail address'),
    /** The address as it was read. */
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

export const correctPerson = staffEndpoint('correctPerson', {
  summary:
    'Another name, department, language or word of the sender for one person: it stands in whatever is printed or mailed from now on, and in the shop',
  input: z.object({ ...Person, ...WrittenTo.shape, was: WrittenTo }),
  answer: RecipientAnswer,
  refusals: { 'changed-since': 409, 'batch-undone': 409, 'codes-under-way': 409 },
})

export const mailPerson = staffEndpoint('mailPerson', {
  summary:
    'Send one person their code by mail, once more where they had it: it is a new one, and the one before is void when it leaves',
  input: z.object({ ...Person, reason }),
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

export const letterForPerson = staffEndpoint('letterForPerson', {
  summary:
    'Give one person a letter in place of a mail that came back or has not left: the voucher waits for the next file of codes',
  input: z.object({ ...Person, reason }),
  answer: RecipientAnswer,
  refusals: { 'batch-undone': 409, 'no-longer-possible': 409 },
})

export const revokePerson = staffEndpoint('revokePerson', {
  summary:
    'Give one person nothing: the code is void and the voucher blocked, while nobody has come in by it',
  input: z.object({ ...Person, reason }),
  answer: RecipientAnswer,
  refusals: { 'batch-undone': 409, 'already-activated': 409, 'no-longer-possible': 409 },
})

export const giveAfterAll = staffEndpoint('giveAfterAll', {
  summary: 'Undo the decision that someone gets nothing: the voucher waits for its code again',
  input: z.object({ ...Person, reason }),
  answer: RecipientAnswer,
  refusals: { 'batch-undone': 409, 'no-longer-possible': 409 },
})
