import { findOrder } from '#server/books/order-queries.ts'
import type { Queries } from '#server/db/database.ts'
import type { Shop } from '#server/door/shop.ts'
import type { Opened } from '#server/orders/purchase-queries.ts'
import type { SupplierView } from '#server/suppliers/supplier-page.tsx'

/** What the page of a purchase order shows to whoever opens it. */
export async function supplierView(
  sql: Queries,
  models: Shop['models'],
  opened: Opened | undefined,
): Promise<SupplierView> {
  if (opened?.kind === 'over') return { kind: 'over', newerSince: opened.newerSince }
  const order = opened && (await findOrder(sql, opened.purchase.orderNumber))
  const model = order && (await models.channel(order.channelId))
  if (!opened || !order || !model) return { kind: 'unknown' }
  const { name, company } = model.channel
  const asker = {
    name: company['company_name'] || name,
    telephone: company['telephone'] ?? '',
    email: company['email'] ?? '',
  }
  return { kind: 'open', purchase: opened.purchase, order, asker }
}
