import { z } from 'zod'

import { ORDER_STATES } from '#domain/orders/order-state.ts'
import type { WebhookKind } from '#domain/webhooks/webhook-kinds.ts'

/** With the microseconds that the database stores. */
const at = z.iso.datetime({ offset: true })
const points = z.int().positive()
const cents = z.int().min(0)

/** Contains neither the voucher nor a person, so that voucher events and order events cannot be linked. */
const Order = z.strictObject({
  order: z.string(),
  channel: z.string(),
  state: z.enum(ORDER_STATES),
  placed_at: at,
  points: z.int().min(0),
  points_paid: z.int().min(0),
  cents_paid: cents,
  delivery: z.enum(['digital', 'company', 'home', 'pickup']),
  lines: z.array(
    z.strictObject({
      line: z.int(),
      sku: z.string(),
      quantity: z.int(),
      points: z.int().min(0),
      state: z.enum(ORDER_STATES),
    }),
  ),
})

const Parcel = z.strictObject({
  order: z.string(),
  channel: z.string(),
  parcel: z.string(),
  carrier: z.string(),
  state: z.enum(['sent', 'delivered', 'lost', 'refused']),
  sent_at: at.nullable(),
  delivered_at: at.nullable(),
})

const Credit = z.strictObject({
  credit: z.string(),
  order: z.string(),
  channel: z.string(),
  kind: z.enum(['refund', 'cancel', 'withdrawal']),
  points,
  points_back: z.int().min(0),
  cents_back: cents,
  cents_sent: cents,
})

const Refund = z.strictObject({
  credit: z.string(),
  order: z.string(),
  channel: z.string(),
  cents,
  state: z.enum(['refunded', 'failed', 'canceled', 'refused']),
})

const VoucherOnly = z.strictObject({
  voucher: z.string(),
  channel: z.string(),
  batch: z.string(),
})
const Voucher = VoucherOnly.extend({
  blocked: z.boolean(),
  /** Null: valid at once. */
  valid_from: at.nullable(),
  /** Null: valid without end. */
  valid_until: at.nullable(),
})
const VoucherPoints = VoucherOnly.extend({ points })

/** The `data` of each event. Fields may be added. */
export const WEBHOOK_PAYLOADS = {
  'order.placed': Order,
  'order.changed': Order,
  'order.released': Order,
  'order.shipped': Order,
  'order.delivered': Order,
  'order.cancelled': Order,
  'parcel.sent': Parcel,
  'parcel.delivered': Parcel,
  'parcel.lost': Parcel,
  'parcel.refused': Parcel,
  'credit.booked': Credit,
  'credit.refunded': Refund,
  'credit.refund_failed': Refund,
  'voucher.created': Voucher,
  'voucher.dates_changed': Voucher,
  'voucher.blocked': Voucher,
  'voucher.unblocked': Voucher,
  'voucher.code_replaced': VoucherOnly,
  'voucher.points_granted': VoucherPoints,
  'voucher.points_withdrawn': VoucherPoints,
  'voucher.points_expired': VoucherPoints,
} as const satisfies Record<WebhookKind, z.ZodType>

export type WebhookPayload<Kind extends WebhookKind> = z.output<(typeof WEBHOOK_PAYLOADS)[Kind]>
