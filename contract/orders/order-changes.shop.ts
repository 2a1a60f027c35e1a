import { z } from 'zod'

import {
  Cart,
  ContactAndAddress,
  DeliveryOffer,
  DeliveryPick,
  pickupOptions,
} from '#contract/cart.shop.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'
import { Order, orderNumber } from '#contract/orders/orders.shop.ts'

/** Refusals of all calls that change an order before it is submitted. */
const refusals = { 'no-such-order': 404, 'undo-closed': 409 } as const

export const cancelOrder = endpoint('cancelOrder', {
  summary: 'Cancel an order during its cancellation period',
  description: 'Points and payment are refunded, and the gifts go back into stock.',
  input: z.object({ order_number: orderNumber }),
  answer: answerOf(Order),
  refusals,
})

export const reopenOrder = endpoint('reopenOrder', {
  summary: 'Cancel an order during its cancellation period and put its gifts back into the cart',
  input: z.object({ order_number: orderNumber, language: z.string().max(20).optional() }),
  answer: answerOf(
    Cart.extend({
      /** Gifts, or units of them, that could not be put back into the cart. */
      left_out: z.array(z.object({ spli_id: z.string(), name: z.string(), quantity: z.int() })),
    }),
  ),
  refusals: { ...refusals, 'order-cancelled': 409 },
})

export const changeOrderAddress = endpoint('changeOrderAddress', {
  summary: 'Change the recipient and address of an order, while they can be changed',
  input: ContactAndAddress.extend({ order_number: orderNumber }),
  answer: answerOf(Order),
  refusals: {
    ...refusals,
    'invalid-input': 400,
    'address-invalid': 409,
    'no-home-delivery': 409,
  },
})

export const orderDeliveryMethods = endpoint('orderDeliveryMethods', {
  summary: 'List delivery windows and pickup points for an order, while they can be changed',
  input: z.object({ order_number: orderNumber, ...pickupOptions }),
  answer: DeliveryOffer,
  refusals,
})

export const changeOrderDelivery = endpoint('changeOrderDelivery', {
  summary: 'Change the delivery method of an order',
  input: DeliveryPick.extend({ order_number: orderNumber }),
  answer: answerOf(Order),
  refusals: { ...refusals, 'not-offered': 409 },
})
