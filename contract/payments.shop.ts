import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { guid } from '#contract/shared/fields.ts'

export const createPayment = endpoint('createPayment', {
  summary: 'Start the payment of the amount that the points do not cover',
  input: z.object({
    cart_guid: guid.nullish(),
    /** Euros with two decimals. Must equal the amount that the server calculates. */
    amount: z.string().regex(/^\d{1,7}\.\d{2}$/, 'is not an amount with two decimals'),
    description: z.string().max(255).default(''),
    cancelUrl: z.url({ protocol: /^https?$/ }).max(2000),
    redirectUrl: z.url({ protocol: /^https?$/ }).max(2000),
    language: z.string().max(20).optional(),
  }),
  answer: z.object({ success: z.literal(true), id: z.string(), paymentUrl: z.string() }),
  refusals: {
    'invalid-input': 400,
    'no-such-cart': 404,
    'cart-ordered': 409,
    'amount-differs': 409,
    'nothing-to-pay': 409,
    'cart-empty': 409,
    'use-all-points': 409,
    'points-limit-exceeded': 409,
    'sold-out': 409,
    'not-enough-stock': 409,
    'no-longer-offered': 409,
    'points-changed': 409,
    'personal-data-missing': 409,
    'delivery-missing': 409,
    'delivery-not-allowed': 409,
    'voucher-expired': 409,
    'voucher-blocked': 409,
    /**
     * A colleague orders on behalf of the holder, above the limit of their role. A payment cannot wait for approval.
     */
    'acting-limit': 409,
    'service-down': 503,
  },
})

export const paymentStatus = endpoint('paymentStatus', {
  summary: 'Get the state of a payment',
  input: z.object({ paymentId: z.string().max(80) }),
  answer: z.object({
    status: z.literal('success'),
    payment: z.object({
      status: z.enum(['open', 'pending', 'paid', 'canceled', 'expired', 'failed']),
      cancelUrl: z.string(),
      amount: z.string(),
      /** true if the money was refunded because the cart had changed. */
      refunded: z.boolean(),
      order_number: z.string().nullable(),
    }),
  }),
  refusals: { 'no-such-payment': 404 },
})
