import { closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { findPurchase } from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'

/** Splits an unanswered purchase order line in the same way as its order line. */
export async function splitPurchaseLine(
  sql: Transaction,
  { number, lines }: Pick<OrderRow, 'number' | 'lines'>,
  { from, line, quantity }: { from: number; line: number; quantity: number },
) {
  const round = lines.find((candidate) => candidate.line === from)?.round ?? 0
  await sql`
    with original as (
      update purchase_order_line purchased set quantity = purchased.quantity - ${quantity}
      from purchase_order purchase
      where purchase.number = purchased.number and purchase.round = ${round} and purchased.order_number = ${number}
        and purchased.line = ${from} and purchased.state = 'open' and purchased.quantity > ${quantity}
      returning purchased.*)
    insert into purchase_order_line (number, order_number, line, name, variant, sku, quantity)
    select number, order_number, ${line}, name, variant, sku, ${quantity} from original`
}

/** Withdraws a line that the supplier has not answered yet, and notifies the supplier at once, by mail or file. */
export async function withdrawPurchaseLines(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  { line, round, at }: { line: number; round: number; at: Date },
) {
  const [withdrawn] = await sql<{ number: string }[]>`
    update purchase_order_line purchased set state = 'gone', at = ${at}
    from purchase_order purchase
    where purchase.number = purchased.number and purchase.round = ${round} and purchased.order_number = ${order.number}
      and purchased.line = ${line} and purchased.state = 'open'
    returning purchased.number`
  if (!withdrawn) return
  const purchase = await findPurchase(sql, withdrawn.number)
  if (!purchase) throw new Error(`purchase order ${withdrawn.number} not found`)
  const { number, email, language, linkPlace } = purchase
  const isOpen = purchase.lines.some(({ state }) => state === 'open')
  await sql`
    update purchase_order set last_step_at = ${at}, remind_at = case when ${isOpen} then remind_at end
    where number = ${number}`
  if (!isOpen) await closeTaskFor(sql, 'supplier-silent', number)
  await queueMail(shop, sql, {
    template: 'purchase-withdrawn',
    subjectId: `${order.number}:${number}:${linkPlace}:${line}`,
    channelId: order.channelId,
    language,
    recipient: email,
  })
}
