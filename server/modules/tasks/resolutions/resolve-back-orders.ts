import { refused } from '#contract/shared/refusals.shop.ts'
import { findOrder, type OrderRow } from '#server/modules/orders/order.sql.ts'
import type { TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { startReplacement } from '#server/modules/orders/replacements/start-replacement.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'

/** The gift that the warehouse must mean. If several are possible, staff ask the warehouse and use the order page. */
function onlyWaitingLine(order: OrderRow | undefined, { detail }: TaskRow) {
  const waiting = order?.lines.filter(
    (line) =>
      line.deliveryCondition === 'monta' &&
      line.round === detail['round'] &&
      line.state === 'released' &&
      !line.isBeingReplaced &&
      line.quantity > line.credited + line.withdrawn,
  )
  return waiting?.length === 1 ? waiting[0] : undefined
}

export async function rowsOfBackOrders(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const rows: ResolveRow[] = []
  for (const task of cases) {
    const line = task.order_number && onlyWaitingLine(await findOrder(sql, task.order_number), task)
    if (line)
      rows.push({
        what: line.name,
        subject: task.subject,
        order: task.order_number,
        before: 'back-order',
        after: 'holder-chooses',
      })
  }
  return rows
}

export async function resolveBackOrders(
  { shop, sql }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  for (const task of cases) {
    const number = task.order_number
    const locked = number === null ? undefined : await lockForCredit(sql, number)
    const line = onlyWaitingLine(locked?.order, task)
    if (!locked || !line) continue
    const quantity = line.quantity - line.credited - line.withdrawn
    const started = await startReplacement(shop, sql, locked.order, {
      line: line.line,
      quantity,
      cause: 'sold-out',
      staffId: null,
    })
    if (refused(started)) throw new Error(`replacement refused: ${started.refused}`)
  }
}
