import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'

const id = z.string().regex(/^\d{1,15}$/)
const person = z.object({ id: z.string(), name: z.string() })
const moment = z.iso.datetime()

/** Kinds of approval requests: a subject and a verb, as in the audit. */
export const APPROVAL_KINDS = [
  'points.grant',
  'order.place',
  'batch.give',
  'batch.code-file',
  'batch.code-mails',
  'credit.book',
  'channel.open',
  'release.publish',
  'batch.replace-codes',
  'retention.run',
  'personal-data.erase',
  'owner.make',
  'owner.reset',
] as const
export type ApprovalKindName = (typeof APPROVAL_KINDS)[number]

export const Approval = z.object({
  id: z.string(),
  /** One of `APPROVAL_KINDS`; an older process may not know all of them. */
  kind: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  channel: z.string().nullable(),
  asked: z.record(z.string(), z.unknown()),
  reason: z.string(),
  asked_by: person,
  asked_at: moment,
  /** `lapsed`: the subject was removed or changed before a decision. */
  outcome: z.enum(['approved', 'refused', 'withdrawn', 'lapsed']).nullable(),
  decided_by: person.nullable(),
  decided_at: moment.nullable(),
  note: z.string(),
  /** What had become another, where that ended it. */
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  /** Whether the reader can decide: the request is open, the role allows it, and another person made the request. */
  may_decide: z.boolean(),
  /** From when the reader may approve it; null: never, or it is decided. */
  approve_from: moment.nullable(),
  /**
   * Why the reader can never approve: they became an owner after the request, or added its requester shortly before.
   */
  approve_never: z.enum(['new-owner', 'made-colleague']).nullable(),
  /** They would approve their own request, as the only owner. */
  approve_alone: z.boolean(),
  /** The only owner approved their own request, 24 hours after asking. */
  alone: z.boolean(),
  /** Whether the reader made the request. */
  mine: z.boolean(),
})

export const approvals = staffEndpoint('approvals', {
  summary: 'List approval requests, open and decided',
  description: 'Includes the requests that you can decide and those that you made.',
  input: z.object({
    ...listInput(['asked_at']),
    ...filterInput('approvals'),
  }),
  answer: listAnswer(Approval),
  refusals: {},
})

const decided = { 'is-decided': 409 } as const

export const approve = staffEndpoint('approve', {
  summary: 'Approve a request',
  description: 'The action of the request runs in the same transaction.',
  input: z.object({ id, note: z.string().trim().max(500).default('') }),
  answer: Approval,
  refusals: {
    ...decided,
    'second-person': 403,
    /** It was asked before they became an owner, or before their access was reset. */
    'new-owner': 403,
    'made-colleague': 403,
    /** 24 hours have to pass first. */
    'approve-later': 403,
    'changed-since': 409,
    'no-longer-possible': 409,
  },
})

export const rejectApproval = staffEndpoint('rejectApproval', {
  summary: 'Reject a request with a reason',
  input: z.object({ id, note: z.string().trim().min(1).max(500) }),
  answer: Approval,
  refusals: { ...decided, 'second-person': 403 },
})

export const withdrawApproval = staffEndpoint('withdrawApproval', {
  summary: 'Withdraw your own approval request',
  input: z.object({ id }),
  answer: Approval,
  refusals: decided,
})
