import type { PaymentSettings } from '#server/platform/config/payment-accounts.ts'
import type { PaymentPort } from '#server/platform/services/service-ports.ts'

/** A payment provider: its port, and how to read its webhook. */
export type PaymentProvider = {
  open: (settings: PaymentSettings) => PaymentPort
  /** The payment's id in the body of a notification. It is not trusted: the payment is fetched. */
  notifiedPayment: (body: unknown) => unknown
}

export const idInBody = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined
