import { openTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { findOrder, lockOrder } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { findPurchase } from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import { mailSupplier, remindAt } from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 60_000
const PURCHASES_AT_ONCE = 50

/**
 * Reminds a supplier once, after its number of working days. If the next deadline also passes, creates a task. A
 * supplier that receives files gets no mail. Returns how many were due.
 */
export async function remindSuppliers(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const purchases = await shop.sql<{ number: string; order_number: string }[]>`
    select number, order_number from purchase_order where remind_at <= ${now}
    order by remind_at limit ${PURCHASES_AT_ONCE}`
  for (const { number, order_number } of purchases) {
    try {
      await remindOrEscalate(shop, number, order_number)
    } catch (error) {
      shop.log.error({ err: error, purchase: number }, 'supplier reminder failed')
    }
  }
  return purchases.length
}

async function remindOrEscalate(shop: Shop, number: string, orderNumber: string) {
  const at = shop.ports.clock.now()
  await shop.sql.begin(async (sql) => {
    await lockOrder(sql, orderNumber)
    const [due] = await sql<{ open: boolean }[]>`
      select exists (select from purchase_order_line line join order_line using (order_number, line)
        where line.number = purchase_order.number and line.state = 'open' and order_line.state = 'released') as open
      from purchase_order where number = ${number} and remind_at <= ${at} for update`
    const purchase = due && (await findPurchase(sql, number))
    const order = purchase && (await findOrder(sql, orderNumber))
    if (!purchase || !order) return
    const isReminder = due.open && purchase.reminded === 0
    await sql`
      update purchase_order set reminded = ${due.open ? Math.min(2, purchase.reminded + 1) : purchase.reminded},
        remind_at = ${isReminder ? remindAt(at, purchase) : null}
      where number = ${number}`
    if (!due.open) return
    if (isReminder && purchase.way === 'mail') {
      const place = purchase.linkPlace
      return mailSupplier(shop, sql, order, purchase, { template: 'purchase-reminder', place })
    }
    if (isReminder) return
    await openTaskFor(sql, {
      kind: 'supplier-silent',
      subject: number,
      cause: purchase.supplier,
      reason: purchase.supplier,
      channelId: order.channelId,
      orderNumber,
      detail: { supplier: purchase.supplier },
    })
  })
}

export const pollPurchaseOrders = (shop: Shop): RecurringJob => ({
  everyMs: EVERY_MS,
  failureMessage: 'suppliers not reminded; retrying later',
  run: () => remindSuppliers(shop),
})
