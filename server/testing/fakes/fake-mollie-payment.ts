import { randomBytes } from 'node:crypto'

import {
  type FakeChargeback,
  chargebackJson,
} from '#server/testing/fakes/fake-mollie-chargeback.ts'
import { documentationLink, link } from '#server/testing/fakes/fake-mollie-responses.ts'
import { type FakeRefund, isUnsent, refundJson } from '#server/testing/fakes/fake-mollie-refund.ts'

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

export type FakePayment = {
  id: string
  status: string
  currency: string
  value: string
  description: string
  locale: string | undefined
  method: unknown
  metadata: unknown
  redirectUrl: string
  cancelUrl: string | undefined
  webhookUrl: string | undefined
  isCancelable: boolean
  createdAt: Date
  changedAt: Date
  refunds: FakeRefund[]
  chargebacks: FakeChargeback[]
}

export function newId(prefix: string) {
  return prefix + randomBytes(8).toString('hex').slice(0, 10)
}

export const centsOf = (value: string) => Math.round(Number(value) * 100)
export const amountOf = (cents: number) => ({ currency: 'EUR', value: (cents / 100).toFixed(2) })

export const refundedCents = ({ refunds }: FakePayment) =>
  refunds.filter((made) => !isUnsent(made)).reduce((sum, { cents }) => sum + cents, 0)

const chargedBackCents = ({ chargebacks }: FakePayment) =>
  chargebacks
    .filter(({ reversedAt }) => reversedAt === undefined)
    .reduce((sum, { cents }) => sum + cents, 0)

const TIMESTAMP_FIELDS: Record<string, string> = {
  paid: 'paidAt',
  authorized: 'authorizedAt',
  canceled: 'canceledAt',
  expired: 'expiredAt',
  failed: 'failedAt',
}

/** The payment as Mollie would answer it: keys that do not apply are left out, not null. */
export function paymentJson(url: string, payment: FakePayment, embed: string[] = []) {
  const { id, status, chargebacks, refunds } = payment
  const self = `${url}/v2/payments/${id}`
  const isUnfinished = status === 'open' || status === 'pending'
  const refunded = refundedCents(payment)
  const timestampField = TIMESTAMP_FIELDS[status]
  const { cancelUrl, webhookUrl, locale } = payment
  return {
    resource: 'payment',
    id,
    mode: 'test',
    createdAt: payment.createdAt.toISOString(),
    status,
    amount: { currency: payment.currency, value: payment.value },
    description: payment.description,
    method: status === 'open' ? onlyMethod(payment.method) : 'creditcard',
    metadata: payment.metadata ?? null,
    profileId: 'pfl_fake',
    sequenceType: 'oneoff',
    redirectUrl: payment.redirectUrl,
    ...(cancelUrl === undefined ? {} : { cancelUrl }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(locale === undefined ? {} : { locale }),
    isCancelable: isUnfinished && payment.isCancelable,
    ...(timestampField === undefined ? {} : { [timestampField]: payment.changedAt.toISOString() }),
    ...(isUnfinished ? { expiresAt: fifteenMinutesAfter(payment.createdAt) } : {}),
    ...(status === 'paid' && {
      amountRefunded: amountOf(refunded),
      amountRemaining: amountOf(centsOf(payment.value) - refunded),
    }),
    ...(chargebacks.length > 0 && { amountChargedBack: amountOf(chargedBackCents(payment)) }),
    ...(embed.length > 0 && {
      _embedded: {
        ...(embed.includes('refunds') && {
          refunds: refunds.map((made) => refundJson(url, id, made)),
        }),
        ...(embed.includes('chargebacks') && {
          chargebacks: chargebacks.map((made) => chargebackJson(url, id, made)),
        }),
      },
    }),
    _links: {
      self: link(self),
      dashboard: link(`${url}/dashboard/payments/${id}`, 'text/html'),
      ...(status === 'open' && { checkout: link(`${url}/checkout/${id}`, 'text/html') }),
      ...(refunds.length > 0 && { refunds: link(`${self}/refunds`) }),
      ...(chargebacks.length > 0 && { chargebacks: link(`${self}/chargebacks`) }),
      ...documentationLink('payments'),
    },
  }
}

/** null while the customer can still choose among several methods. */
const onlyMethod = (method: unknown) => (typeof method === 'string' ? method : null)

function fifteenMinutesAfter(date: Date) {
  return new Date(date.getTime() + 15 * 60_000).toISOString()
}
