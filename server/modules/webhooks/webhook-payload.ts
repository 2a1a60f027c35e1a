import type { WebhookPayload } from '#contract/webhooks/webhook-payloads.ts'
import { WEBHOOK_TEST, type WebhookKind } from '#domain/webhooks/webhook-kinds.ts'

/** Columns of the event's subject, as server/platform/db/functions/webhooks.sql stored them with the event. */
type OrderFacts = {
  number: string
  state: WebhookPayload<'order.placed'>['state']
  placed_at: string
  total_points: number
  points_paid: number
  cents_paid: number
  delivery_kind: WebhookPayload<'order.placed'>['delivery']
  lines: WebhookPayload<'order.placed'>['lines']
}
type ParcelFacts = {
  order_number: string
  code: string
  carrier: string
  state: WebhookPayload<'parcel.sent'>['state']
  sent_at: string | null
  delivered_at: string | null
}
type CreditFacts = {
  number: string
  order_number: string
  kind: WebhookPayload<'credit.booked'>['kind']
  points: number
  points_back: number
  cents_back: number
  cents_sent: number
}
type RefundFacts = {
  credit_number: string
  order_number: string
  cents: number
  state: WebhookPayload<'credit.refunded'>['state']
}
type VoucherFacts = { id: number; batch_id: number }
type VoucherDaysFacts = VoucherFacts & {
  blocked_at: string | null
  valid_from: string
  valid_until: string
}
type VoucherPointsFacts = VoucherFacts & { points: number }

const order = (
  facts: OrderFacts,
  channel: string,
): WebhookPayload<'order.placed' | 'order.changed'> => ({
  order: facts.number,
  channel,
  state: facts.state,
  placed_at: facts.placed_at,
  points: facts.total_points,
  points_paid: facts.points_paid,
  cents_paid: facts.cents_paid,
  delivery: facts.delivery_kind,
  lines: facts.lines.map(({ line, sku, quantity, points, state }) => ({
    line,
    sku,
    quantity,
    points,
    state,
  })),
})

const parcel = (facts: ParcelFacts, channel: string): WebhookPayload<'parcel.sent'> => ({
  order: facts.order_number,
  channel,
  parcel: facts.code,
  carrier: facts.carrier,
  state: facts.state,
  sent_at: facts.sent_at,
  delivered_at: facts.delivered_at,
})

const credit = (facts: CreditFacts, channel: string): WebhookPayload<'credit.booked'> => ({
  credit: facts.number,
  order: facts.order_number,
  channel,
  kind: facts.kind,
  points: facts.points,
  points_back: facts.points_back,
  cents_back: facts.cents_back,
  cents_sent: facts.cents_sent,
})

const refund = (facts: RefundFacts, channel: string): WebhookPayload<'credit.refunded'> => ({
  credit: facts.credit_number,
  order: facts.order_number,
  channel,
  cents: facts.cents,
  state: facts.state,
})

const voucherOnly = (
  { id, batch_id }: VoucherFacts,
  channel: string,
): WebhookPayload<'voucher.code_replaced'> => ({
  voucher: String(id),
  channel,
  batch: String(batch_id),
})

const voucher = (facts: VoucherDaysFacts, channel: string): WebhookPayload<'voucher.created'> => ({
  ...voucherOnly(facts, channel),
  blocked: facts.blocked_at !== null,
  valid_from: facts.valid_from === '-infinity' ? null : facts.valid_from,
  valid_until: facts.valid_until === 'infinity' ? null : facts.valid_until,
})

const voucherPoints = (
  facts: VoucherPointsFacts,
  channel: string,
): WebhookPayload<'voucher.points_withdrawn'> => ({
  ...voucherOnly(facts, channel),
  points: facts.points,
})

/** A payload depends only on the stored event, so it is the same for each try. */
const PAYLOADS = {
  'order.placed': order,
  'order.changed': order,
  'order.released': order,
  'order.shipped': order,
  'order.delivered': order,
  'order.cancelled': order,
  'parcel.sent': parcel,
  'parcel.delivered': parcel,
  'parcel.lost': parcel,
  'parcel.refused': parcel,
  'credit.booked': credit,
  'credit.refunded': refund,
  'credit.refund_failed': refund,
  'voucher.created': voucher,
  'voucher.dates_changed': voucher,
  'voucher.blocked': voucher,
  'voucher.unblocked': voucher,
  'voucher.code_replaced': voucherOnly,
  'voucher.points_granted': voucherPoints,
  'voucher.points_withdrawn': voucherPoints,
  'voucher.points_expired': voucherPoints,
} satisfies { [Kind in WebhookKind]: (facts: never, channel: string) => WebhookPayload<Kind> }

/** The kinds that this version can send. During an upgrade, older processes leave newer kinds to newer processes. */
export const SENT_KINDS = [...Object.keys(PAYLOADS), WEBHOOK_TEST]

/** An event as stored. */
export type StoredEvent = {
  kind: WebhookKind | typeof WEBHOOK_TEST
  /** Null only for a test. */
  channel_id: string | null
  facts: object
}

export const webhookPayload = ({ kind, channel_id, facts }: StoredEvent): Record<string, unknown> =>
  // The trigger of a kind stores the facts of that kind.
  kind === WEBHOOK_TEST ? { test: true } : PAYLOADS[kind](facts as never, channel_id ?? '')

/** The request body. It has the same text for each try, so that a listener can compare it. */
export const webhookBody = ({ at, ...event }: StoredEvent & { at: Date }) =>
  `{"type":${JSON.stringify(event.kind)},"timestamp":"${at.toISOString()}","data":${stableJson(webhookPayload(event))}}`

/** JSON with a fixed key order, shorter keys first, independent of the order in the code. */
function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(', ')}]`
  if (value === null || value === undefined) return 'null'
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${stableJson(inner)}`).join(', ')}}`
}
