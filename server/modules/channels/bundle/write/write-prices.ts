import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Count, noCount, tally } from './import-counts.ts'
import type { CatalogueKeeper } from './preserve-catalog-changes.ts'
import { difference, saveRows, allRows } from './sync-rows.ts'
import { offers } from './shop-tables.ts'

/** A variant that is no longer listed goes off sale, but its offer stays for carts and orders that refer to it. */
export async function writeOffers(
  sql: Transaction,
  { id, prices }: ChannelBundle,
  keep: CatalogueKeeper,
): Promise<Count> {
  if (!prices) return noCount()
  const rows = prices.rows.map(({ value: { sku, points, position }, place }, index) => ({
    channel_id: id,
    sku,
    points,
    position: position ?? (place().row ?? index + 2) - 1,
    active: true,
  }))
  const stored = await allRows(sql, offers, { column: 'channel_id', value: id })
  // A changed position alone does not conflict with back-office changes.
  const places = new Map(stored.map(({ sku, position }) => [sku, position]))
  const [wanted, live] = keep.apart(
    offers,
    rows.map((row) => ({ ...row, position: places.get(row.sku) ?? row.position })),
    stored.filter(({ sku, active }) => active || !prices.mentioned.has(sku)),
    ({ sku }) => ({ kind: 'offer', id: sku, channel: id }),
    ({ sku, points }) => ({
      file: 'prices.csv',
      subject: `the price of '${sku}'`,
      words: `${points} points`,
    }),
  )
  const left = new Set([...wanted, ...live].map(({ sku }) => sku))
  const isLeft = ({ sku }: { sku: string }) => left.has(sku)
  const found = difference(offers, rows.filter(isLeft), stored.filter(isLeft))
  const leaving = found.gone.filter(({ sku, active }) => active && !prices.mentioned.has(sku))
  await saveRows(sql, offers, [
    ...found.added,
    ...found.changed,
    ...leaving.map((row) => ({ ...row, active: false })),
  ])
  const count = tally()
  count.of({ ...found, gone: leaving }, ({ sku }) => sku, 'first')
  return count.count()
}
