/** Webhook events. None of them reveals the orderer or the voucher holder. */
export const WEBHOOK_KINDS = [
  'order.placed',
  /** Its address or delivery, before it is submitted. */
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
  'voucher.made',
  'voucher.days_changed',
  'voucher.blocked',
  'voucher.unblocked',
  'voucher.code_replaced',
  /** By a colleague. The points of a new voucher are part of `voucher.made`. */
  'voucher.manual_points_grant',
  'voucher.points_taken',
  'voucher.points_expired',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** Sent by a button, to one webhook. */
export const WEBHOOK_TEST = 'webhook.test'
