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
  asked: (timeoutMs: number, credential?: string) => PaymentPort
  /** How often the port repeats a request. */
  tries: number
  end: (id: string, end: PaymentEnd) => Promise<unknown>
  moved: (refundId: string, to: ProviderRefundState) => Promise<void>
  givenBack: (id: string, cents: number) => Promise<void>
  chargedBack: (id: string, cents: number) => Promise<string>
  reversed: (chargebackId: string) => Promise<void>
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
      asked: withSettings,
      tries: 3,
      end: async (id, end) => fake.setStatus(id, end),
      moved: async (refundId, to) => fake.setRefundStatus(refundId, to),
      givenBack: async (id, cents) => void fake.giveBack(id, cents),
      chargedBack: (id, cents) => fake.chargeBack(id, cents),
      reversed: async (id) => fake.reverseChargeback(id),
    }
  },
}
