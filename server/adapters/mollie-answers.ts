import { z } from 'zod'

import { paymentStateOf } from '#domain/payment-state.ts'
import { centsFromDecimal } from '#server/adapters/euro-amount.ts'
import type { ProviderPayment, ProviderRefund } from '#server/ports.ts'

/** The parts of Mollie's answers that the shop reads; the rest may change without us. */

const Amount = z.object({
  currency: z.string().length(3),
  value: z.string().transform((value, context) => {
    const cents = centsFromDecimal(value)
    if (cents !== undefined) return cents
    context.addIssue('is not an amount with two decimals')
    return z.NEVER
  }),
})

const Checkout = z.object({ href: z.url({ protocol: /^https?$/ }) })

export const MolliePayment = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Amount,
  amountRefunded: Amount.nullish(),
  amountChargedBack: Amount.nullish(),
  metadata: z.unknown(),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  _links: z.object({ checkout: Checkout.nullish() }).nullish(),
})

export const MollieRefund = z.object({
  id: z.string().min(1),
  status: z.string(),
  metadata: z.unknown(),
})

export const MollieRefunds = z.object({
  _embedded: z.object({ refunds: z.array(MollieRefund) }),
})

export const MollieProblem = z.object({
  detail: z.string().catch('refused'),
  field: z.string().nullish().catch(null),
})

export function providerPayment(payment: z.output<typeof MolliePayment>): ProviderPayment {
  const { _links: links } = payment
  const metadata = z.object({ cart_guid: z.string() }).safeParse(payment.metadata)
  return {
    id: payment.id,
    state: paymentStateOf(payment.status),
    cents: payment.amount.value,
    currency: payment.amount.currency,
    cartGuid: metadata.success ? metadata.data.cart_guid : null,
    refundedCents: payment.amountRefunded?.value ?? 0,
    chargedBackCents: payment.amountChargedBack?.value ?? 0,
    checkoutUrl: links?.checkout?.href ?? null,
    expiresAt: payment.expiresAt ? new Date(payment.expiresAt) : null,
  }
}

export function providerRefund({ id, status }: z.output<typeof MollieRefund>): ProviderRefund {
  if (status === 'refunded') return { id, state: 'done' }
  if (status === 'failed' || status === 'canceled') return { id, state: 'failed' }
  return { id, state: 'queued' }
}

export function refundKey({ metadata }: z.output<typeof MollieRefund>) {
  const result = z.object({ key: z.string() }).safeParse(metadata)
  return result.success ? result.data.key : undefined
}
