import { OFFERED_LANGUAGES } from '#domain/language.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import type { ContentNode } from '#server/modules/content/releases/change-keys.ts'
import { fieldsOf, setField } from '#server/modules/content/releases/write-channel-fields.ts'

import type { ChannelFolder } from '#server/modules/channels/bundle/channel-bundle.ts'
import { tally } from './import-counts.ts'
import type { Keeper } from './preserve-staff-changes.ts'
import { difference, saveRows, allRows, syncRows } from './sync-rows.ts'
import { channelHosts, type ChannelRow, channels } from './shop-tables.ts'
import type { PictureBook } from './write-images.ts'
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

/** What the file leaves out is what it was, or the default of a new channel. */
export async function writeChannel(
  sql: Transaction,
  folder: ChannelFolder,
  pictures: PictureBook,
  keep: Keeper,
) {
  const { id, channel, settings } = folder
  const said = channel.value
  const stored = await allRows(sql, channels, { column: 'id', value: id })
  const row: ChannelRow = { ...defaults, ...stored[0], id, name: said.name }
  for (const flag of ['main_site', ...CHANNEL_FLAGS] as const) row[flag] = said[flag] ?? row[flag]
  row.website_url = said.website_url ?? row.website_url
  row.default_language = said.default_language ?? row.default_language
  row.offered_languages = said.offered_languages ?? row.offered_languages
  row.time_zone = said.time_zone ?? row.time_zone
  row.undo_minutes = said.undo_minutes ?? row.undo_minutes
  row.supplier_days = said.supplier_days ?? row.supplier_days
  row.credit_first = said.credit_first ?? row.credit_first
  row.replacement_days = said.replacement_days ?? row.replacement_days
  row.undeliverable_parcel = said.undeliverable_parcel ?? row.undeliverable_parcel
  row.withdrawal_credit = said.withdrawal_credit ?? row.withdrawal_credit
  row.countries = said.countries ?? row.countries
  row.company = said.company ?? row.company
  row.organisation = said.organisation ?? row.organisation
  row.settings = settings ?? row.settings
  if (said.logo !== undefined) row.logo = pictures.reference(said.logo)
  row.logo_alt = said.logo_alt ?? row.logo_alt
  if (said.theme_options)
    row.theme_options = Object.entries(said.theme_options).map(([reference, value]) => ({
      reference,
      value,
    }))
  if (stored[0]) preserveFields(row, stored[0], keep)
  if (row.main_site) await sql`update channel set main_site = false where main_site and id <> ${id}`
  const found = difference(channels, [row], stored)
  await saveRows(sql, channels, [...found.added, ...found.changed])
  const count = tally()
  count.of(found, () => id, 'first')
  if (said.hosts) {
    const hosts = said.hosts.map((host) => ({ host, channel_id: id }))
    const before = await allRows(sql, channelHosts, { column: 'channel_id', value: id })
    count.of(await syncRows(sql, channelHosts, hosts, before), () => id)
  }
  return count.count()
}

/** Fields that the back office wrote since the folder was exported stay as they are. */
function preserveFields(row: ChannelRow, stored: ChannelRow, keep: Keeper) {
  const [said, live] = [fieldsOf(row), fieldsOf(stored)]
  for (const field of new Set([...said.keys(), ...live.keys()])) {
    const [wanted, value] = [said.get(field), live.get(field)]
    if (sameValue(wanted, value)) continue
    const thing: ContentNode = { kind: 'channel', key: { channel: row.id, field } }
    if (
      !keep.isPreserved(
        thing,
        'channel.yaml',
        wanted === undefined ? wanted : JSON.stringify(wanted),
      )
    )
      continue
    setField(row as unknown as Parameters<typeof setField>[0], { field, value })
  }
}
