import { z } from 'zod'

import { paymentStateOf } from '#domain/payments/payment-state.ts'
import { refundStateOf } from '#domain/payments/refund-state.ts'
import { centsFromEuros } from '#domain/vouchers/points.ts'
import type {
  ProviderChargeback,
  ProviderPayment,
  ProviderRefund,
} from '#server/platform/services/service-ports.ts'

/** The parts of Mollie's answers that the shop reads; the rest may change without us. */

const Amount = z.object({
  currency: z.string().length(3),
  value: z.string().transform((value, context) => {
    const cents = centsFromEuros(value)
    if (cents !== undefined) return cents
    context.addIssue('is not an amount with two decimals')
    return z.NEVER
  }),
})

const Checkout = z.object({ href: z.url({ protocol: /^https?$/ }) })

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export const MollieRefund = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Amount,
  metadata: z.unknown(),
  createdAt: Moment,
})

const MollieChargeback = z.object({
  id: z.string().min(1),
  amount: Amount,
  reason: z.object({ description: z.string() }).nullish().catch(null),
  createdAt: Moment,
  reversedAt: Moment.nullish(),
})

export const MolliePayment = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Amount,
  amountRefunded: Amount.nullish(),
  amountChargedBack: Amount.nullish(),
  metadata: z.unknown(),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  _links: z.object({ checkout: Checkout.nullish() }).nullish(),
  _embedded: z
    .object({
      refunds: z.array(MollieRefund).nullish(),
      chargebacks: z.array(MollieChargeback).nullish(),
    })
    .nullish(),
})

export const MollieRefunds = z.object({
  _embedded: z.object({ refunds: z.array(MollieRefund) }),
})

export const MollieProblem = z.object({
  detail: z.string().catch('refused'),
  field: z.string().nullish().catch(null),
})

export function providerPayment(payment: z.output<typeof MolliePayment>): ProviderPayment {
  const { _links: links, _embedded: embedded } = payment
  const metadata = z.object({ cart_guid: z.string() }).safeParse(payment.metadata)
  return {
    id: payment.id,
    state: paymentStateOf(payment.status),
    cents: payment.amount.value,
    currency: payment.amount.currency,
    cartGuid: metadata.success ? metadata.data.cart_guid : null,
    refundedCents: payment.amountRefunded?.value ?? 0,
    chargedBackCents: payment.amountChargedBack?.value ?? 0,
    refunds: (embedded?.refunds ?? []).map(providerRefund),
    chargebacks: (embedded?.chargebacks ?? []).map(providerChargeback),
    checkoutUrl: links?.checkout?.href ?? null,
    expiresAt: payment.expiresAt ? new Date(payment.expiresAt) : null,
  }
}

export function providerRefund(refund: z.output<typeof MollieRefund>): ProviderRefund {
  const ours = z.object({ key: z.string() }).safeParse(refund.metadata)
  return {
    id: refund.id,
    key: ours.success ? ours.data.key : null,
    cents: refund.amount.value,
    state: refundStateOf(refund.status),
    at: refund.createdAt,
  }
}

function providerChargeback(chargeback: z.output<typeof MollieChargeback>): ProviderChargeback {
  return {
    id: chargeback.id,
    cents: chargeback.amount.value,
    reason: chargeback.reason?.description ?? '',
    at: chargeback.createdAt,
    reversedAt: chargeback.reversedAt ?? null,
  }
}
