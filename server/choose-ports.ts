import { molliePayments } from '#server/adapters/mollie-payments.ts'
import { montaDelivery } from '#server/adapters/monta-delivery.ts'
import { postcodeAddresses } from '#server/adapters/postcode-addresses.ts'
import { sandboxAddresses } from '#server/adapters/sandbox-addresses.ts'
import { sandboxDelivery } from '#server/adapters/sandbox-delivery.ts'
import { sandboxMailer } from '#server/adapters/sandbox-mailer.ts'
import { sandboxPayments } from '#server/adapters/sandbox-payments.ts'
import { smtpMailer } from '#server/adapters/smtp-mailer.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/db/database.ts'
import type { Clock, Ports } from '#server/ports.ts'

/** The real service where there is an account for it, the built-in sandbox where there is none. */
export function choosePorts(needs: {
  config: Config
  sql: Sql
  clock: Clock
  callWebhook: (id: string) => Promise<void>
}): Ports {
  const { config, sql, clock, callWebhook } = needs
  return {
    clock,
    payments: config.MOLLIE_API_KEY
      ? molliePayments({
          apiKey: config.MOLLIE_API_KEY,
          baseUrl: config.MOLLIE_URL,
          methods: config.MOLLIE_METHODS.split(',').filter((method) => method !== ''),
        })
      : sandboxPayments({ sql, baseUrl: () => publicUrl(config), callWebhook, clock }),
    delivery:
      config.MONTA_USER && config.MONTA_PASSWORD
        ? montaDelivery({
            user: config.MONTA_USER,
            password: config.MONTA_PASSWORD,
            origin: config.MONTA_ORIGIN,
            baseUrl: config.MONTA_URL,
          })
        : sandboxDelivery({ sql, clock }),
    addresses:
      config.POSTCODE_KEY && config.POSTCODE_SECRET
        ? postcodeAddresses({
            key: config.POSTCODE_KEY,
            secret: config.POSTCODE_SECRET,
            baseUrl: config.POSTCODE_URL,
          })
        : sandboxAddresses(),
    mailer: config.SMTP_URL ? smtpMailer({ url: config.SMTP_URL }) : sandboxMailer({ sql, clock }),
  }
}

export function publicUrl({ PUBLIC_URL, PORT }: Config) {
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}
