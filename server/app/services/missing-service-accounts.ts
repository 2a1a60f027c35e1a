import type { Queries } from '#server/platform/db/database.ts'
import { accountsOf, type Config } from '#server/platform/config/config.ts'
import { paymentAccountNames } from '#server/platform/config/payment-accounts.ts'

/** The accounts that open channels use and that are not configured. A live shop does not start without them. */
export async function missingAccounts(sql: Queries, config: Config): Promise<string[]> {
  const { payments, delivery, addresses } = accountsOf(config)
  const [affected] = await sql<{ payments: string[]; delivery: string[] }[]>`
    select
      array(select id from channel where state = 'open' and can_buy_points order by id) as payments,
      array(select distinct channel.id from channel join offer on offer.channel_id = channel.id
        join article on article.sku = offer.sku join product on product.id = article.product_id
        where state = 'open' and active and delivery_condition = 'monta' order by 1) as delivery`
  if (!affected) return []
  const missing: string[] = []
  if (!payments && affected.payments.length > 0)
    missing.push(
      `extra payment is allowed on ${nameChannels(affected.payments)} (set ${paymentAccountNames}, or switch extra payment off there)`,
    )
  if (!delivery && affected.delivery.length > 0)
    missing.push(
      `the warehouse delivers gifts of ${nameChannels(affected.delivery)} (set MONTA_USER and MONTA_PASSWORD, or remove these gifts)`,
    )
  if (!addresses && affected.delivery.length > 0)
    missing.push(
      `addresses for the warehouse are checked on ${nameChannels(affected.delivery)} (set POSTCODE_KEY and POSTCODE_SECRET)`,
    )
  return missing
}

const nameChannels = (ids: readonly string[]) =>
  `${ids.length === 1 ? 'channel' : 'channels'} ${ids.join(', ')}`
