import { z } from 'zod'

import { BATCH_STATES } from '#contract/vouchers/batch-states.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { UNCLAIMED_RULES } from '#contract/employers/employers.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { Someone } from '#contract/content/release-change.ts'
import { freeText, line } from '#contract/shared/fields.ts'
import { NewRecipient } from '#contract/vouchers/new-recipient.ts'
import { MOST_POINTS_EACH } from '#domain/vouchers/batch-limits.ts'
import { typedDay } from '#contract/shared/date-input.ts'

export const MOST_VOUCHERS = 20_000

const id = z.string().regex(/^\d{1,15}$/)
const channel = z.string().regex(/^\d{1,10}$/)
const reason = z.string().trim().min(1).max(500)
const moment = z.iso.datetime().nullable()

export const CODE_FORMS = ['csv', 'pdf', 'large', 'zip'] as const

const TextByLanguage = z.object({
  nl: freeText(1000).optional(),
  en: freeText(1000).optional(),
  de: freeText(1000).optional(),
  fr: freeText(1000).optional(),
})

const Sender = {
  sender_name: line(120),
  sender_message: freeText(1000),
  /** Translations of the sender's text. Recipients get their own language if it exists. */
  sender_messages: TextByLanguage,
  /** Alt text of the image or film. */
  sender_alt: line(300),
  /** A stored picture or film, by its name. */
  sender_image: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable(),
}
const FirstSender = {
  sender_name: Sender.sender_name.default(''),
  sender_message: Sender.sender_message.default(''),
  sender_messages: Sender.sender_messages.default({}),
  sender_alt: Sender.sender_alt.default(''),
  sender_image: Sender.sender_image.default(null),
}

const BatchAnswer = z.object({
  id: z.string(),
  channel: z.string(),
  campaign: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The employer of the campaign. */
  employer: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(BATCH_STATES),
  points: z.int(),
  count: z.int(),
  /** Vouchers whose code was sent or exported. */
  with_code: z.int(),
  claimed: z.int(),
  granted: z.int(),
  spent: z.int(),
  /** Points that expired with their vouchers, including points restored by a later end date. */
  expired: z.int(),
  left: z.int(),
  valid_from: typedDay.nullable(),
  /** The last day; null: the vouchers do not expire. */
  valid_until: typedDay.nullable(),
  /** null: no last day, or it is over. */
  days_left: z.int().nullable(),
  note: z.string(),
  made_by: Someone,
  made_at: z.iso.datetime(),
  bounced: z.int(),
})

