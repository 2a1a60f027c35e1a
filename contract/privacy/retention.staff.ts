import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'

const id = z.string().regex(/^\d{1,15}$/)
const channel = z.string().regex(/^\d{1,10}$/)
const moment = z.iso.datetime()
const person = z.object({ id: z.string(), name: z.string() })

/** Why a person due for erasure is not erased yet: their open items. */
export const RETENTION = ['order', 'money', 'mail', 'question', 'task'] as const

export const RETENTION_STATES = [
  'looked',
  'asked',
  'refused',
  'working',
  'stopped',
  'rewriting',
  'done',
] as const

/** So many of each: what a dry run finds. */
const Counts = z.object({
  vouchers: z.int(),
  people: z.int(),
  orders: z.int(),
  mails: z.int(),
  questions: z.int(),
  /** Questions of people who are no holders known here. */
  strangers: z.int(),
  notes: z.int(),
  /** Audit entries whose personal data is stored. */
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
  held: z.partialRecord(z.enum(RETENTION), z.int()),
  erased: z.int(),
  made_by: person,
  made_at: moment,
  approval: z.string().nullable(),
  work: z.string().nullable(),
  ended_at: moment.nullable(),
  /** From this time the database files no longer contain the erased data, except for tables too large to rewrite. */
  rewritten_at: moment.nullable(),
  too_large: z.array(z.string()),
  /** The write-ahead log may hold what was erased up to there. */
  log_at: z.string().nullable(),
})

export const retention = staffEndpoint('retention', {
  summary:
    'How long names are kept in each channel and how many wait to be erased, and what is cleared by itself and when it last was',
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

export const retentionRuns = staffEndpoint('retentionRuns', {
  summary: 'List runs that erased names, and dry runs, newest first',
  input: z.object({ ...listInput(['made_at']), ...filterInput('retentionRuns') }),
  answer: listAnswer(Run),
  refusals: {},
})

export const retentionRun = staffEndpoint('retentionRun', {
  summary: 'One run: whom it found, whom it left and why, and how far it is',
  input: z.object({ id }),
  answer: Run,
  refusals: {},
})

export const checkRetention = staffEndpoint('checkRetention', {
  summary: 'A dry run: counts who would be erased in a channel now, and changes nothing of them',
  input: z.object({ channel }),
  answer: Run,
  refusals: {},
})

export const askForRetention = staffEndpoint('askForRetention', {
  summary:
    'Request approval to erase the people that a dry run found; the approval starts it. 409 if others are due by now',
  input: z.object({ id, reason: z.string().trim().min(1).max(500) }),
  answer: Run,
  refusals: { 'is-asked': 409, 'no-longer-possible': 409, 'done-already': 409 },
})

/** What stays of an order when its name has gone, and until when. */
const Stays = z.object({ number: z.string(), placed_at: moment, until: z.iso.date() })

export const personalData = staffEndpoint('personalData', {
  summary:
    'What would be erased of one holder, what has to stay and until when, and why it may have to wait',
  input: z.object({ id }),
  answer: z.object({
    counts: Counts,
    /** Points that are lost with it. */
    available: z.int(),
    held: z.enum(RETENTION).nullable(),
    /** The first day on which it need not wait any longer, where one is known. */
    held_until: z.iso.date().nullable(),
    stays: z.array(Stays),
    /** The date of automatic erasure; null if the person is already erased and has not made contact since. */
    due: z.iso.date().nullable(),
  }),
  refusals: { 'no-longer-possible': 409 },
})

export const exportPerson = staffEndpoint('exportPerson', {
  summary:
    'Everything that is kept about one holder, as one file: a page to read or JSON, in the holder’s language',
  input: z.object({
    id,
    as: z.enum(['html', 'json']),
    reason: z.string().trim().min(1).max(500),
  }),
  answer: z.object({ name: z.string(), type: z.string(), text: z.string() }),
  refusals: { 'no-longer-possible': 409 },
})

export const erasePerson = staffEndpoint('erasePerson', {
  summary:
    'Request approval to erase one holder, who asked for it; the approval does it, and ends what is left of the points',
  input: z.object({ id, reason: z.string().trim().min(1).max(500) }),
  answer: z.object({ approval: z.string() }),
  refusals: { 'is-asked': 409, 'not-over': 409, 'no-longer-possible': 409 },
})
