import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Count, noCount, createTally } from './import-counts.ts'
import type { CatalogChangeFilter } from './preserve-catalog-changes.ts'
import { difference, saveRows, readRows } from './sync-rows.ts'
import { offers } from './shop-tables.ts'

/** A variant that is no longer listed goes off sale. Its offer stays, because carts and orders refer to it. */
export async function writeOffers(
  sql: Transaction,
  { id, prices }: ChannelBundle,
  catalogChanges: CatalogChangeFilter,
): Promise<Count> {
  if (!prices) return noCount()
  const rows = prices.rows.map(({ value: { sku, points, position }, place }, index) => ({
    channel_id: id,
    sku,
    points,
    position: position ?? (place().row ?? index + 2) - 1,
    active: true,
  }))
  const stored = await readRows(sql, offers, { column: 'channel_id', value: id })
  // A changed position alone is no conflict with a back-office change.
  const positions = new Map(stored.map(({ sku, position }) => [sku, position]))
  const [wanted, live] = catalogChanges.withoutPreserved(
    offers,
    rows.map((row) => ({ ...row, position: positions.get(row.sku) ?? row.position })),
    stored.filter(({ sku, active }) => active || !prices.mentioned.has(sku)),
    ({ sku }) => ({ kind: 'offer', id: sku, channel: id }),
    ({ sku, points }) => ({
      file: 'prices.csv',
      subject: `the price of '${sku}'`,
      bundleValue: `${points} points`,
    }),
  )
  const replaceable = new Set([...wanted, ...live].map(({ sku }) => sku))
  const isReplaceable = ({ sku }: { sku: string }) => replaceable.has(sku)
  const found = difference(offers, rows.filter(isReplaceable), stored.filter(isReplaceable))
  const delisted = found.removed.filter(({ sku, active }) => active && !prices.mentioned.has(sku))
  await saveRows(sql, offers, [
    ...found.added,
    ...found.changed,
    ...delisted.map((row) => ({ ...row, active: false })),
  ])
  const tally = createTally()
  tally.add({ ...found, removed: delisted }, ({ sku }) => sku, 'first')
  return tally.count()
}
