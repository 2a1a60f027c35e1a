import { findOrder } from '#server/modules/orders/order.sql.ts'
import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { placePurchaseOrder, waitsForSupplier } from '#server/modules/fulfilment/submit-lines.ts'
import { sendPurchaseAgain } from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'

export const rowsOfSuppliers = async (
  _: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> =>
  cases.map(({ subject, order_number }) => ({
    what: 'mail',
    subject,
    order: order_number,
    before: 'waits',
    after: 'sent-again',
  }))

export async function resolveSuppliers(
  { shop, sql }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  for (const { subject } of cases) await sendPurchaseAgain(shop, sql, subject)
}

const purchaseOf = (task: TaskRow) => ({
  number: task.order_number ?? '',
  brand: detailText(task, 'brand'),
  round: Number(task.detail['round'] ?? 0),
})

/** Empty as long as the brand has no supplier, and for credited lines. */
export async function rowsOfMissing(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const rows: ResolveRow[] = []
  for (const task of cases) {
    const { number, brand, round } = purchaseOf(task)
    const [supplier] = await sql<{ name: string }[]>`
      select supplier.name from brand join supplier on supplier.id = supplier_id where brand.id = ${brand}`
    const order = supplier && (await findOrder(sql, number))
    if (!supplier || !order?.lines.some((line) => waitsForSupplier(line, { brand, round })))
      continue
    rows.push({
      what: 'purchase-order',
      subject: `${number} · ${supplier.name}`,
      order: number,
      before: 'mailed-only',
      after: 'sent-now',
    })
  }
  return rows
}

export async function orderMissing({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  for (const task of cases) await placePurchaseOrder(shop, sql, purchaseOf(task))
}
