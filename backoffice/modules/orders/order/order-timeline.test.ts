import { expect, it } from 'vitest'

import { byDay } from '#backoffice/kit/display/timeline-days.ts'
import { isProblem, timelineEntries } from '#backoffice/modules/orders/order/order-timeline.ts'
import { sampleOrder } from '#backoffice/modules/orders/order/sample-order.ts'

const placed = {
  at: '2026-11-07T09:52:00.000Z',
  type: 'placed',
  description: '',
  staff: null,
}
const mail = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'order-confirmation' as const,
  at: '2026-11-07T09:52:05.000Z',
  email: 'anna@example.com',
  state: 'sent' as const,
}
const credit = {
  number: '1000003-C1',
  kind: 'withdrawal' as const,
  at: '2026-11-12T22:30:00.000Z',
  points: 4,
  points_back: 2,
  cents_back: 1000,
  cents_sent: 1000,
  elsewhere: null,
  vat_back: 174,
  lines: [],
  reason: 'withdrawn' as const,
  note: '',
  goods: 'shelf' as const,
}

it('merges events, mails, payments, refunds and notes, the newest first, by the days of the channel (PRODUCT-4)', () => {
  const order = sampleOrder({
    payment: { provider: 'mollie', paid_at: '2026-11-07T09:51:30.000Z' },
    events: [placed, { ...placed, at: credit.at, type: 'credited', description: credit.number }],
    mails: [mail],
    credits: [credit],
    refunds: [
      // The points of a credit are in its own entry.
      { at: credit.at, points: 2, cents: 0, state: 'done' },
      { at: '2026-11-12T23:30:00.000Z', points: 0, cents: 1000, state: 'done' },
    ],
    chargebacks: [{ at: '2026-11-20T08:00:00.000Z', cents: 1000, end: null }],
    notes: [{ id: '1', at: '2026-11-13T08:00:00.000Z', staff: 'Sam', body: 'Called.' }],
  })
  const days = byDay(timelineEntries(order), order.time_zone).map(({ day, entries }) => [
    day,
    ...entries.map(({ kind }) => kind),
  ])
  expect(days).toEqual([
    ['2026-11-20', 'chargeback'],
    // Half past twelve at night in Amsterdam.
    ['2026-11-13', 'note', 'refund'],
    ['2026-11-12', 'credit'],
    ['2026-11-07', 'mail', 'event', 'payment'],
  ])
})

it('marks what went wrong, and shows the later of two events at one moment first (PRODUCT-4)', () => {
  const order = sampleOrder({
    events: [placed, { ...placed, type: 'released' }, { ...placed, type: 'parcel-lost' }],
    mails: [{ ...mail, at: '2026-11-06T00:00:00.000Z', state: 'refused' }],
  })
  const entries = timelineEntries(order)
  expect(entries.map((entry) => (entry.kind === 'event' ? entry.event.type : entry.kind))).toEqual([
    'parcel-lost',
    'released',
    'placed',
    'mail',
  ])
  expect(entries.map(isProblem)).toEqual([true, false, false, true])
})

it('shows the steps of one handover as one entry, and a slow step on its own (PRODUCT-4)', () => {
  const at = (time: string, type: string) => ({ ...placed, at: `2026-11-07T${time}:00.000Z`, type })
  const handover = [
    at('09:52', 'placed'),
    at('10:22', 'released'),
    at('10:22', 'sent-to-warehouse'),
  ]
  const types = (events: typeof handover) =>
    timelineEntries(sampleOrder({ events })).map((entry) =>
      entry.kind === 'event' ? entry.event.type : entry.kind,
    )
  expect(types([...handover, at('10:31', 'received')])).toEqual(['received', 'placed'])
  expect(types([...handover, at('15:00', 'received')])).toEqual([
    'received',
    'sent-to-warehouse',
    'placed',
  ])
})
