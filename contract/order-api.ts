import { z } from 'zod'

import { DeliveryChoice, PersonalData } from '#contract/cart-api.ts'
import { endpoint } from '#contract/endpoint.ts'
import { answerOf } from '#contract/fields.ts'

export const OrderItem = z.object({
  shopping_cart_item: z.string(),
  spli_id: z.string(),
  scp: z.string(),
  name: z.string(),
  brand: z.string(),
  points: z.int(),
  quantity: z.int(),
  media: z.string(),
  delivery_info: z.string(),
  delivery_condition: z.enum(['digital', 'monta', 'dropship']),
  state: z.string(),
  tracking: z.array(
    z.object({ code: z.string(), link: z.string().nullable(), carrier: z.string() }),
  ),
})

export const Order = z.object({
  order_number: z.string(),
  state: z.enum(['placed', 'released', 'shipped', 'delivered', 'cancelled']),
  placed_at: z.iso.datetime(),
  /** Until then the holder may still change or cancel. */
  changeable_until: z.iso.datetime().nullable(),
  items: z.array(OrderItem),
  delivery: DeliveryChoice,
  personal_data: PersonalData,
  total_points: z.int(),
  points_paid: z.int(),
  cents_paid: z.int(),
  points_refunded: z.int(),
  cents_refunded: z.int(),
  payment_method: z.enum(['MOL', 'FC']),
  events: z.array(z.object({ at: z.iso.datetime(), type: z.string(), description: z.string() })),
  /** What the voucher has left now. */
  available_points: z.int(),
})
export type Order = z.infer<typeof Order>

export const orders = endpoint('orders', {
  summary: "The holder's orders, newest first",
  input: z.object({}),
  answer: answerOf(z.array(Order)),
  refusals: {},
})

export const order = endpoint('order', {
  summary: 'One order of the holder',
  input: z.object({ order_number: z.string().max(40) }),
  answer: answerOf(Order),
  refusals: { 'no-such-order': 404 },
})
