import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { CREDIT_REASONS, CREDITED_GOODS } from '#domain/refunds/credit.ts'
import { MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'

const number = z.string().regex(/^\d{1,18}$/)

export const CreditLine = z.object({
  line: z.int(),
  name: z.string(),
  quantity: z.int(),
  points: z.int(),
})

export const proposeCredit = staffEndpoint('proposeCredit', {
  summary: 'Preview a refund of gifts',
  description: 'Returns the amounts and where each part goes.',
  input: z
    .object({
      number,
      lines: z
        .array(
          z.object({
            line: z.int().min(1).max(1000),
            quantity: z.int().min(1).max(MAX_GIFT_QUANTITY),
          }),
        )
        .min(1)
        .max(100)
        .refine(
          (lines) => new Set(lines.map(({ line }) => line)).size === lines.length,
          'names a line twice',
        )
        .optional(),
      /** Instead of lines: the gifts and the amount of this withdrawal. */
      withdrawal: z.string().max(60).optional(),
      goods: z.enum(CREDITED_GOODS).default('none'),
      reason: z.enum(CREDIT_REASONS),
      note: z.string().trim().max(500).default(''),
    })
    .refine(
      ({ lines, withdrawal }) => (lines === undefined) !== (withdrawal === undefined),
      'needs lines or a withdrawal',
    )
    .refine(({ reason, note }) => reason !== 'other' || note !== '', {
      path: ['note'],
      message: 'is required with the reason other',
    }),
  answer: z.object({
    id: z.uuid(),
    /** The total in points, then its split between balance and card. */
    points: z.int(),
    points_back: z.int(),
    cents: z.int(),
    /** Less than `cents` if a bank or a person at the provider already refunded the rest. */
    cents_sent: z.int(),
    vat_cents: z.int(),
    lines: z.array(CreditLine),
    goods: z.enum(CREDITED_GOODS),
    /** The order was not submitted yet and the reason stops these gifts, so they will not be sent. */
    stops: z.boolean(),
    /** The complete order, before any part of it was submitted: the order is cancelled. */
    cancels: z.boolean(),
    /**
     * Units not sent yet. Booking can stop them. 'unsubmitted': the order was not submitted yet. 'confirmed': the
     * supplier has confirmed them.
     */
    unsent: z.array(
      z.object({
        line: z.int(),
        name: z.string(),
        quantity: z.int(),
        by: z.enum(['unsubmitted', 'warehouse', 'supplier', 'confirmed']),
      }),
    ),
    /** Units of digital gifts that the holder has received and keeps. */
    handed_out: z.int(),
    /** Points would be refunded to an expired voucher, so they cannot be spent. */
    voucher_ended: z.boolean(),
    needs_approval: z.boolean(),
    /** Refunds of this order that were booked before. */
    credits_before: z.int(),
    expires_at: z.iso.datetime(),
  }),
  refusals: {
    'order-cancelled': 409,
    'no-such-line': 409,
    'more-than-left': 409,
    'not-released': 409,
    'in-fulfilment': 409,
    'not-sent': 409,
  },
})

export const bookCredit = staffEndpoint('bookCredit', {
  summary: 'Refund gifts as shown in the preview',
  description: 'Points, money, stock and history change in one transaction, at most once.',
  input: z.object({
    proposal: z.uuid(),
    /** The number of codes or documents that the holder keeps, as the caller has confirmed. */
    handed_out: z.int().min(0).default(0),
    /** Whether to stop the units that the proposal lists as unsent. Otherwise they are sent. */
    stop: z.boolean().default(false),
  }),
  answer: z.object({
    credit: z.string().nullable(),
    /** The id of the approval, if the refund exceeds the role's own limit. */
    approval: z.string().nullable(),
  }),
  refusals: {
    'changed-since': 409,
    'done-already': 409,
    'proposal-over': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
    'handed-out': 409,
  },
})

export const staffCancelOrder = staffEndpoint('staffCancelOrder', {
  summary: 'Cancel an order that has not been sent to fulfilment',
  description: 'Points and payment are refunded, and the gifts go back into stock.',
  input: z.object({ number, reason: z.string().trim().min(1).max(500) }),
  answer: z.object({}),
  refusals: { 'order-cancelled': 409, released: 409 },
})
