import { publicUrl } from '#server/platform/config/public-url.ts'
import { paymentProviders } from '#server/modules/payments/providers/payment-providers.ts'
import { montaDelivery } from '#server/modules/fulfilment/warehouse/monta/monta-delivery.ts'
import { postcodeAddresses } from '#server/modules/addresses/providers/postcode/postcode-addresses.ts'
import { sandboxAddresses } from '#server/modules/addresses/providers/sandbox/sandbox-addresses.ts'
import { sandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { sandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { sandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { smtpMailer } from '#server/modules/mail/delivery/smtp-mailer.ts'
import {
  unconfiguredAddresses,
  unconfiguredDelivery,
  unconfiguredPayments,
} from '#server/app/services/unconfigured-services.ts'
import { webhookSender } from '#server/modules/webhooks/webhook-sender.ts'
import { accountsOf, type Config } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Clock, Ports } from '#server/platform/services/service-ports.ts'

/**
 * The real service if an account is configured. Otherwise the built-in sandbox, and in a live shop a port that fails.
 */
export function choosePorts(options: {
  config: Config
  sql: Sql
  clock: Clock
  callWebhook: (id: string) => Promise<void>
}): Ports {
  const { config, sql, clock, callWebhook } = options
  const { payments, delivery, addresses, mail } = accountsOf(config)
  const live = config.GIFTPOINT_LIVE
  const baseUrl = () => publicUrl(config)
  const cutOff = config.WAREHOUSE_CUT_OFF
  function paymentPort() {
    if (payments) return paymentProviders[payments.provider].open(config)
    return live ? unconfiguredPayments() : sandboxPayments({ sql, baseUrl, callWebhook, clock })
  }
  function deliveryPort() {
    if (delivery)
      return montaDelivery({ ...delivery, origin: config.MONTA_ORIGIN, baseUrl: config.MONTA_URL })
    return live ? unconfiguredDelivery() : sandboxDelivery({ sql, clock, cutOff, baseUrl })
  }
  function addressPort() {
    if (addresses) return postcodeAddresses({ ...addresses, baseUrl: config.POSTCODE_URL })
    return live ? unconfiguredAddresses() : sandboxAddresses()
  }
  return {
    clock,
    payments: paymentPort(),
    delivery: deliveryPort(),
    addresses: addressPort(),
    mailer: mail ? smtpMailer(mail) : sandboxMailer({ sql, clock }),
    webhooks: webhookSender({ publicOnly: config.GIFTPOINT_LIVE }),
  }
}
