import { orderPoints } from '#domain/cart-rules.ts'
import { dueCents, pointsPaid } from '#domain/points.ts'
import { undoUntil } from '#domain/undo-window.ts'
import { deliveryOf } from '#server/cart/cart-answer.ts'
import type { CartRow } from '#server/books/cart-queries.ts'
import type { ChannelModel } from '#server/models/channel-model.ts'
import { newLines } from '#server/placing/order-words.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Payment } from '#server/books/payment-queries.ts'
import type { Shop } from '#server/door/shop.ts'

export type PlacedOrder = {
  number: string
  /** The empty cart that takes the place of the one that was ordered. */
  nextCart: string
  /** Points that are left. */
  available: number
}

type PlacedRow = { new_number: string; new_mail: string; next_cart: string; points_left: number }

/**
 * Makes the order of a cart, all of it or nothing. The caller holds the locks of purse and cart, has read the
 * cart under them and asked the rules; the database refuses what the rules should have.
 */
export async function placeOrder(
  shop: Shop,
  sql: Transaction,
  { cart, model, payment }: { cart: CartRow; model: ChannelModel; payment: Payment | null },
): Promise<PlacedOrder> {
  const delivery = deliveryOf(cart, model)
  if (!delivery || !cart.person) throw new Error('an order needs to know whom and where')
  const now = shop.ports.clock.now()
  const total = orderPoints(
    cart.lines.map(({ pointsWhenAdded, quantity }) => ({ points: pointsWhenAdded, quantity })),
  )
  const points = payment ? payment.points : pointsPaid(total, cart.available)
  const cents = payment ? payment.cents : dueCents(total, cart.available)
  const changeableUntil = new Date(undoUntil(now.getTime(), model.channel.undoMinutes))

  const [row] = await sql<PlacedRow[]>`
    select new_number, new_mail, next_cart, points_left from place_order(
      ${cart.guid}, ${model.channel.id}, ${cart.language}, ${now}, ${changeableUntil}, ${total},
      ${points}, ${cents}, ${payment?.key ?? null}, ${sql.json(cart.person)}, ${sql.json(delivery)},
      ${sql.json(newLines(cart, model))})`
  if (!row) throw new Error('place_order answered nothing')
  const number = row.new_number
  await shop.jobs.send(sql, [
    { name: 'send-mail', data: { id: row.new_mail } },
    { name: 'release-order', data: { number }, startAfter: changeableUntil },
  ])
  return { number, nextCart: row.next_cart, available: row.points_left }
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
