import { mollieProvider } from '#server/modules/payments/providers/mollie/mollie-provider.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/payment-provider.ts'
import type { PaymentProviderName } from '#server/platform/config/payment-accounts.ts'

/** Each provider of `payment-accounts.ts`. */
export const paymentProviders: Readonly<Record<PaymentProviderName, PaymentProvider>> = {
  mollie: mollieProvider,
}
