import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'
import { REPLACEMENT_OUTCOMES, UNAVAILABLE_CAUSES } from '#domain/orders/replacement.ts'
import { PARTS } from '#domain/orders/partial-state.ts'
import { PARCEL_STATES } from '#domain/fulfilment/parcel-state.ts'
import { CREDIT_REASONS, CREDITED_GOODS } from '#domain/refunds/credit.ts'

const number = z.string().regex(/^\d{1,18}$/)
const at = z.iso.datetime()
const State = z.enum(['placed', 'released', 'shipped', 'delivered', 'cancelled'])

/** Masked without permission for personal data: only the first letters, which show that a value exists. */
const Person = z.object({ name: z.string(), email: z.string(), telephone: z.string() })

/** Conditions of an order that need attention. */
export const ORDER_FLAGS = [
  'needs-person',
  'withdrawn',
  'credited',
  'charged-back',
  'refund-failed',
] as const

export const staffOrders = staffEndpoint('staffOrders', {
  summary: 'List orders, newest first',
  description: 'Search by number, email address, surname or the last three characters of a code.',
  input: z.object({
    ...listInput(['placed_at']),
    ...filterInput('staffOrders'),
  }),
  answer: listAnswer(
    z.object({
      number: z.string(),
      placed_at: at,
      channel: z.string(),
      state: State,
      part: z.enum(PARTS).nullable(),
      person: Person,
      /** Names, each with its number of units if there is more than one. */
      gifts: z.string(),
      /** The image of the first gift. */
      picture: z.string(),
      lines: z.int(),
      points_paid: z.int(),
      cents_paid: z.int(),
      delivery: z.enum(['digital', 'company', 'home', 'pickup']),
      country: z.string().nullable(),
      flags: z.array(z.enum(ORDER_FLAGS)),
      tags: z.array(z.string()),
      /** Days since the legal refund deadline of the oldest open withdrawal; 0 if it has not passed. */
      overdue_days: z.int(),
    }),
  ),
  refusals: {},
})

const Line = z.object({
  line: z.int(),
  sku: z.string(),
  /** In the reader's language. */
  name: z.string(),
  /** In the recipient's language, if it differs. */
  name_ordered: z.string().nullable(),
  variant: z.string(),
  brand: z.string(),
  picture: z.string(),
  points: z.int(),
  quantity: z.int(),
  state: State,
  delivery: z.enum(['digital', 'monta', 'dropship']),
  vat_country: z.string().nullable(),
  vat_bp: z.int().nullable(),
  withdrawn: z.int(),
  credited: z.int(),
  /** A replacement offer is open. */
  fallen: z.boolean(),
  /** Set if only a part of the units was sent or delivered. */
  part: z.enum(PARTS).nullable(),
  /** Units of a digital gift that are issued, and units whose codes are still missing. */
  digital: z.object({ handed: z.int(), waiting: z.int() }),
  /** Units that can still be credited. */
  left: z.int(),
})

