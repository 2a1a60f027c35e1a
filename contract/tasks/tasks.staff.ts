import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)
/** The hash of the shown cases. The call is refused if the cases have changed since. */
const shown = z.string().regex(/^[0-9a-f]{32}$/)
const at = z.iso.datetime()
const person = z.object({ id: z.string(), name: z.string() }).nullable()

/** All cases with the same cause, for example all mails that one outage stopped. */
const TaskGroup = z.object({
  /** The id of its oldest case. */
  id: z.string(),
  kind: z.enum(ALL_TASK_KINDS),
  cause: z.string(),
  /** The error text, or the reason that a person gave. */
  reason: z.string(),
  detail: z.record(z.string(), z.unknown()),
  cases: z.int(),
  /** The order, if there is only one case. */
  order: z.string().nullable(),
  /** null for several channels or none. */
  channel: z.string().nullable(),
  /** The earliest legal date of its cases, in the channel's time zone; null: no date. */
  due_day: z.iso.date().nullable(),
  /** Days since then, by the clock of the shop; 0 before that and for a closed task. */
  overdue_days: z.int(),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  tries: z.int(),
  owner: person,
  owned_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable(),
  /** Resolved by staff, closed with a reason, or ended automatically. */
  outcome: z.enum(['resolved', 'closed', 'gone']).nullable(),
})

export const tasks = staffEndpoint('tasks', {
  summary: 'List the tasks of your role, one for each cause',
  input: z.object({
    ...listInput(['first_at', 'last_at', 'cases', 'due_day']),
    ...filterInput('tasks'),
    state: z.enum(listFilters.tasks.state.values).default('open'),
  }),
  answer: listAnswer(TaskGroup),
  refusals: {},
})

const Resolution = z.object({
  /** A preview of the changes that the resolution makes. */
  rows: z.array(
    z.object({
      what: z.string(),
      subject: z.string(),
      order: z.string().nullable(),
      points: z.int().optional(),
      cents: z.int().optional(),
      before: z.string(),
      after: z.string(),
    }),
  ),
  /** All rows, summed up by their new value. `counted`: a number is corrected. */
  effects: z.array(
    z.object({ after: z.string(), count: z.int(), points: z.int(), cents: z.int() }),
  ),
  /** The number of rows that are not listed. */
  more: z.int(),
  /** The number of items that it resolves at once. */
  cases: z.int(),
  /** Whether the resolution needs a note, which is stored with it. */
  note: z.boolean(),
})

export const task = staffEndpoint('task', {
  summary: 'Get a task with its cases and the changes that its resolution makes',
  input: z.object({ id }),
  answer: z.object({
    ...TaskGroup.shape,
    shown: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        order: z.string().nullable(),
        channel: z.string().nullable(),
        reason: z.string(),
        detail: z.record(z.string(), z.unknown()),
        first_at: z.iso.datetime(),
        last_at: z.iso.datetime(),
        tries: z.int(),
      }),
    ),
    /** For payment tasks: received money, its use, and money in transit. */
    payments: z.array(
      z.object({
        key: z.uuid(),
        /** The id at the provider. */
        id: z.string().nullable(),
        provider: z.string(),
        channel: z.string(),
        voucher: z.string(),
        last3: z.string(),
        order: z.string().nullable(),
        cents: z.int(),
        paid_at: at.nullable(),
        /** The day in the reconciliation, in the channel's time zone. */
        day: z.string().nullable(),
        /** How much more was returned, or is being returned, than was paid. */
        over: z.int(),
        refunds: z.array(
          z.object({ cents: z.int(), state: z.enum(['queued', 'done', 'failed']), at }),
        ),
        chargebacks: z.array(
          z.object({ cents: z.int(), end: z.enum(['reversed', 'accepted']).nullable(), at }),
        ),
      }),
    ),
    /** The recipient, if all cases are about one order. Masked without permission for personal data. */
    recipient: z
      .object({
        voucher: z.string(),
        name: z.string(),
        email: z.string(),
        telephone: z.string(),
      })
      .nullable(),
    resolve: Resolution.nullable(),
    /** Staff to whom the task can be assigned. */
    colleagues: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  refusals: {},
})

export const assignTask = staffEndpoint('assignTask', {
  summary: 'Assign a task to yourself, a colleague or nobody',
  input: z.object({ id, staff: id.nullable() }),
  answer: z.object({}),
  refusals: { 'unknown-colleague': 409 },
})

export const closeTask = staffEndpoint('closeTask', {
  summary: 'Close the shown cases of a task with a reason',
  input: z.object({ id, shown, reason }),
  answer: z.object({ cases: z.int() }),
  refusals: { 'changed-since': 409 },
})

export const resolveTask = staffEndpoint('resolveTask', {
  summary: 'Resolve the shown cases of a task',
  input: z.object({ id, shown, note: z.string().trim().max(500).default('') }),
  answer: z.object({ cases: z.int() }),
  refusals: {
    'changed-since': 409,
    'nothing-to-resolve': 409,
    'needs-note': 409,
    'codes-limit': 409,
  },
})

export const counts = staffEndpoint('counts', {
  summary: 'Count the open work of the current user by kind',
  description: 'Unassigned work is not counted.',
  input: z.object({}),
  answer: z.object({ counts: z.record(z.string(), z.int()) }),
  refusals: {},
})
