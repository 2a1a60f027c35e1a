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

async function down(service: 'payments' | 'delivery' | 'addresses', what: string): Promise<never> {
  throw new ServiceDown(service, what)
}

/** A refusal is final: points reserved for a payment are released, and an order waits for staff. */
async function refused(service: 'payments' | 'delivery', what: string): Promise<never> {
  throw new ServiceRefused(service, 'not-configured', what, null, what)
}

export const unconfiguredPayments = (): PaymentPort => ({
  sandbox: false,
  provider: 'none',
  create: () => refused('payments', PAYMENTS),
  find: () => down('payments', PAYMENTS),
  cancel: () => down('payments', PAYMENTS),
  refund: () => down('payments', PAYMENTS),
  stopRefund: () => down('payments', PAYMENTS),
})

export const unconfiguredDelivery = (): DeliveryPort => ({
  sandbox: false,
  options: () => down('delivery', DELIVERY),
  submit: () => refused('delivery', DELIVERY),
  change: () => down('delivery', DELIVERY),
  cancel: () => down('delivery', DELIVERY),
  // Without a warehouse there are no events, which is no failure.
  eventsSince: async () => [],
  tracking: () => down('delivery', DELIVERY),
  stock: () => down('delivery', DELIVERY),
})

export const unconfiguredAddresses = (): AddressPort => ({
  sandbox: false,
  autocomplete: () => down('addresses', ADDRESSES),
  details: () => down('addresses', ADDRESSES),
  validate: () => down('addresses', ADDRESSES),
})
