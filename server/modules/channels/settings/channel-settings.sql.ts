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

/** The settings, locked until the end of the transaction, so that two changes of a channel run one after the other. */
export async function lockSettings(sql: Queries, id: string): Promise<Settings | undefined> {
  const [row] = await sql<Settings[]>`
    select name, settings_version as version, state, website_url, time_zone, supplier_days,
      replacement_days, undeliverable_parcel, credit_first, withdrawal_credit, expiry_notice,
      array(select host from channel_host where channel_id = channel.id order by host) as hosts,
      ${retentionOf(sql)} as retention_months
    from channel where id = ${id} for no key update`
  return row
}

/** Returns false if another transaction has just added one of the hosts to its channel. */
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
  id: string,
  settings: Omit<Settings, 'name' | 'version' | 'state' | 'hosts'>,
  now: Date,
) => sql`
  update channel set website_url = ${settings.website_url}, time_zone = ${settings.time_zone},
    supplier_days = ${settings.supplier_days},
    replacement_days = ${settings.replacement_days},
    undeliverable_parcel = ${settings.undeliverable_parcel},
    credit_first = ${settings.credit_first},
    withdrawal_credit = ${settings.withdrawal_credit},
    expiry_notice = ${settings.expiry_notice},
    settings = settings || ${sql.json({ retention_months: settings.retention_months })},
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
