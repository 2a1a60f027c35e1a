import { findOrder } from '#server/modules/orders/order.sql.ts'
import { picturePath } from '#server/modules/mail/layout/mail-theme.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { OpenedPurchase } from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import type { SupplierView } from '#server/modules/fulfilment/suppliers/supplier-page.tsx'

export async function supplierView(
  sql: Queries,
  models: Shop['models'],
  opened: OpenedPurchase | undefined,
): Promise<SupplierView> {
  if (opened?.kind === 'over') return { kind: 'over', newerSince: opened.newerSince }
  const order = opened && (await findOrder(sql, opened.purchase.orderNumber))
  const model = order && (await models.channel(order.channelId))
  if (!opened || !order || !model) return { kind: 'unknown' }
  const { name, company, logo } = model.channel
  const contact = {
    logo: logo === '' ? null : picturePath(logo, 'png', 320),
    name: company['company_name'] || name,
    telephone: company['telephone'] ?? '',
    email: company['email'] ?? '',
  }
  return { kind: 'open', purchase: opened.purchase, order, contact }
}
