/** Webhook events. None of them reveals the orderer or the voucher holder. */
export const WEBHOOK_KINDS = [
  'order.placed',
  /** The address or delivery of an order was changed before it was submitted. */
  'order.changed',
  'order.released',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'parcel.sent',
  'parcel.delivered',
  'parcel.lost',
  'parcel.refused',
  'credit.booked',
  'credit.refunded',
  'credit.refund_failed',
  'voucher.created',
  'voucher.dates_changed',
  'voucher.blocked',
  'voucher.unblocked',
  'voucher.code_replaced',
  /** Points granted by staff. The points of a new voucher are part of `voucher.created`. */
  'voucher.points_granted',
  'voucher.points_withdrawn',
  'voucher.points_expired',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** A test event, which staff send to one webhook. */
export const WEBHOOK_TEST = 'webhook.test'
