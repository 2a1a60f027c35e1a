import { documented, link } from '#server/testing/fakes/fake-mollie-responses.ts'

export type FakeRefund = {
  id: string
  cents: number
  description: unknown
  metadata: unknown
  status: string
  madeAt: number
}

/** When a refund moves on automatically, in hours since its creation. */
const WAY: { status: string; hours: number }[] = [
  { status: 'pending', hours: 1 },
  { status: 'processing', hours: 24 },
]

/** The statuses at which Mollie calls the webhook. */
const TOLD: readonly string[] = ['processing', 'refunded', 'failed']

export type RefundKnobs = {
  /** How a refund ends without intervention, and after how many days. */
  refundsEnd: 'refunded' | 'failed' | 'canceled'
  refundDays: number
}

/** Advances a refund to its status at this time. Returns whether the webhook has to be called. */
export function moveRefund(refund: FakeRefund, knobs: RefundKnobs, now: number): boolean {
  let told = false
  const way = [...WAY, { status: knobs.refundsEnd, hours: knobs.refundDays * 24 }]
  for (const { status, hours } of way) {
    const before = way.findIndex((step) => step.status === refund.status)
    const at = way.findIndex((step) => step.status === status)
    const onItsWay = before >= 0 || refund.status === 'queued'
    if (!onItsWay || at <= before || now < refund.madeAt + hours * 3_600_000) continue
    refund.status = status
    told ||= TOLD.includes(status)
  }
  return told
}

/** Its money was not sent. */
export const isBack = ({ status }: FakeRefund) => status === 'failed' || status === 'canceled'

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
    createdAt: new Date(refund.madeAt).toISOString(),
    _links: {
      self: link(`${url}/v2/payments/${paymentId}/refunds/${refund.id}`),
      payment: link(`${url}/v2/payments/${paymentId}`),
      ...documented('get-refund'),
    },
  }
}
