import type { KnownValues } from '#server/modules/catalog/imports/known-values.sql.ts'
import type { RowCheck } from '#server/modules/catalog/imports/row-check.ts'

export function checkStock(row: RowCheck, sku: string, known: KnownValues) {
  const { result } = row
  const cell = row.cell('on_hand') ?? ''
  if (cell === '') return row.addProblem('on_hand', 'empty')
  const onHand = row.readWholeNumber('on_hand', cell)
  if (onHand === null) return
  if (onHand > 10_000_000) return row.addProblem('on_hand', 'out-of-range')
  // Two counts of one SKU may be of one location or of two, so a second one is refused, whatever its number.
  if (!row.isFirstValue('sku', `shelf ${sku}`, result.line)) return
  const stockLevel = known.stockLevels.get(sku)
  const fromCell = row.cell('from') ?? ''
  const from =
    fromCell === '' ? (stockLevel?.on_hand ?? null) : row.readWholeNumber('from', fromCell)
  if (fromCell !== '' && from === null) return
  if (onHand === stockLevel?.on_hand) return
  if (from !== (stockLevel?.on_hand ?? null)) return row.addProblem('on_hand', 'changed-since')
  if (stockLevel && onHand < stockLevel.reserved) return row.addProblem('on_hand', 'reserved')
  result.isCreated = !stockLevel
  result.stockLevel = { sku, from, onHand }
}
