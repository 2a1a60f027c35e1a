import { lockOrder } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import { assignItems } from '#server/modules/fulfilment/digital/assign-digital-items.ts'

const ORDERS_AT_ONCE = 200

type Waiting = { order: string; sku: string }

/** Orders whose codes have become available. For the others, only new codes help. */
const findServableOrders = (sql: Queries, cases: readonly TaskRow[]) => sql<Waiting[]>`
  select distinct order_number as order, sku from digital_item item
  where sku = any(${cases.map(({ subject }) => subject)}::text[]) and state = 'waiting' and exists (
    select from digital_code where digital_code.sku = item.sku and digital_code.state = 'free')
  order by order_number, sku limit ${ORDERS_AT_ONCE}`

export const rowsOfCodes = async (sql: Queries, cases: readonly TaskRow[]): Promise<ResolveRow[]> =>
  (await findServableOrders(sql, cases)).map(({ order, sku }) => ({
    what: 'digital-gift',
    subject: sku,
    order,
    before: 'waits-for-code',
    after: 'handed-out',
  }))

/** Hands out the codes at once instead of at the next poll. Locks all orders before any variant, as everywhere. */
export async function resolveCodes({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const waiting = await findServableOrders(sql, cases)
  const numbers = [...new Set(waiting.map(({ order }) => order))]
  for (const number of numbers) await lockOrder(sql, number)
  await sql`
    select from article where sku = any(${waiting.map(({ sku }) => sku)}::text[]) order by sku for no key update`
  for (const number of numbers) await assignItems(shop, sql, { number })
}
