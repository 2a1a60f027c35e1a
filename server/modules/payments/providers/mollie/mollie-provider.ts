import { molliePayments } from '#server/modules/payments/providers/mollie/mollie-payments.ts'
import { mollieSettlements } from '#server/modules/payments/providers/mollie/mollie-settlements.ts'
import {
  idInBody,
  type PaymentProvider,
} from '#server/modules/payments/providers/payment-provider.ts'

export const mollieProvider: PaymentProvider = {
  open({ MOLLIE_API_KEY: apiKey = '', MOLLIE_ACCESS_TOKEN, MOLLIE_URL: baseUrl, MOLLIE_METHODS }) {
    const methods = MOLLIE_METHODS.split(',').filter((method) => method !== '')
    return {
      ...molliePayments({ apiKey, baseUrl, methods }),
      ...(MOLLIE_ACCESS_TOKEN
        ? { settlements: mollieSettlements({ accessToken: MOLLIE_ACCESS_TOKEN, baseUrl }) }
        : {}),
    }
  },
  notifiedPayment: idInBody,
}
