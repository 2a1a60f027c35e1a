import { orderPoints } from '#domain/cart-rules.ts'
import { dueCents, pointsPaid } from '#domain/points.ts'
import { undoUntil } from '#domain/undo-window.ts'
import { deliveryOf } from '#server/cart/cart-answer.ts'
import type { CartRow } from '#server/cart/cart-queries.ts'
import type { ChannelModel } from '#server/catalogue/channel-model.ts'
import { newLines, type NewLine } from '#server/checkout/order-words.ts'
import type { Transaction } from '#server/db/database.ts'
import { tell } from '#server/news.ts'
import type { Payment } from '#server/payments/payment-queries.ts'
import type { Shop } from '#server/shop.ts'

/**
 * Makes the order of a cart, all of it or nothing. The caller holds the locks of purse and cart, has read the
 * cart under them and asked the rules; the database refuses what the rules should have.
 */
export async function placeOrder(
  shop: Shop,
  sql: Transaction,
  { cart, model, payment }: { cart: CartRow; model: ChannelModel; payment: Payment | null },
): Promise<string> {
  const delivery = deliveryOf(cart, model)
  if (!delivery || !cart.person) throw new Error('an order needs to know whom and where')
  const now = shop.ports.clock.now()
  const total = orderPoints(
    cart.lines.map(({ pointsWhenAdded, quantity }) => ({ points: pointsWhenAdded, quantity })),
  )
  const points = payment ? payment.points : pointsPaid(total, cart.available)
  const cents = payment ? payment.cents : dueCents(total, cart.available)
  const lines = newLines(cart, model)

  const { number, captured } = await spendPoints(sql, { cart, points, payment, now })
  const changeableUntil = new Date(undoUntil(now.getTime(), model.channel.undoMinutes))

  // Sent together, answered together: one round trip. The database checks them in this order.
  const [, mail] = await Promise.all([
    sql`
      insert into orders (number, cart_guid, voucher_id, channel_id, language, placed_at, changeable_until,
        total_points, points_paid, cents_paid, capture_id, payment_key, person, delivery)
      values (${number}, ${cart.guid}, ${cart.voucherId}, ${model.channel.id}, ${cart.language}, ${now},
        ${changeableUntil}, ${total}, ${points}, ${cents}, ${captured}, ${payment?.key ?? null},
        ${sql.json(cart.person)}, ${sql.json(delivery)})`,
    sql<{ id: string }[]>`
      insert into mail (template, subject_id, channel_id, language, recipient)
      values ('order-confirmation', ${number}, ${model.channel.id}, ${cart.language}, ${cart.person.email})
      returning id`,
    sql`insert into order_line ${sql(lines.map((line) => ({ ...line, order_number: number })))}`,
    sql`insert into order_event (order_number, type, at) values (${number}, 'placed', ${now})`,
    sql`update cart set state = 'ordered', changed_at = ${now} where guid = ${cart.guid}`,
    sql`insert into cart (voucher_id, language) values (${cart.voucherId}, ${cart.language})`,
    ...(payment
      ? [
          sql`
            update payment set outcome = 'ordered', state = 'paid', order_number = ${number},
              settled_at = ${now}, next_look_at = null where key = ${payment.key}`,
          sql`delete from stock_reservation where payment_key = ${payment.key}`,
        ]
      : []),
    tell(sql, 'voucher', String(cart.voucherId)),
  ])
  await takeStock(sql, lines, number, now)
  const mailId = mail?.[0]?.id
  await shop.jobs.send(sql, [
    ...(mailId ? [{ name: 'send-mail' as const, data: { id: mailId } }] : []),
    { name: 'release-order' as const, data: { number }, startAfter: changeableUntil },
  ])
  return number
}

async function spendPoints(
  sql: Transaction,
  spend: { cart: CartRow; points: number; payment: Payment | null; now: Date },
) {
  const { cart, points, payment, now } = spend
  const [row] = await sql<{ number: string; capture_id: number | null }[]>`
    select number, capture_id from spend_points(
      ${cart.voucherId}, ${points}, ${payment?.reservation_id ?? null}, ${cart.guid}, ${now})`
  if (!row) throw new Error('the ledger did not answer')
  return { number: row.number, captured: row.capture_id }
}

/** In the order of the skus, as everybody locks shelves, so that two orders never wait in a circle. */
async function takeStock(sql: Transaction, lines: NewLine[], number: string, at: Date) {
  const taken = new Map<string, number>()
  for (const line of lines) {
    if (line.took_stock) taken.set(line.sku, (taken.get(line.sku) ?? 0) + line.quantity)
  }
  if (taken.size === 0) return
  const moves = [...taken]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sku, quantity]) => ({
      sku,
      quantity: -quantity,
      reason: 'order',
      order_number: number,
      at,
    }))
  await sql`insert into stock_move ${sql(moves)}`
}

/** Locks the shelves of a cart and answers what really lies on them now. */
export async function lockStock(sql: Transaction, cart: CartRow): Promise<CartRow> {
  const skus = [
    ...new Set(cart.lines.filter((line) => line.inStock !== null).map((line) => line.sku)),
  ]
  if (skus.length === 0) return cart
  const rows = await sql<{ sku: string; available: number }[]>`
    select sku, on_hand - reserved + coalesce((
        select quantity from stock_reservation r where r.payment_key = ${cart.payment?.key ?? null} and r.sku = stock.sku
      ), 0) as available
    from stock where sku in ${sql(skus)} order by sku for update of stock`
  const available = new Map(rows.map((row) => [row.sku, row.available]))
  return {
    ...cart,
    lines: cart.lines.map((line) => ({
      ...line,
      inStock: available.get(line.sku) ?? line.inStock,
    })),
  }
}