export const BatchDetail = BatchAnswer.extend({
  time_zone: z.string(),
  short_reason: z.string(),
  /** The batch's own rule; null: the rule of its campaign applies. */
  unclaimed_rule: z.enum(UNCLAIMED_RULES).nullable(),
  /** The rule that applies. */
  rule_now: z.enum(UNCLAIMED_RULES),
  sender_name: z.string(),
  sender_message: z.string(),
  sender_messages: TextByLanguage,
  sender_alt: z.string(),
  sender_image: z.string().nullable(),
  /** The file name of the image or film; empty if there is none. */
  sender_file: z.string(),
  /** The newest change that can still be undone, with its fields. */
  last_change: z
    .object({ id: z.string(), by: Someone, at: z.iso.datetime(), fields: z.array(z.string()) })
    .nullable(),
  people: z.int(),
  departments: z.int(),
  mails: z.object({
    /** Recipients with an address, without a code and without a queued mail. */
    addresses: z.int(),
    waiting: z.int(),
    /** The part of these without a code. A file leaves them out. */
    reserved: z.int(),
    /** The part of these whose last try failed and will be repeated. */
    retrying: z.int(),
    /** Why the latest of these tries failed. */
    failure: z.string(),
    sent: z.int(),
    bounced: z.int(),
    revoked: z.int(),
  }),
  send_at: moment,
  send_per_minute: z.int(),
  send_paused_at: moment,
  /** The time when no mail was waiting any more. */
  send_ended_at: moment,
  reminders: z.object({
    /** Days before the end date; 0: no reminder, null: the campaign's setting. */
    own: z.int().nullable(),
    /** The setting that applies. */
    days: z.int().nullable(),
    day: typedDay.nullable(),
    /** Recipients who can still be reminded. */
    people: z.int(),
    /** The part of these who are reminded tomorrow. */
    tomorrow: z.int(),
  }),
  /** The open approval request: to hand over a large batch, or to replace all its codes. */
  asked: z.object({ approval: z.string(), kind: z.string(), by: Someone }).nullable(),
  /** The background job that creates its vouchers; null when all exist. */
  making: z.string().nullable(),
  /** Since when the batch waits for an approver because of its size. No code is sent or exported. */
  held_at: moment,
  /** The outcome of the last approval request, if the batch is held without an open request. */
  asked_before: z
    .object({ outcome: z.enum(['refused', 'withdrawn']), by: Someone, note: z.string() })
    .nullable(),
  exported_at: moment,
  exported_by: Someone,
  /** The exports of its codes, including interrupted ones. */
  hand_overs: z.array(
    z.object({
      id: z.string(),
      form: z.enum(CODE_FORMS),
      vouchers: z.int(),
      /** The number of codes created so far, or until the job stopped. */
      made: z.int(),
      state: z.enum(['open', 'broken', 'given', 'whole']),
      by: Someone,
      started_at: z.iso.datetime(),
      ended_at: moment,
    }),
  ),
  undone_at: moment,
  /** End of the undo window; null if undo is not possible, with the reason in `no_undo`. */
  undo_until: moment,
  no_undo: z.enum(['undone', 'being-made', 'too-late', 'already-activated']).nullable(),
  version: z.int(),
})

export const batches = staffEndpoint('batches', {
  summary: 'List voucher batches with their results',
  input: z.object({
    ...listInput(['made_at', 'points', 'valid_until']),
    ...filterInput('batches'),
  }),
  answer: listAnswer(BatchAnswer),
  refusals: {},
})

export const createBatch = staffEndpoint('createBatch', {
  summary: 'Create a voucher batch',
  description:
    'A large batch is created in chunks (`making`). The codes are created when they are handed over.',
  input: z
    .object({
      channel,
      campaign: id.nullable().default(null),
      points: z.int().min(1).max(MOST_POINTS_EACH),
      count: z.int().min(1).max(MOST_VOUCHERS),
      /** Days of the channel: the first and the last. */
      valid_from: typedDay.nullable().default(null),
      valid_until: typedDay.nullable().default(null),
      note: line(500).default(''),
      /** Required if the vouchers end within 24 months. */
      short_reason: line(500).default(''),
      recipients: z
        .array(
          NewRecipient.extend({
            /** Gets a voucher although another recipient has the same email address. */
            keep: z.boolean().default(false),
          }),
        )
        .max(MOST_VOUCHERS)
        .default([]),
      /** Whether people who are already in the batch or campaign are skipped or get a second voucher. */
      duplicates: z.enum(['skip', 'keep']).default('skip'),
      ...FirstSender,
    })
    .refine(({ recipients, count }) => recipients.length <= count, {
      path: ['count'],
      message: 'is less than the number of recipients',
    }),
  answer: BatchDetail.extend({
    /** Recipients who already have a voucher and did not get another. */
    skipped: z.array(z.object({ name: z.string(), department: z.string(), email: z.string() })),
    warnings: z.array(z.enum(['short-validity'])),
  }),
  refusals: {
    'unknown-channel': 409,
    'unknown-campaign': 409,
    'unknown-picture': 409,
    'ends-too-soon': 409,
    'ends-too-late': 409,
    'needs-reason': 409,
    'over-budget': 409,
    'nobody-left': 409,
  },
})

export const batch = staffEndpoint('batch', {
  summary: 'Get a voucher batch with its results',
  input: z.object({ id }),
  answer: BatchDetail,
  refusals: {},
})

