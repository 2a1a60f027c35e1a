import { expect, it } from 'vitest'

import { WEBHOOK_PAYLOADS } from '#contract/webhooks/webhook-payloads.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/webhooks/webhook-kinds.ts'
import { webhookBody, webhookPayload } from '#server/modules/webhooks/webhook-payload.ts'

const AT = new Date('2026-11-29T12:00:00Z')
const ORDER = {
  number: '100012',
  state: 'placed',
  placed_at: '2026-11-29T11:59:58.123456+00:00',
  total_points: 7,
  points_paid: 5,
  cents_paid: 1000,
  delivery_kind: 'home',
  lines: [{ line: 1, sku: 'mug', quantity: 1, points: 7, state: 'placed' }],
}
const PARCEL = {
  order_number: '100012',
  code: '3S1',
  carrier: 'PostNL',
  state: 'sent',
  sent_at: '2026-11-29T11:00:00+00:00',
  delivered_at: null,
}
const CREDIT = {
  number: '100012-C1',
  order_number: '100012',
  kind: 'refund',
  points: 7,
  points_back: 5,
  cents_back: 1000,
  cents_sent: 900,
}
const REFUND = { credit_number: '100012-C1', order_number: '100012', cents: 900, state: 'refunded' }
const VOUCHER = {
  id: 41,
  batch_id: 3,
  blocked_at: null,
  valid_from: '-infinity',
  valid_until: 'infinity',
}
const CODE = { id: 41, batch_id: 3 }
const POINTS = { ...CODE, points: 2 }

const ORDER_TEXT =
  '{"lines": [{"sku": "mug", "line": 1, "state": "placed", "points": 7, "quantity": 1}], "order": "100012", "state": "placed", "points": 7, "channel": "1014", "delivery": "home", "placed_at": "2026-11-29T11:59:58.123456+00:00", "cents_paid": 1000, "points_paid": 5}'
const PARCEL_TEXT =
  '{"order": "100012", "state": "sent", "parcel": "3S1", "carrier": "PostNL", "channel": "1014", "sent_at": "2026-11-29T11:00:00+00:00", "delivered_at": null}'
const REFUND_TEXT =
  '{"cents": 900, "order": "100012", "state": "refunded", "credit": "100012-C1", "channel": "1014"}'
const VOUCHER_TEXT =
  '{"batch": "3", "blocked": false, "channel": "1014", "voucher": "41", "valid_from": null, "valid_until": null}'
const POINTS_TEXT = '{"batch": "3", "points": 2, "channel": "1014", "voucher": "41"}'

/** Facts as the triggers store them, and the text that a listener receives. */
const EVENTS: Readonly<Record<WebhookKind, readonly [object, string]>> = {
  'order.placed': [ORDER, ORDER_TEXT],
  'order.changed': [ORDER, ORDER_TEXT],
  'order.released': [ORDER, ORDER_TEXT],
  'order.shipped': [ORDER, ORDER_TEXT],
  'order.delivered': [ORDER, ORDER_TEXT],
  'order.cancelled': [ORDER, ORDER_TEXT],
  'parcel.sent': [PARCEL, PARCEL_TEXT],
  'parcel.delivered': [PARCEL, PARCEL_TEXT],
  'parcel.lost': [PARCEL, PARCEL_TEXT],
  'parcel.refused': [PARCEL, PARCEL_TEXT],
  'credit.booked': [
    CREDIT,
    '{"kind": "refund", "order": "100012", "credit": "100012-C1", "points": 7, "channel": "1014", "cents_back": 1000, "cents_sent": 900, "points_back": 5}',
  ],
  'credit.refunded': [REFUND, REFUND_TEXT],
  'credit.refund_failed': [REFUND, REFUND_TEXT],
  'voucher.created': [VOUCHER, VOUCHER_TEXT],
  'voucher.dates_changed': [VOUCHER, VOUCHER_TEXT],
  'voucher.blocked': [VOUCHER, VOUCHER_TEXT],
  'voucher.unblocked': [VOUCHER, VOUCHER_TEXT],
  'voucher.code_replaced': [CODE, '{"batch": "3", "channel": "1014", "voucher": "41"}'],
  'voucher.points_granted': [POINTS, POINTS_TEXT],
  'voucher.points_withdrawn': [POINTS, POINTS_TEXT],
  'voucher.points_expired': [POINTS, POINTS_TEXT],
}

it.each(WEBHOOK_KINDS)(
  '%s always has the same text, with the fields of the contract (C47)',
  (kind) => {
    const [facts, text] = EVENTS[kind]
    const event = { kind, channel_id: '1014', facts }
    expect(webhookBody({ ...event, at: AT })).toBe(
      `{"type":"${kind}","timestamp":"2026-11-29T12:00:00.000Z","data":${text}}`,
    )
    const payload = webhookPayload(event)
    expect(WEBHOOK_PAYLOADS[kind].parse(payload)).toEqual(payload)
  },
)

it('contains whether a voucher is blocked and its dates of validity, if any (C47)', () => {
  const facts = {
    ...VOUCHER,
    blocked_at: '2026-11-29T11:00:00+00:00',
    valid_from: '2026-12-01T00:00:00+01:00',
    valid_until: '2027-12-01T00:00:00+01:00',
  }
  expect(webhookPayload({ kind: 'voucher.blocked', channel_id: '1014', facts })).toMatchObject({
    blocked: true,
    valid_from: '2026-12-01T00:00:00+01:00',
    valid_until: '2027-12-01T00:00:00+01:00',
  })
})

it('sends no stored column that the contract does not contain (C47)', () => {
  const more = { voucher_id: 41, person: { surname: 'Jansen' } }
  for (const kind of WEBHOOK_KINDS) {
    const [facts, text] = EVENTS[kind]
    const lines = { lines: [{ ...ORDER.lines[0], ...more }] }
    const event = { kind, channel_id: '1014', facts: { ...facts, ...more, ...lines } }
    expect(webhookBody({ ...event, at: AT })).toContain(`"data":${text}}`)
  }
})

it('sends a test event without facts (C47)', () => {
  const event = { kind: 'webhook.test', channel_id: null, facts: {}, at: AT } as const
  expect(webhookBody(event)).toBe(
    '{"type":"webhook.test","timestamp":"2026-11-29T12:00:00.000Z","data":{"test": true}}',
  )
})

it('sends null for a column that an older process did not store (C47)', () => {
  const { points_paid: _unknown, ...facts } = EVENTS['order.placed'][0] as { points_paid: number }
  const body = webhookBody({ kind: 'order.placed', channel_id: '1014', facts, at: AT })
  expect(JSON.parse(body)).toMatchObject({ data: { points_paid: null } })
})
