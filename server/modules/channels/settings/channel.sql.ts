import { USUAL_RETENTION_MONTHS } from '#domain/privacy/holder-retention.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ChannelRow } from '#server/modules/channels/settings/channel-list.sql.ts'

type Row = {
  id: string
  name: string
  state: ChannelRow['state']
  main_site: boolean
  settings_version: number
  hosts: string[]
  website_url: string
  time_zone: string
  supplier_days: number
  replacement_days: number
  undeliverable_parcel: 'choose-again' | 'person'
  credit_first: 'card' | 'points'
  withdrawal_credit: 'goods-back' | 'legal-day'
  expiry_notice: boolean
  retention_months: number
  fields: Record<string, unknown>
  versions: Record<string, number>
  voucher_vat: 'single' | 'multi' | null
  voucher_vat_adviser: string
  voucher_vat_by: number | null
  voucher_vat_name: string | null
  voucher_vat_at: Date | null
  vouchers: number
}

export async function readChannel(sql: Queries, id: string) {
  const [row] = await sql<Row[]>`
    select channel.id, channel.name, state, main_site, settings_version, website_url, time_zone, supplier_days,
      replacement_days, undeliverable_parcel, credit_first, withdrawal_credit, expiry_notice,
      array(select host from channel_host where channel_id = channel.id order by host) as hosts,
      ${retentionOf(sql)} as retention_months,
      channel_fields(channel) as fields, field_versions as versions,
      voucher_vat, voucher_vat_adviser, voucher_vat_by, staff.name as voucher_vat_name, voucher_vat_at,
      (select count(*) from voucher_batch batch join voucher on voucher.batch_id = batch.id
        where batch.channel_id = channel.id)::integer as vouchers
    from channel left join staff on staff.id = voucher_vat_by where channel.id = ${id}`
  if (!row) return undefined
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    main_site: row.main_site,
    version: row.settings_version,
    settings: settingsOf(row),
    fields: Object.entries(row.fields)
      .map(([field, value]) => ({ field, version: row.versions[field] ?? 0, value }))
      .sort((a, b) => (a.field < b.field ? -1 : 1)),
    voucher_vat: voucherVatOf(row),
    vouchers: row.vouchers,
  }
}

function settingsOf(row: Row) {
  const { website_url, time_zone, supplier_days, retention_months, hosts } = row
  const { replacement_days, undeliverable_parcel, credit_first, withdrawal_credit, expiry_notice } =
    row
  return {
    hosts,
    website_url,
    time_zone,
    supplier_days,
    retention_months,
    replacement_days,
    undeliverable_parcel,
    credit_first,
    withdrawal_credit,
    expiry_notice,
  }
}

function voucherVatOf(row: Row) {
  if (!row.voucher_vat || !row.voucher_vat_at) return null
  return {
    kind: row.voucher_vat,
    adviser: row.voucher_vat_adviser,
    by: { id: String(row.voucher_vat_by), name: row.voucher_vat_name ?? '' },
    at: row.voucher_vat_at.toISOString(),
  }
}

/** The retention of a channel; the usual one if its bundle contains no valid number. */
export const retentionOf = (sql: Queries) => sql`
  case when settings ->> 'retention_months' ~ '^[1-9][0-9]{0,2}$' then (settings ->> 'retention_months')::integer
    else ${USUAL_RETENTION_MONTHS}::integer end`
