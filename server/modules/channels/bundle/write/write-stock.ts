import type { Transaction } from '#server/platform/db/database.ts'
import { countStock, dropStockLevels } from '#server/modules/inventory/stock.sql.ts'

import { type FolderProblem, type Placed, problemAt } from '#server/platform/parsing/file-errors.ts'
import type { CountShape } from '#server/modules/channels/bundle/schemas/csv-schemas.ts'
import { type Count, noCount } from './import-counts.ts'

type StockLevel = {
  sku: string
  on_hand: number
  reserved: number
  counted: number | null
  /** Whether there are movements other than counts, which must be kept. */
  moved: boolean
}
type Step =
  | { step: 'count'; sku: string; onHand: number; by: number }
  /** The stock level is deleted, so that the variant never runs out. */
  | { step: 'endless'; sku: string }
  | { step: 'none' }
  | { step: 'problem'; message: string }

export type StockPlan = { steps: Step[]; problems: FolderProblem[]; counts: Count }

/** Locks the stock levels and computes the effect of the counts. */
export async function planStock(sql: Transaction, rows: Placed<CountShape>[]): Promise<StockPlan> {
  const skus = rows.map(({ value }) => value.sku)
  const stockLevels = await sql<StockLevel[]>`
    select sku, on_hand, reserved, counted,
      exists (select from stock_movement where stock_movement.sku = stock.sku and reason <> 'count') as moved
    from stock where sku = any(${skus}) order by sku for update of stock`
  const bySku = new Map(stockLevels.map((stockLevel) => [stockLevel.sku, stockLevel]))
  const plan: StockPlan = { steps: [], problems: [], counts: noCount() }
  for (const { value, place } of rows) {
    const stockLevel = bySku.get(value.sku)
    const step = nextStep(value, stockLevel)
    plan.steps.push(step)
    if (step.step === 'problem') plan.problems.push(problemAt(place(['on_hand']), step.message))
    else if (step.step === 'none') plan.counts.unchanged += 1
    else if (step.step === 'endless') plan.counts.removed += 1
    else plan.counts[stockLevel ? 'changed' : 'new'] += 1
  }
  return plan
}

function nextStep(
  { sku, on_hand, as_exported }: CountShape,
  stockLevel: StockLevel | undefined,
): Step {
  if (on_hand === undefined) {
    if (!stockLevel) return { step: 'none' }
    if (stockLevel.moved || stockLevel.reserved > 0)
      return {
        step: 'problem',
        message: `'${sku}' was sold from stock, so it can no longer be set to never run out`,
      }
    return { step: 'endless', sku }
  }
  if (!stockLevel) return { step: 'count', sku, onHand: on_hand, by: on_hand }
  // Equal to the last import or to the export, so it is not a new count.
  if (on_hand === stockLevel.counted || on_hand === as_exported) return { step: 'none' }
  if (on_hand < stockLevel.reserved)
    return {
      step: 'problem',
      message: `${stockLevel.reserved} of '${sku}' are reserved for payments in progress, so the stock cannot be ${on_hand}`,
    }
  return { step: 'count', sku, onHand: on_hand, by: on_hand - stockLevel.on_hand }
}

export async function writeStock(sql: Transaction, { steps }: StockPlan) {
  const endless = steps.flatMap((step) => (step.step === 'endless' ? step.sku : []))
  if (endless.length > 0) {
    // Its counts are deleted too, including those of closed months.
    await sql`
      select open_month(month, 'a stock level was deleted') from closed_month_hash
      where month in (select month from stock_movement where sku = any(${endless}))`
    await dropStockLevels(sql, endless)
  }
  const counts = steps.filter((step) => step.step === 'count')
  if (counts.length > 0) await countStock(sql, counts)
}
