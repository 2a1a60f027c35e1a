import { z } from 'zod'

import { DeliveryChoice, PersonalData } from '#contract/cart.shop.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf, freeText, guid, line } from '#contract/shared/fields.ts'
import { REPLACEMENT_OUTCOMES } from '#domain/orders/replacement.ts'
import { PARCEL_STATES } from '#domain/fulfilment/parcel-state.ts'
import { MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'
import { HOLDER_MAILS } from '#domain/mail/mails.ts'

const OrderState = z.enum(['placed', 'released', 'shipped', 'delivered', 'cancelled'])

export const OrderItem = z.object({
  shopping_cart_item: z.string(),
  spli_id: z.string(),
  scp: z.string(),
  name: z.string(),
  /** Colour, size and other options, in the language of the order. */
  variant: z.string(),
  brand: z.string(),
  points: z.int(),
  quantity: z.int(),
  media: z.string(),
  delivery_info: z.string(),
  delivery_condition: z.enum(['digital', 'monta', 'dropship']),
  state: OrderState,
  /** 'delivered' is assumed from the time passed, without confirmation. */
  delivery_assumed: z.boolean(),
  tracking: z.array(
    z.object({
      code: z.string(),
      link: z.string().nullable(),
      carrier: z.string(),
      state: z.enum(PARCEL_STATES),
      /** Units of this gift in the parcel; null if unknown. */
      quantity: z.int().nullable(),
      delivered_at: z.iso.datetime().nullable(),
    }),
  ),
  /** Units of a digital gift that are available (`digitalGifts`), and units whose codes are still missing. */
  digital: z.object({ handed: z.int(), waiting: z.int() }),
  /** Units that were withdrawn, and units that can still be withdrawn. */
  withdrawn: z.int(),
  withdrawable: z.int(),
})

/** A withdrawal that the shop has received for these gifts. */
export const Withdrawal = z.object({
  withdrawal_number: z.string(),
  at: z.iso.datetime(),
  /** The email address that got the receipt. */
  email: z.string(),
  reason: z.string(),
  lines: z.array(
    z.object({
      shopping_cart_item: z.string(),
      name: z.string(),
      variant: z.string(),
      points: z.int(),
      quantity: z.int(),
    }),
  ),
  /**
   * What has to be returned. 'part': the sent units. 'unsent': units not sent yet, which may still arrive. Codes are
   * never returned.
   */
  to_return: z.enum(['all', 'part', 'unsent', 'nothing']),
  /** The cost of the gifts. */
  points: z.int(),
  /** The refund after the return. Both amounts together equal `points`. */
  points_to_credit: z.int(),
  cents_to_credit: z.int(),
})
export type Withdrawal = z.infer<typeof Withdrawal>

export const Order = z.object({
  order_number: z.string(),
  state: OrderState,
  placed_at: z.iso.datetime(),
  /** The IANA time zone in which the times of this order are shown. */
  time_zone: z.string(),
  /** Until then the holder can change or cancel the order; null afterwards. */
  undo_until: z.iso.datetime().nullable(),
  /** Actions that are possible now. */
  can: z.object({
    /** Name, email and phone, and the address if the delivery is 'home' or 'pickup'. */
    change_address: z.boolean(),
    change_delivery: z.boolean(),
    change_gifts: z.boolean(),
    cancel: z.boolean(),
    withdraw: z.boolean(),
  }),
  /** The last moment to withdraw; null if it is not known yet or nothing can be withdrawn. */
  withdraw_until: z.iso.datetime().nullable(),
  items: z.array(OrderItem),
  delivery: DeliveryChoice,
  personal_data: PersonalData,
  total_points: z.int(),
  points_paid: z.int(),
  cents_paid: z.int(),
  /** VAT in the cents paid; null if not recorded. */
  vat_cents: z.int().nullable(),
  /** The paid amount that is neither refunded nor promised to a withdrawal, and which part is refunded first. */
  credit_left: z.object({ points: z.int(), cents: z.int(), first: z.enum(['card', 'points']) }),
  points_refunded: z.int(),
  cents_refunded: z.int(),
  payment_method: z.enum(['MOL', 'FC']),
  /** Oldest first, as all lists of this answer. */
  events: z.array(z.object({ at: z.iso.datetime(), type: z.string(), description: z.string() })),
  mails: z.array(
    z.object({
      kind: z.enum(HOLDER_MAILS),
      /** When it was sent; for a queued mail, when it was created. */
      at: z.iso.datetime(),
      email: z.string(),
      state: z.enum(['queued', 'sent', 'refused']),
    }),
  ),
  refunds: z.array(
    z.object({
      at: z.iso.datetime(),
      points: z.int(),
      cents: z.int(),
      /** Points are 'done' at once. A card refund is 'queued' until the provider has completed it. */
      state: z.enum(['queued', 'done', 'failed']),
    }),
  ),
  withdrawals: z.array(Withdrawal),
  /** Replacement offers for gifts that became unavailable after the order. */
  choices: z.array(
    z.object({
      /** The id of the order line. */
      shopping_cart_item: z.string(),
      name: z.string(),
      quantity: z.int(),
      until: z.iso.datetime(),
      outcome: z.enum(REPLACEMENT_OUTCOMES).nullable(),
      /** The token of the replacement page, as in the mail's link; null once the offer is over. */
      token: z.string().nullable(),
    }),
  ),
  /** The cart that got the gifts of a reopened order. */
  reopened_as: guid.nullable(),
  /** The current balance of the voucher. */
  available_points: z.int(),
})
export type Order = z.infer<typeof Order>

export const orderNumber = z.string().max(40)

export const orders = endpoint('orders', {
  summary: 'List the orders of the voucher holder, newest first',
  input: z.object({}),
  answer: answerOf(z.array(Order)),
  refusals: {},
})

export const giver = endpoint('giver', {
  summary: 'Get the sender of the voucher with the personal message, image or video',
  description: 'Returns null if there is no message.',
  input: z.object({}),
  answer: answerOf(
    z
      .object({
        name: z.string(),
        words: z.string(),
        /** The file name at the image proxy; '' if there is none. */
        picture: z.string(),
        film: z.boolean(),
        /** A text alternative for the image or video. */
        alt: z.string(),
      })
      .nullable(),
  ),
  refusals: {},
})

export const actedFor = endpoint('actedFor', {
  summary: 'List when customer service used the shop on behalf of the voucher holder, and why',
  description: 'Newest first.',
  input: z.object({}),
  answer: answerOf(
    z.array(z.object({ at: z.iso.datetime(), time_zone: z.string(), reason: z.string() })),
  ),
  refusals: {},
})

export const order = endpoint('order', {
  summary: 'Get an order of the voucher holder',
  input: z.object({ order_number: orderNumber }),
  answer: answerOf(Order),
  refusals: { 'no-such-order': 404 },
})

export const withdrawOrder = endpoint('withdrawOrder', {
  summary: 'Withdraw from some or all gifts of an order',
  description: 'Returns the confirmation of receipt.',
  input: z.object({
    order_number: orderNumber,
    /** Created by the client for each withdrawal. A repeat with the same key returns the same receipt. */
    withdrawal_key: guid,
    /** Missing or empty: everything that can be withdrawn. */
    lines: z
      .array(
        z.object({
          shopping_cart_item: z.string().max(80),
          quantity: z.int().min(1).max(MAX_GIFT_QUANTITY),
        }),
      )
      .max(100)
      .nullish(),
    reason: freeText(1000).nullish(),
    /** The email address for the receipt. Default: that of the order. */
    email: line(200).nullish(),
  }),
  answer: answerOf(z.object({ receipt: Withdrawal, order: Order })),
  refusals: {
    'invalid-input': 400,
    'no-such-order': 404,
    'no-such-line': 404,
    'nothing-to-withdraw': 409,
    'not-withdrawable': 409,
    'too-many-withdrawn': 409,
    'undo-open': 409,
  },
})
