import { orderPoints } from '#domain/cart/cart-rules.ts'
import type { Language } from '#domain/language.ts'
import { dueCents, pointsPaid } from '#domain/vouchers/points.ts'
import { orderUndoUntil } from '#domain/orders/undo-window.ts'
import { deliveryOf } from '#server/modules/cart/cart-response.ts'
import type { CartRow } from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { newLines } from '#server/modules/checkout/placement/order-line-texts.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Payment } from '#server/modules/payments/payment.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export type PlacedOrder = {
  number: string
  /** The new empty cart that replaces the ordered one. */
  nextCart: string
  /** The remaining points. */
  available: number
}

type PlacedRow = { new_number: string; next_cart: string; points_left: number }

/**
 * Places the order of a cart, completely or not at all. The caller holds the locks of balance and cart, has read the
 * cart under them and checked the rules; database constraints catch what the rules missed.
 */
export async function placeOrder(
  shop: Shop,
  sql: Transaction,
  { cart, model, payment }: { cart: CartRow; model: ChannelModel; payment: Payment | null },
): Promise<PlacedOrder> {
  const { now, until, total, delivery, lines } = orderOf(shop, cart, model)
  const points = payment ? payment.points : pointsPaid(total, cart.available)
  const cents = payment ? payment.cents : dueCents(total, cart.available)
  const [row] = await sql<PlacedRow[]>`
    with placed as materialized (
      select * from place_order(
        ${cart.guid}, ${model.channel.id}, ${cart.language}, ${now}, ${until}, ${total},
        ${points}, ${cents}, ${payment?.key ?? null}, ${sql.json(cart.person)}, ${sql.json(delivery)}, ${sql.json(lines)})
    )
    select new_number, next_cart, points_left, send_jobs(order_jobs(new_number, new_mail, ${now}, ${until})) from placed`
  if (!row) throw new Error('place_order returned no row')
  return placedOrder(row)
}

/**
 * Places the order of a cart on points in one round trip. The cart was read without locks and is ready to order. If it
 * has changed since then, nothing is saved and undefined is returned.
 */
export async function placeIfUnchanged(
  shop: Shop,
  { cart, language, model }: { cart: CartRow; language: Language; model: ChannelModel },
): Promise<PlacedOrder | undefined> {
  const { sql } = shop
  const { now, until, total, delivery, lines } = orderOf(shop, cart, model)
  const [row] = await sql<(PlacedRow | { new_number: null })[]>`
    select new_number, next_cart, points_left from place_as_read(
      ${sql.json(cart)}, ${model.channel.id}, ${language}, ${now}, ${until}, ${total},
      ${pointsPaid(total, cart.available)}, ${sql.json(delivery)}, ${sql.json(lines)})`
  return row && row.new_number !== null ? placedOrder(row) : undefined
}

/** The data that an order takes over from its cart. */
function orderOf(shop: Pick<Shop, 'ports'>, cart: CartRow, model: ChannelModel) {
  const delivery = deliveryOf(cart, model)
  if (!delivery || !cart.person) throw new Error('order requires a recipient and an address')
  const now = shop.ports.clock.now()
  return {
    now,
    until: new Date(orderUndoUntil(now.getTime(), model.channel.undoMinutes)),
    total: orderPoints(
      cart.lines.map(({ pointsWhenAdded, quantity }) => ({ points: pointsWhenAdded, quantity })),
    ),
    delivery,
    lines: newLines(cart, model),
  }
}

const placedOrder = (row: PlacedRow): PlacedOrder => ({
  number: row.new_number,
  nextCart: row.next_cart,
  available: row.points_left,
})

/** Locks the stock levels of a cart and returns the cart with the current ones. */
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
