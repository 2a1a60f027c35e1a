import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'

export type Correction = {
  sku: string
  /** The stock level that the colleague saw; null: the variant was never counted. */
  from: number | null
  onHand: number
  reason: 'count' | 'damaged' | 'return' | 'adjust'
  note: string
  staff: number
  at: Date
  importRun?: number
  undoes?: number
}

/**
 * Corrects a stock level, with a stock movement and its reason. Writes nothing if the level is no longer `from`, for
 * example because of an order. Returns the reason for a refusal, or null.
 */
export async function correctStockLevel(
  sql: Queries,
  { sku, from, onHand, reason, note, staff, at, importRun, undoes }: Correction,
): Promise<'changed-since' | 'reserved' | null> {
  if (from === null) {
    const inserted = await sql`
      insert into stock (sku, on_hand) values (${sku}, 0) on conflict do nothing`
    if (inserted.count === 0) return 'changed-since'
  }
  const [stockLevel] = await sql<{ on_hand: number; reserved: number }[]>`
    select on_hand, reserved from stock where sku = ${sku} for update`
  if (!stockLevel || stockLevel.on_hand !== (from ?? 0)) return 'changed-since'
  if (onHand < stockLevel.reserved) return 'reserved'
  await sql`
    insert into stock_correction (sku, reason, note, started_from, on_hand, staff_id, import_id, undoes_id, at)
    values (${sku}, ${reason}, ${note}, ${from}, ${onHand}, ${staff}, ${importRun ?? null}, ${undoes ?? null}, ${at})`
  if (onHand !== stockLevel.on_hand) {
    await sql`
      insert into stock_movement (sku, quantity, reason, at) values (${sku}, ${onHand - stockLevel.on_hand}, 'count', ${at})`
  }
  // A first count creates a change event even without a movement, because holders see the number.
  if (from === null) await notify(sql, 'stock', sku)
  return null
}
