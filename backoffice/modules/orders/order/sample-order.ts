import type { Line, Order } from '#backoffice/modules/orders/order/order-detail.ts'

/** A delivered order of one gift for tests. */
export function sampleOrder(overrides: Partial<Order> = {}): Order {
  return {
    number: '1000003',
    placed_at: '2026-11-07T09:52:00.000Z',
    channel: '1014',
    time_zone: 'Europe/Amsterdam',
    language: 'nl',
    state: 'delivered',
    part: null,
    voucher: '7',
    others: [],
    changeable_until: null,
    masked: false,
    person: { name: 'Anna de Vries', email: 'anna@example.com', telephone: '0612345678' },
    delivery: { kind: 'home', carrier: 'PostNL', address: ['Zilverkade 1', '1012AB Amsterdam'] },
    lines: [sampleLine()],
    parcels: [],
    total_points: 4,
    points_paid: 2,
    cents_paid: 1000,
    payment: null,
    vat: [{ country: 'NL', bp: 2100, cents: 1000, vat_cents: 174 }],
    points_returned: 0,
    cents_returned: 0,
    refunds: [],
    chargebacks: [],
    credits: [],
    credit_left: { points: 2, cents: 1000, first: 'card' },
    credit_alone: 40,
    choices: [],
    withdrawals: [],
    events: [],
    mails: [],
    tags: [],
    notes: [],
    task: [],
    waits_for_approval: false,
    ...overrides,
  }
}

export function sampleLine(overrides: Partial<Line> = {}): Line {
  return {
    line: 1,
    sku: 'mug',
    name: 'Mug',
    name_ordered: null,
    variant: '',
    brand: 'Klei',
    picture: 'mug.webp',
    points: 4,
    quantity: 1,
    state: 'delivered',
    delivery: 'monta',
    vat_country: 'NL',
    vat_bp: 2100,
    withdrawn: 0,
    credited: 0,
    fallen: false,
    part: null,
    digital: { handed: 0, waiting: 0 },
    left: 1,
    ...overrides,
  }
}

type Parcel = Order['parcels'][number]

export function sampleParcel(overrides: Partial<Parcel> = {}): Parcel {
  return {
    code: '3SABC1',
    link: 'https://track.example/3SABC1',
    carrier: 'PostNL',
    state: 'sent',
    sent_at: '2026-11-09T10:00:00.000Z',
    delivered_at: null,
    lines: [{ line: 1, name: 'Mug', quantity: 1 }],
    purchase: null,
    ...overrides,
  }
}

export const sampleWithdrawal = (
  overrides: Partial<Order['withdrawals'][number]> = {},
): Order['withdrawals'][number] => ({
  number: '1000003-W1',
  at: '2026-11-11T08:00:00.000Z',
  points_to_credit: 12,
  cents_to_credit: 1000,
  credited: false,
  due_day: '2026-11-25',
  overdue_days: 3,
  by_itself: 'goods-back',
  ...overrides,
})
