import type { FastifyInstance } from 'fastify'

import { type Order, order, orders } from '#contract/order-api.ts'
import { refuse } from '#contract/refusal.ts'
import { answer } from '#server/answers.ts'
import { deliveryChoice, personalData } from '#server/cart/cart-answer.ts'
import {
  allOrdersOf,
  findOrder,
  type OrderLine,
  type OrderRow,
} from '#server/orders/order-queries.ts'
import { serve } from '#server/serve.ts'
import type { Shop } from '#server/shop.ts'

export function orderRoutes(app: FastifyInstance, shop: Shop) {
  const { sql, ports } = shop

  serve(app, shop, orders, async (_, { holder }) => {
    const found = await allOrdersOf(sql, holder.voucherId)
    const now = ports.clock.now()
    return answer(found.map((row) => wireOrder(row, now)))
  })

  serve(app, shop, order, async ({ order_number }, { holder }) => {
    const found = await findOrder(sql, order_number)
    if (found?.voucherId !== holder.voucherId) return refuse('no-such-order')
    return answer(wireOrder(found, ports.clock.now()))
  })
}

function wireOrder(row: OrderRow, now: Date): Order {
  const changeable = row.state === 'placed' && now < row.changeableUntil
  return {
    order_number: row.number,
    state: row.state,
    placed_at: row.placedAt.toISOString(),
    changeable_until: changeable ? row.changeableUntil.toISOString() : null,
    items: row.lines.map((line) => wireLine(line, row)),
    delivery: deliveryChoice(row.delivery),
    personal_data: personalData(row.person, row.delivery),
    total_points: row.totalPoints,
    points_paid: row.pointsPaid,
    cents_paid: row.centsPaid,
    points_refunded: row.pointsRefunded,
    cents_refunded: row.centsRefunded,
    payment_method: row.centsPaid > 0 ? 'MOL' : 'FC',
    events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    available_points: row.available,
  }
}

function wireLine(line: OrderLine, { number, parcels }: OrderRow): Order['items'][number] {
  // Parcels are the warehouse's; suppliers tell of theirs, if at all, by themselves.
  const inParcel = line.deliveryCondition === 'monta' && line.state !== 'cancelled'
  return {
    shopping_cart_item: `${number}-${line.line}`,
    spli_id: line.spliId,
    scp: line.sku,
    name: line.name,
    brand: line.brand,
    points: line.points,
    quantity: line.quantity,
    media: line.picture,
    delivery_info: line.deliveryInfo,
    delivery_condition: line.deliveryCondition,
    state: line.state,
    tracking: inParcel ? parcels : [],
  }
}
