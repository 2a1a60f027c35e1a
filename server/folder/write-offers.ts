import type { Transaction } from '#server/db/database.ts'

import type { ChannelFolder } from './channel-folder.ts'
import { type Count, noCount, tally } from './import-counts.ts'
import { difference, saveRows, allRows } from './row-sync.ts'
import { offers } from './shop-tables.ts'

/** What is no longer listed goes out of sale, and stays for the carts and orders that name it. */
export async function writeOffers(sql: Transaction, { id, prices }: ChannelFolder): Promise<Count> {
  if (!prices) return noCount()
  const rows = prices.rows.map(({ value: { sku, points, position }, place }, index) => ({
    channel_id: id,
    sku,
    points,
    position: position ?? (place().row ?? index + 2) - 1,
    active: true,
  }))
  const stored = await allRows(sql, offers, { column: 'channel_id', value: id })
  const found = difference(offers, rows, stored)
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
