import type { ProviderRefundState } from '#domain/payments/refund-state.ts'
import { molliePayments } from '#server/modules/payments/providers/mollie/mollie-payments.ts'
import type { PaymentProviderName } from '#server/platform/config/payment-accounts.ts'
import type { PaymentPort } from '#server/platform/services/service-ports.ts'
import { fakeMollie } from '#server/testing/fakes/fake-mollie.ts'
import type { FakeService } from '#server/testing/fakes/fake-service.ts'

export type PaymentEnd = 'paid' | 'canceled' | 'failed' | 'expired'

/** A fake provider, and the actions of customers, banks and the provider itself. */
export type PaymentFake = {
  fake: FakeService
  payments: PaymentPort
  /** The same provider with another timeout or a wrong credential. */
  withSettings: (timeoutMs: number, credential?: string) => PaymentPort
  /** How often the port repeats a request. */
  attempts: number
  finish: (id: string, end: PaymentEnd) => Promise<unknown>
  setRefundState: (refundId: string, to: ProviderRefundState) => Promise<void>
  refundByHand: (id: string, cents: number) => Promise<void>
  chargeBack: (id: string, cents: number) => Promise<string>
  reverseChargeback: (chargebackId: string) => Promise<void>
}

/** Each payment provider. The suites of all providers run over them. */
export const paymentFakes: Readonly<Record<PaymentProviderName, () => Promise<PaymentFake>>> = {
  async mollie() {
    const fake = await fakeMollie()
    fake.knobs.identicalRefundMs = 0
    // Tests move its refunds.
    fake.knobs.refundDays = Infinity
    const withSettings = (timeoutMs?: number, apiKey = fake.apiKey) =>
      molliePayments({ apiKey, baseUrl: fake.url, ...(timeoutMs ? { timeoutMs } : {}) })
    return {
      fake,
      payments: withSettings(),
      withSettings,
      attempts: 3,
      finish: async (id, end) => fake.setStatus(id, end),
      setRefundState: async (refundId, to) => fake.setRefundStatus(refundId, to),
      refundByHand: async (id, cents) => void fake.refundByHand(id, cents),
      chargeBack: (id, cents) => fake.chargeBack(id, cents),
      reverseChargeback: async (id) => fake.reverseChargeback(id),
    }
  },
}
