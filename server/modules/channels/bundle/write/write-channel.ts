import { OFFERED_LANGUAGES } from '#domain/language.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import type { ContentNode } from '#server/modules/content/releases/change-keys.ts'
import { fieldsOf, setField } from '#server/modules/content/releases/write-channel-fields.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { createTally } from './import-counts.ts'
import type { StaffChangeFilter } from './preserve-staff-changes.ts'
import { difference, saveRows, readRows, syncRows } from './sync-rows.ts'
import { channelHosts, type ChannelRow, channels } from './shop-tables.ts'
import type { ImageRegistry } from './write-images.ts'
import { CHANNEL_FLAGS } from '#domain/channels/channel-columns.ts'

const defaults: Omit<ChannelRow, 'id' | 'name'> = {
  main_site: false,
  website_url: '',
  default_language: 'nl',
  offered_languages: [...OFFERED_LANGUAGES],
  time_zone: DEFAULT_ZONE,
  can_buy_points: true,
  continue_shipping: true,
  home_delivery_allowed: true,
  split_shipment_allowed: true,
  skip_cart_overlay: false,
  no_quantity_adjustment: false,
  no_filter: false,
  use_chatbot: false,
  blur_category_images: false,
  logo: '',
  logo_alt: {},
  theme_options: [],
  undo_minutes: 30,
  supplier_days: 14,
  credit_first: 'card',
  replacement_days: 7,
  undeliverable_parcel: 'choose-again',
  withdrawal_credit: 'goods-back',
  countries: ['NL'],
  company: {},
  organisation: {},
  settings: {},
}

/** Fields that are missing in the file keep their value. A new channel gets the defaults. */
export async function writeChannel(
  sql: Transaction,
  bundle: ChannelBundle,
  pictures: ImageRegistry,
  staffChanges: StaffChangeFilter,
) {
  const { id, channel, settings } = bundle
  const file = channel.value
  const stored = await readRows(sql, channels, { column: 'id', value: id })
  const row: ChannelRow = { ...defaults, ...stored[0], id, name: file.name }
  for (const flag of ['main_site', ...CHANNEL_FLAGS] as const) row[flag] = file[flag] ?? row[flag]
  row.website_url = file.website_url ?? row.website_url
  row.default_language = file.default_language ?? row.default_language
  row.offered_languages = file.offered_languages ?? row.offered_languages
  row.time_zone = file.time_zone ?? row.time_zone
  row.undo_minutes = file.undo_minutes ?? row.undo_minutes
  row.supplier_days = file.supplier_days ?? row.supplier_days
  row.credit_first = file.credit_first ?? row.credit_first
  row.replacement_days = file.replacement_days ?? row.replacement_days
  row.undeliverable_parcel = file.undeliverable_parcel ?? row.undeliverable_parcel
  row.withdrawal_credit = file.withdrawal_credit ?? row.withdrawal_credit
  row.countries = file.countries ?? row.countries
  row.company = file.company ?? row.company
  row.organisation = file.organisation ?? row.organisation
  row.settings = settings ?? row.settings
  if (file.logo !== undefined) row.logo = pictures.reference(file.logo)
  row.logo_alt = file.logo_alt ?? row.logo_alt
  if (file.theme_options)
    row.theme_options = Object.entries(file.theme_options).map(([reference, value]) => ({
      reference,
      value,
    }))
  if (stored[0]) preserveFields(row, stored[0], staffChanges)
  if (row.main_site) await sql`update channel set main_site = false where main_site and id <> ${id}`
  const found = difference(channels, [row], stored)
  await saveRows(sql, channels, [...found.added, ...found.changed])
  const tally = createTally()
  tally.add(found, () => id, 'first')
  if (file.hosts) {
    const hosts = file.hosts.map((host) => ({ host, channel_id: id }))
    const storedHosts = await readRows(sql, channelHosts, { column: 'channel_id', value: id })
    tally.add(await syncRows(sql, channelHosts, hosts, storedHosts), () => id)
  }
  return tally.count()
}

/** Fields that staff changed after the export of the bundle are not overwritten. */
function preserveFields(row: ChannelRow, stored: ChannelRow, staffChanges: StaffChangeFilter) {
  const wantedFields = fieldsOf(row)
  const storedFields = fieldsOf(stored)
  for (const field of new Set([...wantedFields.keys(), ...storedFields.keys()])) {
    const wanted = wantedFields.get(field)
    const value = storedFields.get(field)
    if (sameValue(wanted, value)) continue
    const node: ContentNode = { kind: 'channel', key: { channel: row.id, field } }
    const wantedText = wanted === undefined ? undefined : JSON.stringify(wanted)
    if (!staffChanges.isPreserved(node, 'channel.yaml', wantedText)) continue
    setField(row as unknown as Parameters<typeof setField>[0], { field, value })
  }
}