export const staffOrder = staffEndpoint('staffOrder', {
  summary: 'Get an order with its history',
  input: z.object({ number }),
  answer: z.object({
    number: z.string(),
    placed_at: at,
    channel: z.string(),
    time_zone: z.string(),
    language: z.string(),
    state: State,
    part: z.enum(PARTS).nullable(),
    voucher: z.string(),
    /** The newest other orders with this voucher. */
    others: z.array(
      z.object({
        number: z.string(),
        placed_at: at,
        state: State,
        points: z.int(),
        cents: z.int(),
      }),
    ),
    changeable_until: at.nullable(),
    /** Whether names and addresses are masked. */
    masked: z.boolean(),
    person: Person,
    delivery: z.object({
      kind: z.enum(['digital', 'company', 'home', 'pickup']),
      carrier: z.string().nullable(),
      /** Line by line. A masked address contains only city and country. */
      address: z.array(z.string()),
    }),
    lines: z.array(Line),
    parcels: z.array(
      z.object({
        code: z.string(),
        link: z.string().nullable(),
        carrier: z.string(),
        state: z.enum(PARCEL_STATES),
        /** null: sent before this time was recorded. */
        sent_at: at.nullable(),
        delivered_at: at.nullable(),
        lines: z.array(z.object({ line: z.int(), name: z.string(), quantity: z.int() })),
        /** The purchase order of the supplier who sent it. */
        purchase: z.string().nullable(),
      }),
    ),
    total_points: z.int(),
    points_paid: z.int(),
    cents_paid: z.int(),
    /** The card payment. */
    payment: z.object({ provider: z.string(), paid_at: at.nullable() }).nullable(),
    vat: z.array(
      z.object({ country: z.string(), bp: z.int(), cents: z.int(), vat_cents: z.int() }),
    ),
    points_returned: z.int(),
    cents_returned: z.int(),
    refunds: z.array(
      z.object({
        at,
        points: z.int(),
        cents: z.int(),
        state: z.enum(['queued', 'done', 'failed']),
      }),
    ),
    chargebacks: z.array(z.object({ at, cents: z.int(), end: z.string().nullable() })),
    credits: z.array(
      z.object({
        number: z.string(),
        kind: z.enum(['refund', 'cancel', 'withdrawal']),
        at,
        points: z.int(),
        points_back: z.int(),
        cents_back: z.int(),
        cents_sent: z.int(),
        /**
         * Who refunded the part that was not sent: a bank, or a person at the payment provider (`either`: one of
         * both). `brought`: the bank returned the money later, and the refund was sent then. null: the refund was
         * sent in full.
         */
        elsewhere: z.enum(['bank', 'provider', 'either', 'brought']).nullable(),
        vat_back: z.int(),
        lines: z.array(z.object({ line: z.int(), name: z.string(), quantity: z.int() })),
        reason: z.enum(CREDIT_REASONS),
        note: z.string(),
        goods: z.enum(CREDITED_GOODS),
      }),
    ),
    /** The paid amount that is neither refunded nor promised to a withdrawal, and which part is refunded first. */
    credit_left: z.object({ points: z.int(), cents: z.int(), first: z.enum(['card', 'points']) }),
    /** Points that the reader can still refund without an approver. */
    credit_alone: z.int(),
    /** Replacement offers for gifts that became unavailable. */
    choices: z.array(
      z.object({
        id: z.uuid(),
        line: z.int(),
        name: z.string(),
        quantity: z.int(),
        cause: z.enum(UNAVAILABLE_CAUSES),
        note: z.string(),
        /** Started automatically, not by staff. */
        by_itself: z.boolean(),
        started_at: at,
        until: at,
        reminded_at: at.nullable(),
        outcome: z.enum(REPLACEMENT_OUTCOMES).nullable(),
        ended_at: at.nullable(),
        credit: z.string().nullable(),
      }),
    ),
    withdrawals: z.array(
      z.object({
        number: z.string(),
        at,
        points_to_credit: z.int(),
        cents_to_credit: z.int(),
        credited: z.boolean(),
        /** The last day for the refund by law, in the channel's time zone. */
        due_day: z.iso.date(),
        /** Days since then, by the server's clock; 0 if the refund is not overdue. */
        overdue_days: z.int(),
        /** The event that triggers the automatic refund. */
        by_itself: z.enum(['goods-back', 'legal-day']),
      }),
    ),
    events: z.array(
      z.object({
        at,
        type: z.string(),
        description: z.string(),
        /** The staff member who caused it. */
        staff: z.string().nullable(),
      }),
    ),
    mails: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(HOLDER_MAILS),
        at,
        email: z.string(),
        state: z.enum(['queued', 'sent', 'refused']),
      }),
    ),
    tags: z.array(z.string()),
    notes: z.array(z.object({ id: z.string(), at, staff: z.string(), body: z.string() })),
    /** Open tasks of the order. */
    task: z.array(z.object({ id: z.string(), kind: z.enum(ALL_TASK_KINDS) })),
    /** An action on the order waits for approval. */
    waits_for_approval: z.boolean(),
  }),
  refusals: {},
})

export const revealOrderRecipient = staffEndpoint('revealOrderRecipient', {
  summary: 'Reveal the name, email address and postal address of an order',
  description: 'The access is recorded in the audit log.',
  input: z.object({ number, reason: z.string().trim().min(1).max(500) }),
  answer: z.object({ person: Person, address: z.array(z.string()) }),
  refusals: {},
})

export const sendMailAgain = staffEndpoint('sendMailAgain', {
  summary: 'Send an email of an order again',
  description: 'It is sent to the current address of the order.',
  input: z.object({ number, mail: z.uuid() }),
  answer: z.object({ mail: z.uuid() }),
  refusals: { 'sent-just-now': 409 },
})

export const addOrderNote = staffEndpoint('addOrderNote', {
  summary: 'Add an internal note to an order',
  description: 'Notes cannot be changed.',
  input: z.object({ number, body: z.string().trim().min(1).max(4000) }),
  answer: z.object({ id: z.string() }),
  refusals: {},
})

/** Stored in lower case, so that a tag is found regardless of its spelling. */
const Tag = z.string().trim().toLowerCase().min(1).max(40)

export const setOrderTags = staffEndpoint('setOrderTags', {
  summary: 'Replace the tags of an order',
  input: z.object({
    number,
    tags: z.array(Tag).max(20),
    /** The tags that the user saw. */
    was: z.array(z.string()),
  }),
  answer: z.object({ tags: z.array(z.string()) }),
  refusals: { 'changed-since': 409, 'nothing-to-do': 409 },
})
