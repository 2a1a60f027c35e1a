import { type Queries, type Transaction, violates } from '#server/platform/db/database.ts'
import { retentionOf } from '#server/modules/channels/settings/channel.sql.ts'

type Settings = {
  name: string
  version: number
  state: 'making' | 'open' | 'closed'
  hosts: string[]
  website_url: string
  time_zone: string
  supplier_days: number
  replacement_days: number
  undeliverable_parcel: 'choose-again' | 'person'
  credit_first: 'card' | 'points'
  withdrawal_credit: 'goods-back' | 'legal-day'
  retention_months: number
  expiry_notice: boolean
}

/** Locked until the end of the transaction, so that changes of a channel's settings come one after the other. */
export async function lockSettings(sql: Queries, id: string): Promise<Settings | undefined> {
  const [row] = await sql<Settings[]>`
    select name, settings_version as version, state, website_url, time_zone, supplier_days,
      replacement_days, undeliverable_parcel, credit_first, withdrawal_credit, expiry_notice,
      array(select host from channel_host where channel_id = channel.id order by host) as hosts,
      ${retentionOf(sql)} as retention_months
    from channel where id = ${id} for no key update`
  return row
}

/** False if another transaction took one of the hosts at the same moment. */
export async function setHosts(sql: Transaction, id: string, hosts: readonly string[]) {
  await sql`delete from channel_host where channel_id = ${id} and host <> all(${[...hosts]}::text[])`
  try {
    await sql.savepoint(
      (sql) => sql`
        insert into channel_host (host, channel_id) select host, ${id} from unnest(${[...hosts]}::text[]) host
        where not exists (select from channel_host other where other.host = host.host and other.channel_id = ${id})
        order by host`,
    )
    return true
  } catch (error) {
    if (violates(error, 'channel_host_pkey')) return false
    throw error
  }
}

export const saveChannelSettings = (
  sql: Queries,
  {
    id,
    websiteUrl,
    timeZone,
    supplierDays,
    replacementDays,
    beforeReplacementDays,
    undeliverableParcel,
    beforeUndeliverableParcel,
    creditFirst,
    beforeCreditFirst,
    withdrawalCredit,
    beforeWithdrawalCredit,
    expiryNotice,
    beforeExpiryNotice,
    retentionMonths,
    now,
  }: {
    id: string
    websiteUrl: string
    timeZone: string
    supplierDays: number
    replacementDays: number | undefined
    beforeReplacementDays: number
    undeliverableParcel: 'person' | 'choose-again' | undefined
    beforeUndeliverableParcel: 'person' | 'choose-again'
    creditFirst: 'points' | 'card' | undefined
    beforeCreditFirst: 'points' | 'card'
    withdrawalCredit: 'goods-back' | 'legal-day' | undefined
    beforeWithdrawalCredit: 'goods-back' | 'legal-day'
    expiryNotice: boolean | undefined
    beforeExpiryNotice: boolean
    retentionMonths: number
    now: Date
  },
) => sql`
  update channel set website_url = ${websiteUrl}, time_zone = ${timeZone},
    supplier_days = ${supplierDays},
    replacement_days = ${replacementDays ?? beforeReplacementDays},
    undeliverable_parcel = ${undeliverableParcel ?? beforeUndeliverableParcel},
    credit_first = ${creditFirst ?? beforeCreditFirst},
    withdrawal_credit = ${withdrawalCredit ?? beforeWithdrawalCredit},
    expiry_notice = ${expiryNotice ?? beforeExpiryNotice},
    settings = settings || ${sql.json({ retention_months: retentionMonths })},
    settings_version = settings_version + 1, changed_at = ${now}
  where id = ${id}`

export async function findVoucherVat(sql: Queries, id: string) {
  const [row] = await sql<{ voucher_vat: string | null; voucher_vat_adviser: string }[]>`
    select voucher_vat, voucher_vat_adviser from channel where id = ${id}`
  return row
}

export const saveVoucherVat = (
  sql: Queries,
  {
    id,
    kind,
    adviser,
    staffId,
    now,
  }: { id: string; kind: 'single' | 'multi'; adviser: string; staffId: number; now: Date },
) => sql`
  update channel set voucher_vat = ${kind}, voucher_vat_adviser = ${adviser}, voucher_vat_by = ${staffId},
    voucher_vat_at = ${now}, settings_version = settings_version + 1, changed_at = ${now}
  where id = ${id}`

export async function findHostOfOtherChannel(sql: Queries, id: string, hosts: string[]) {
  const [row] = await sql<{ host: string; id: string; name: string }[]>`
    select channel_host.host, channel.id, channel.name
    from channel_host join channel on channel.id = channel_host.channel_id
    where channel_host.host = any(${hosts}::text[]) and channel.id <> ${id}
    order by channel_host.host limit 1`
  return row
}
