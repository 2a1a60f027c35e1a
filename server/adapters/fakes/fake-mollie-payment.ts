import { randomBytes } from 'node:crypto'

export type MollieStatus =
  | 'open'
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'canceled'
  | 'expired'
  | 'failed'

export const MOLLIE_STATUSES: readonly string[] = [
  'open',
  'pending',
  'authorized',
  'paid',
  'canceled',
  'expired',
  'failed',
] satisfies MollieStatus[]

export type FakeRefund = {
  id: string
  cents: number
  description: unknown
  metadata: unknown
  status: string
  madeAt: number
}

export type FakePayment = {
  id: string
  status: string
  value: string
  description: string
  metadata: unknown
  redirectUrl: string
  cancelUrl: string | undefined
  webhookUrl: string | undefined
  isCancelable: boolean
  createdAt: Date
  changedAt: Date
  chargedBackCents: number
  refunds: FakeRefund[]
}

export function newId(prefix: string) {
  return prefix + randomBytes(8).toString('hex').slice(0, 10)
}

export const centsOf = (value: string) => Math.round(Number(value) * 100)
const amountOf = (cents: number) => ({ currency: 'EUR', value: (cents / 100).toFixed(2) })

export const refundedCents = ({ refunds }: FakePayment) =>
  refunds
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { cents }) => sum + cents, 0)

const STAMPS: Record<string, string> = {
  paid: 'paidAt',
  authorized: 'authorizedAt',
  canceled: 'canceledAt',
  expired: 'expiredAt',
  failed: 'failedAt',
}

/** The payment as Mollie would answer it: keys that do not apply are left out, not null. */
export function paymentJson(url: string, payment: FakePayment) {
  const { id, status } = payment
  const self = `${url}/v2/payments/${id}`
  const running = status === 'open' || status === 'pending'
  const refunded = refundedCents(payment)
  const stamp = STAMPS[status]
  return {
    resource: 'payment',
    id,
    mode: 'test',
    createdAt: payment.createdAt.toISOString(),
    status,
    amount: { currency: 'EUR', value: payment.value },
    description: payment.description,
    method: status === 'open' ? null : 'creditcard',
    metadata: payment.metadata ?? null,
    profileId: 'pfl_fake',
    sequenceType: 'oneoff',
    redirectUrl: payment.redirectUrl,
    ...(payment.cancelUrl === undefined ? {} : { cancelUrl: payment.cancelUrl }),
    ...(payment.webhookUrl === undefined ? {} : { webhookUrl: payment.webhookUrl }),
    isCancelable: running && payment.isCancelable,
    ...(stamp === undefined ? {} : { [stamp]: payment.changedAt.toISOString() }),
    ...(running ? { expiresAt: fifteenMinutesAfter(payment.createdAt) } : {}),
    ...(status === 'paid' && {
      amountRefunded: amountOf(refunded),
      amountRemaining: amountOf(centsOf(payment.value) - refunded),
    }),
    ...(payment.chargedBackCents > 0 && {
      amountChargedBack: amountOf(payment.chargedBackCents),
    }),
    _links: {
      self: { href: self, type: 'application/hal+json' },
      ...(status === 'open' && { checkout: { href: `${url}/checkout/${id}`, type: 'text/html' } }),
    },
  }
}

export function refundJson(url: string, payment: FakePayment, refund: FakeRefund) {
  return {
    resource: 'refund',
    id: refund.id,
    mode: 'test',
    description: refund.description,
    amount: amountOf(refund.cents),
    status: refund.status,
    metadata: refund.metadata ?? null,
    paymentId: payment.id,
    createdAt: new Date(refund.madeAt).toISOString(),
    _links: {
      self: { href: `${url}/v2/payments/${payment.id}/refunds/${refund.id}` },
      payment: { href: `${url}/v2/payments/${payment.id}` },
    },
  }
}

function fifteenMinutesAfter(date: Date) {
  return new Date(date.getTime() + 15 * 60_000).toISOString()
}
