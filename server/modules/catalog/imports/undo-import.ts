import type { Queries } from '#server/platform/db/database.ts'
import {
  type LeftAlone,
  undoCatalogueChange,
} from '#server/modules/catalog/changes/write-catalog.ts'
import { correctStockLevel } from '#server/modules/inventory/correct-stock.ts'

type By = { staff: number; at: Date; reason: string }

/** Undoes all portions of an import, the last one first, in one transaction. */
export async function undoRun(sql: Queries, id: number, { staff, at, reason }: By) {
  const changes = await sql<{ id: number; about: Record<string, unknown> }[]>`
    select id, about from bulk_change change
    where import_id = ${id} and not exists (select from bulk_change undo where undo.undoes_id = change.id)
    order by id desc`
  let putBack = 0
  let count = 0
  const left: LeftAlone[] = []
  for (const { id, about } of changes) {
    const undone = await undoCatalogueChange(sql, id, { about, reason, staff, at })
    putBack += undone.written
    count += undone.leftCount
    left.push(...undone.left)
  }
  const stockLevels = await undoShelves(sql, id, { staff, at, reason })
  return {
    put_back: putBack + stockLevels.putBack,
    left_alone: count + stockLevels.left.length,
    left: [...left, ...stockLevels.left].slice(0, 100),
  }
}

/**
 * Reverts the difference that the import's count made, so that units ordered since stay subtracted. A newer count
 * stays.
 */
async function undoShelves(sql: Queries, id: number, { staff, at, reason }: By) {
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
  let putBack = 0
  for (const correction of corrections) {
    const onHand = correction.on_hand - correction.difference
    const why =
      // The stock row is not deleted, and emptying it would mark a variant with unlimited stock as sold out.
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
    if (why) {
      const { product_id: product, sku: id, later_by: by } = correction
      left.push({ product, id, channel: '', language: '', field: 'stock', by })
    } else putBack += 1
  }
  return { putBack, left }
}
