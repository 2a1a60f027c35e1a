import { paymentAccountNames } from '#server/platform/config/payment-accounts.ts'
import {
  type AddressPort,
  type DeliveryPort,
  type PaymentPort,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

/**
 * A live shop's replacement for a service without an account. A sandbox would accept orders that are never paid or
 * sent, so each call fails and names the missing setting.
 */
const PAYMENTS = `No payment account is configured: set ${paymentAccountNames}.`
const DELIVERY = 'No warehouse account is configured: set MONTA_USER and MONTA_PASSWORD.'
const ADDRESSES = 'No address account is configured: set POSTCODE_KEY and POSTCODE_SECRET.'

async function failAsDown(
  service: 'payments' | 'delivery' | 'addresses',
  message: string,
): Promise<never> {
  throw new ServiceDown(service, message)
}

/** A refusal is final: points reserved for a payment are released, and an order waits for staff. */
async function failAsRefused(service: 'payments' | 'delivery', message: string): Promise<never> {
  throw new ServiceRefused(service, 'not-configured', message, null, message)
}

export const unconfiguredPayments = (): PaymentPort => ({
  sandbox: false,
  provider: 'none',
  create: () => failAsRefused('payments', PAYMENTS),
  find: () => failAsDown('payments', PAYMENTS),
  cancel: () => failAsDown('payments', PAYMENTS),
  refund: () => failAsDown('payments', PAYMENTS),
  stopRefund: () => failAsDown('payments', PAYMENTS),
})

export const unconfiguredDelivery = (): DeliveryPort => ({
  sandbox: false,
  options: () => failAsDown('delivery', DELIVERY),
  submit: () => failAsRefused('delivery', DELIVERY),
  change: () => failAsDown('delivery', DELIVERY),
  cancel: () => failAsDown('delivery', DELIVERY),
  // Without a warehouse there are no events, which is no failure.
  eventsSince: async () => [],
  tracking: () => failAsDown('delivery', DELIVERY),
  stock: () => failAsDown('delivery', DELIVERY),
})

export const unconfiguredAddresses = (): AddressPort => ({
  sandbox: false,
  autocomplete: () => failAsDown('addresses', ADDRESSES),
  details: () => failAsDown('addresses', ADDRESSES),
  validate: () => failAsDown('addresses', ADDRESSES),
})
