import type { Queries } from '#server/platform/db/database.ts'
import {
  type LeftAlone,
  undoCatalogueChange,
} from '#server/modules/catalog/changes/write-catalog.ts'
import { correctStockLevel } from '#server/modules/inventory/correct-stock.ts'

/** At most this many of the fields that stay are listed. */
const MAX_LISTED = 100

type UndoContext = { staff: number; at: Date; reason: string }

/** Undoes all chunks of an import, the last one first, in one transaction. */
export async function undoRun(sql: Queries, id: number, { staff, at, reason }: UndoContext) {
  const changes = await sql<{ id: number; about: Record<string, unknown> }[]>`
    select id, about from bulk_change change
    where import_id = ${id} and not exists (select from bulk_change undo where undo.undoes_id = change.id)
    order by id desc`
  let restored = 0
  let leftCount = 0
  const left: LeftAlone[] = []
  for (const { id, about } of changes) {
    const undone = await undoCatalogueChange(sql, id, { about, reason, staff, at })
    restored += undone.written
    leftCount += undone.leftCount
    left.push(...undone.left)
  }
  const stockLevels = await undoStockLevels(sql, id, { staff, at, reason })
  return {
    put_back: restored + stockLevels.restored,
    left_alone: leftCount + stockLevels.left.length,
    left: [...left, ...stockLevels.left].slice(0, MAX_LISTED),
  }
}

/**
 * Subtracts the difference that the import's count made, so that units ordered since then stay subtracted. A stock level
 * that was counted since stays.
 */
async function undoStockLevels(sql: Queries, id: number, { staff, at, reason }: UndoContext) {
  const corrections = await sql<
    {
      id: number
      sku: string
      product_id: string
      difference: number
      on_hand: number
      reserved: number
      later_by: string | null
      counted_since: boolean
      made: boolean
    }[]
  >`
    select correction.id, correction.sku, article.product_id,
      correction.on_hand - coalesce(correction.started_from, 0) as difference, stock.on_hand, stock.reserved,
      later.id is not null as counted_since, correction.started_from is null as made, staff.name as later_by
    from stock_correction correction
    join stock using (sku) join article using (sku)
    left join lateral (
      select * from stock_correction again
      where again.sku = correction.sku and again.id > correction.id order by id desc limit 1
    ) later on true
    left join staff on staff.id = later.staff_id
    where correction.import_id = ${id} and correction.undoes_id is null
      and not exists (select from stock_correction undo where undo.undoes_id = correction.id)
    order by correction.sku for update of stock`
  const left: LeftAlone[] = []
  let restored = 0
  for (const correction of corrections) {
    const onHand = correction.on_hand - correction.difference
    const reasonToKeep =
      // A count that created the stock row stays: a stock of zero would show the variant as sold out.
      correction.made || correction.counted_since || onHand < correction.reserved
        ? 'counted'
        : await correctStockLevel(sql, {
            sku: correction.sku,
            from: correction.on_hand,
            onHand,
            reason: 'adjust',
            note: reason,
            staff,
            at,
            undoes: correction.id,
          })
    if (reasonToKeep) {
      const { product_id: product, sku: id, later_by: by } = correction
      left.push({ product, id, channel: '', language: '', field: 'stock', by })
    } else restored += 1
  }
  return { restored, left }
}
