import type { Known } from '#server/modules/catalog/imports/known-values.sql.ts'
import type { RowCheck } from '#server/modules/catalog/imports/row-check.ts'

export function checkStock(row: RowCheck, sku: string, known: Known) {
  const { result } = row
  const cell = row.cell('on_hand') ?? ''
  if (cell === '') return row.addProblem('on_hand', 'empty')
  const onHand = row.readWholeNumber('on_hand', cell)
  if (onHand === null) return
  if (onHand > 10_000_000) return row.addProblem('on_hand', 'out-of-range')
  // Two counts of one sku may be two locations or the same one, so no other row may count it, whatever the number.
  if (!row.isFirstValue('sku', `shelf ${sku}`, result.line)) return
  const stockLevel = known.stockLevels.get(sku)
  const fromSaid = row.cell('from') ?? ''
  const from =
    fromSaid === '' ? (stockLevel?.on_hand ?? null) : row.readWholeNumber('from', fromSaid)
  if (fromSaid !== '' && from === null) return
  if (onHand === stockLevel?.on_hand) return
  if (from !== (stockLevel?.on_hand ?? null)) return row.addProblem('on_hand', 'changed-since')
  if (stockLevel && onHand < stockLevel.reserved) return row.addProblem('on_hand', 'reserved')
  result.makes = !stockLevel
  result.stockLevel = { sku, from, onHand }
}
