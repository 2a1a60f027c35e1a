import { documentationLink, link } from '#server/testing/fakes/fake-mollie-responses.ts'

export type FakeRefund = {
  id: string
  cents: number
  description: unknown
  metadata: unknown
  status: string
  createdAt: number
}

/** When a refund moves on automatically, in hours since its creation. */
const STEPS: { status: string; hours: number }[] = [
  { status: 'pending', hours: 1 },
  { status: 'processing', hours: 24 },
]

/** The statuses at which Mollie calls the webhook. */
const NOTIFIED_STATUSES: readonly string[] = ['processing', 'refunded', 'failed']

export type RefundKnobs = {
  /** How a refund ends without intervention, and after how many days. */
  refundsEnd: 'refunded' | 'failed' | 'canceled'
  refundDays: number
}

/** Advances a refund to its status at this time. Returns whether the webhook has to be called. */
export function moveRefund(refund: FakeRefund, knobs: RefundKnobs, now: number): boolean {
  let isNotified = false
  const steps = [...STEPS, { status: knobs.refundsEnd, hours: knobs.refundDays * 24 }]
  for (const { status, hours } of steps) {
    const currentIndex = steps.findIndex((step) => step.status === refund.status)
    const index = steps.findIndex((step) => step.status === status)
    const isMoving = currentIndex >= 0 || refund.status === 'queued'
    if (!isMoving || index <= currentIndex || now < refund.createdAt + hours * 3_600_000) continue
    refund.status = status
    isNotified ||= NOTIFIED_STATUSES.includes(status)
  }
  return isNotified
}

/** Its money was not sent. */
export const isUnsent = ({ status }: FakeRefund) => status === 'failed' || status === 'canceled'

export function refundJson(url: string, paymentId: string, refund: FakeRefund) {
  return {
    resource: 'refund',
    id: refund.id,
    mode: 'test',
    description: refund.description ?? '',
    amount: { currency: 'EUR', value: (refund.cents / 100).toFixed(2) },
    status: refund.status,
    metadata: refund.metadata ?? null,
    paymentId,
    createdAt: new Date(refund.createdAt).toISOString(),
    _links: {
      self: link(`${url}/v2/payments/${paymentId}/refunds/${refund.id}`),
      payment: link(`${url}/v2/payments/${paymentId}`),
      ...documentationLink('get-refund'),
    },
  }
}
