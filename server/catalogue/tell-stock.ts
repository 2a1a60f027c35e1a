import { stockStatus } from '#domain/stock-status.ts'
import type { Queries } from '#server/db/database.ts'

/**
 * Called after a change of what is available. The read models only hear of it when the status that people
 * see has changed: 500 orders of something that is there by the thousand are no news.
 */
export async function tellStock(sql: Queries, changes: { sku: string; change: number }[]) {
  if (changes.length === 0) return
  const rows = await sql<{ sku: string; available: number }[]>`
    select sku, on_hand - reserved as available from stock where sku in ${sql(changes.map(({ sku }) => sku))}`
  const changed = rows.filter(({ sku, available }) => {
    const change = changes
      .filter((one) => one.sku === sku)
      .reduce((sum, one) => sum + one.change, 0)
    return stockStatus(available).status !== stockStatus(available - change).status
  })
  if (changed.length === 0) return
  await sql`insert into news ${sql(changed.map(({ sku }) => ({ topic: 'stock', subject: sku })))}`
}
