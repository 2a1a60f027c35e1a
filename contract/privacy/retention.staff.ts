import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'

const id = z.string().regex(/^\d{1,15}$/)
const channel = z.string().regex(/^\d{1,10}$/)
const moment = z.iso.datetime()
const person = z.object({ id: z.string(), name: z.string() })

/** The open items because of which a person due for erasure is not erased yet. */
export const ERASURE_HOLDS = ['order', 'money', 'mail', 'question', 'task'] as const

/**
 * looked: a dry run. asked, refused: the state of its approval. rewriting: the database files are written again without
 * the erased data.
 */
export const RETENTION_STATES = [
  'looked',
  'asked',
  'refused',
  'working',
  'stopped',
  'rewriting',
  'done',
] as const

/** The number of records that a dry run finds. */
const Counts = z.object({
  vouchers: z.int(),
  people: z.int(),
  orders: z.int(),
  mails: z.int(),
  questions: z.int(),
  /** Questions of people who are not voucher holders. */
  strangers: z.int(),
  notes: z.int(),
  /** Audit entries that contain personal data. */
  audit: z.int(),
})

const Run = z.object({
  id: z.string(),
  /** All due persons of a channel, or one person on request. */
  kind: z.enum(['channel', 'person']),
  channel: z.object({ id: z.string(), name: z.string() }),
  voucher: z.string().nullable(),
  state: z.enum(RETENTION_STATES),
  as_of: moment,
  months: z.int(),
  counts: Counts,
  held: z.partialRecord(z.enum(ERASURE_HOLDS), z.int()),
  erased: z.int(),
  made_by: person,
  made_at: moment,
  approval: z.string().nullable(),
  work: z.string().nullable(),
  ended_at: moment.nullable(),
  /** From this time the database files no longer contain the erased data, except for tables too large to rewrite. */
  rewritten_at: moment.nullable(),
  too_large: z.array(z.string()),
  /** The write-ahead log may contain erased data up to this position. */
  wal_position: z.string().nullable(),
})

export const retentionPeriods = staffEndpoint('retentionPeriods', {
  summary: 'Get the retention periods of each channel and the automatic clean-up rules',
  description: 'Includes the number of people due for erasure and the time of the last run.',
  input: z.object({}),
  answer: z.object({
    channels: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        months: z.int(),
        due: z.int(),
        last_run: z.object({ id: z.string(), at: moment }).nullable(),
      }),
    ),
    clearing: z.array(
      z.object({
        name: z.string(),
        /** Stored for this many hours after its end. */
        hours: z.int(),
        cleared: z.int(),
        last_at: moment.nullable(),
        last_count: z.int(),
      }),
    ),
  }),
  refusals: {},
})

export const erasureRuns = staffEndpoint('erasureRuns', {
  summary: 'List erasure runs and previews, newest first',
  input: z.object({ ...listInput(['made_at']), ...filterInput('erasureRuns') }),
  answer: listAnswer(Run),
  refusals: {},
})

export const erasureRun = staffEndpoint('erasureRun', {
  summary: 'Get an erasure run with its progress',
  description: 'Lists the people that it found, and those it left out and why.',
  input: z.object({ id }),
  answer: Run,
  refusals: {},
})

export const startErasureDryRun = staffEndpoint('startErasureDryRun', {
  summary: 'Preview the erasure for a channel',
  description: 'Counts the people who would be erased now. Changes nothing.',
  input: z.object({ channel }),
  answer: Run,
  refusals: {},
})

export const requestErasureApproval = staffEndpoint('requestErasureApproval', {
  summary: 'Request approval to erase the people found by a preview',
  description:
    'The approval starts the erasure. 409 if the people due for erasure have changed since.',
  input: z.object({ id, reason: z.string().trim().min(1).max(500) }),
  answer: Run,
  refusals: { 'is-asked': 409, 'no-longer-possible': 409, 'done-already': 409 },
})

/** An order that is kept without names, and the day until which the accounts need it. */
const RetainedOrder = z.object({ number: z.string(), placed_at: moment, until: z.iso.date() })

export const personalData = staffEndpoint('personalData', {
  summary: 'Preview the erasure of a voucher holder',
  description:
    'Returns what would be erased, what must be kept and until when, and why the erasure may have to wait.',
  input: z.object({ id }),
  answer: z.object({
    counts: Counts,
    /** Points that expire with the erasure. */
    available: z.int(),
    held: z.enum(ERASURE_HOLDS).nullable(),
    /** The first day on which the erasure can happen, if known. */
    held_until: z.iso.date().nullable(),
    stays: z.array(RetainedOrder),
    /** The date of automatic erasure; null if the names are already erased and there was no activity since. */
    due: z.iso.date().nullable(),
  }),
  refusals: { 'no-longer-possible': 409 },
})

export const exportPerson = staffEndpoint('exportPerson', {
  summary: 'Export the personal data of a voucher holder to a file',
  description: 'Creates a readable page or JSON, in the language of the voucher holder.',
  input: z.object({
    id,
    as: z.enum(['html', 'json']),
    reason: z.string().trim().min(1).max(500),
  }),
  answer: z.object({ name: z.string(), type: z.string(), text: z.string() }),
  refusals: { 'no-longer-possible': 409 },
})

export const erasePerson = staffEndpoint('erasePerson', {
  summary: 'Request approval to erase a voucher holder at their own request',
  description: 'Once approved, the person’s data is erased and the remaining points expire.',
  input: z.object({ id, reason: z.string().trim().min(1).max(500) }),
  answer: z.object({ approval: z.string() }),
  refusals: { 'is-asked': 409, 'not-over': 409, 'no-longer-possible': 409 },
})
