import type { Known } from '#server/modules/catalog/imports/known-values.sql.ts'
import type { RowCheck } from '#server/modules/catalog/imports/row-check.ts'

export function judgeStock(row: RowCheck, sku: string, known: Known) {
  const { judged } = row
  const cell = row.cell('on_hand') ?? ''
  if (cell === '') return row.wrong('on_hand', 'empty')
  const onHand = row.whole('on_hand', cell)
  if (onHand === null) return
  if (onHand > 10_000_000) return row.wrong('on_hand', 'out-of-range')
  // Two counts of one sku may be two locations or the same one, so no other row may count it, whatever the number.
  if (!row.isFirstValue('sku', `shelf ${sku}`, judged.line)) return
  const stockLevel = known.stockLevels.get(sku)
  const fromSaid = row.cell('from') ?? ''
  const from = fromSaid === '' ? (stockLevel?.on_hand ?? null) : row.whole('from', fromSaid)
  if (fromSaid !== '' && from === null) return
  if (onHand === stockLevel?.on_hand) return
  if (from !== (stockLevel?.on_hand ?? null)) return row.wrong('on_hand', 'changed-since')
  if (stockLevel && onHand < stockLevel.reserved) return row.wrong('on_hand', 'reserved')
  judged.makes = !stockLevel
  judged.stockLevel = { sku, from, onHand }
}