export const changeBatch = staffEndpoint('changeBatch', {
  summary: 'Change the end date, note, reminders, message or image of a batch',
  description: 'Fields that are not sent stay as they are.',
  input: z.object({
    id,
    version: z.int(),
    ...z
      .object({
        note: line(500),
        /** The last day of all vouchers that end with the batch. */
        valid_until: typedDay.nullable(),
        short_reason: line(500),
        remind_days: z.int().min(0).max(365).nullable(),
        unclaimed_rule: z.enum(UNCLAIMED_RULES).nullable(),
        ...Sender,
      })
      .partial().shape,
  }),
  answer: BatchDetail,
  refusals: {
    'changed-since': 409,
    'unknown-picture': 409,
    'batch-undone': 409,
    'ends-too-soon': 409,
    'ends-too-late': 409,
    'needs-reason': 409,
    'codes-under-way': 409,
  },
})

export const batchCodes = staffEndpoint('batchCodes', {
  summary: 'Download the voucher codes of a batch',
  description:
    'Possible only once, because the codes are created for this file: a table, letters, large-print letters or QR codes. They become valid when the download is complete.',
  input: z.object({ id, as: z.enum(CODE_FORMS) }),
  answer: z.object({}),
  refusals: {
    'codes-given': 409,
    'being-made': 409,
    'waits-for-second': 409,
    'codes-under-way': 409,
    'batch-undone': 409,
    'codes-need-approval': 409,
    'missing-letters': 409,
    /** Stopped before any part of the file was sent. */
    'codes-stopped': 409,
  },
})

export const cancelCodeExport = staffEndpoint('cancelCodeExport', {
  summary: 'Stop the current download of the codes of a batch',
  description:
    'Codes that have already been sent become void. The download can be requested again.',
  input: z.object({ id, hand_over: z.uuid() }),
  answer: BatchDetail,
  /** `codes-given`: all codes were already created, so they are valid. */
  refusals: { 'codes-given': 409, 'work-ended': 409, 'batch-undone': 409 },
})

export const requestBatchApproval = staffEndpoint('requestBatchApproval', {
  summary: 'Request approval again to hand over the codes of a large batch',
  input: z.object({ id, version: z.int(), reason }),
  answer: BatchDetail,
  refusals: {
    'changed-since': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
    'batch-undone': 409,
  },
})

export const confirmCodeExport = staffEndpoint('confirmCodeExport', {
  summary: 'Confirm that the codes have reached the person who hands them out',
  input: z.object({ id, version: z.int() }),
  answer: BatchDetail,
  refusals: { 'changed-since': 409, 'no-codes-yet': 409, 'batch-undone': 409 },
})

export const replaceBatchCodes = staffEndpoint('replaceBatchCodes', {
  summary: 'Void all codes of a batch so that new ones can be handed over',
  description: 'Points, carts and orders are kept.',
  input: z.object({ id, version: z.int(), reason }),
  /** `asked`: the codes were handed out, so an approver must confirm first. */
  answer: BatchDetail,
  refusals: {
    'changed-since': 409,
    'no-codes-yet': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
    'codes-under-way': 409,
    'batch-undone': 409,
  },
})

export const undoBatchChange = staffEndpoint('undoBatchChange', {
  summary: 'Undo a change to a batch within seven days',
  description: 'Later changes by other people are kept and listed in the response.',
  input: z.object({ id, version: z.int(), change: id }),
  answer: BatchDetail.extend({ left: z.array(z.string()) }),
  refusals: {
    'changed-since': 409,
    'nothing-to-undo': 409,
    'too-late': 409,
    'unknown-picture': 409,
    'batch-undone': 409,
    'ends-too-soon': 409,
    'codes-under-way': 409,
  },
})

export const undoBatch = staffEndpoint('undoBatch', {
  summary: 'Withdraw a batch while nobody has logged in',
  description: 'Its points expire and its codes become void.',
  input: z.object({ id, version: z.int(), reason }),
  answer: BatchDetail,
  refusals: {
    'changed-since': 409,
    'being-made': 409,
    'already-activated': 409,
    'too-late': 409,
    'batch-undone': 409,
    'codes-under-way': 409,
  },
})
