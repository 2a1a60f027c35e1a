import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { moveLines } from '#server/modules/orders/lines/update-line-states.ts'
import { lockOrder, saveArrivalAssumed, saveEvent } from '#server/modules/orders/order.sql.ts'
import { roundName } from '#server/modules/fulfilment/submit-lines.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 15_000
const ORDERS_AT_ONCE = 50

type Due = { number: string; condition: DeliveryCondition; round: number; lines: number[] }

/**
 * Delivers lines without warehouse events: digital gifts once the mail server has accepted the last of their mails,
 * supplier lines once their expected delivery date has passed. It relies on the database alone, so no message can be
 * lost, and the next run processes the remaining orders. Returns the number of orders.
 */
export async function deliverDueLines(shop: Shop): Promise<number> {
  const due = await shop.sql<Due[]>`
    select orders.number, delivery_condition as condition, round, array_agg(line.line) as lines
    from order_line line join orders on orders.number = line.order_number
    where (line.state = 'released' or line.state = 'shipped' and delivery_condition = 'dropship') and not exists (
        select from purchase_order_line purchased join purchase_order using (number)
        where purchased.order_number = line.order_number and purchased.line = line.line and purchased.state = 'open'
          and purchase_order.round = line.round)
      and not exists (
        select from replacement_offer
        where order_number = line.order_number and replacement_offer.line = line.line and outcome is null)
      and (
      delivery_condition = 'digital' and case when exists (${digitalUnits(shop.sql)})
        then exists (${digitalUnits(shop.sql)} and state = 'handed') and not exists (
          ${digitalUnits(shop.sql)} and (state = 'waiting' or state = 'handed' and not exists (
            select from mail
            where template = 'digital-codes' and subject_id = orders.number || ':' || mail_number
              and mail.month = orders.month and mail.state = 'sent')))
        else exists (
          select from mail
          where template = 'digital-gift' and subject_id = case line.round when 0 then orders.number else orders.number || ':' || line.round end
            and mail.month = orders.month
            and state = 'sent')
          -- Lines that were fully credited before they were sent are dropped instead: see digital-items.timer.ts.
          and quantity > (
            select coalesce(sum(ended.quantity), 0) from withdrawal_line ended
            where ended.order_number = line.order_number and ended.line = line.line) + (
            select coalesce(sum(ended.quantity), 0) from credit_line ended join credit on credit.number = credit_number
            where ended.order_number = line.order_number and ended.line = line.line and withdrawal_number is null) end
      or delivery_condition = 'dropship' and exists (
        select from order_event released join channel on channel.id = orders.channel_id
        where released.order_number = orders.number and released.month = orders.month
          and released.type in ('released', 'chosen-again', 'choice-called-off', 'supplier-sent')
        having max(released.at + make_interval(days => supplier_days)) <= ${shop.ports.clock.now()}))
    group by orders.number, delivery_condition, round order by orders.number limit ${ORDERS_AT_ONCE}`
  for (const order of due) await deliver(shop, order)
  return due.length
}

/** The digital units of a line, handed out or waiting. */
const digitalUnits = (sql: Queries) => sql`
  select from digital_item item
  where item.order_number = line.order_number and item.line = line.line and item.sku = line.sku`

async function deliver(
  shop: Pick<Shop, 'ports' | 'sql'>,
  { number, condition, round, lines }: Due,
) {
  await shop.sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (!order) return
    const moved = await moveLines(sql, order, ({ line }) => lines.includes(line), 'delivered')
    if (moved.length === 0) return
    const isAssumed = condition === 'dropship'
    if (isAssumed) {
      // The supplier cannot confirm the arrival yet, so it is assumed. The withdrawal period does not start from it.
      await saveArrivalAssumed(
        sql,
        number,
        moved.map(({ line }) => line),
        true,
      )
    }
    // Codes from our own stock were announced when they were handed out.
    if (!isAssumed && moved.every(({ digitalItems }) => digitalItems.length > 0)) return
    const type = isAssumed ? 'supplier-expected' : 'digital-sent'
    const at = shop.ports.clock.now()
    await saveEvent(sql, { number, type, sourceId: `${type} ${roundName(number, round)}`, at })
  })
}

/** Runs regularly, and again at once after a full batch. */
export const pollDeliveredLines = (shop: Shop): RecurringJob<number> => ({
  everyMs: EVERY_MS,
  failureMessage: 'order lines not settled',
  run: () => deliverDueLines(shop),
  more: (orders) => orders === ORDERS_AT_ONCE,
})
