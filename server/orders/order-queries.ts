import type { Delivery, DeliveryCondition } from '#domain/delivery.ts'
import type { Language } from '#domain/language.ts'
import type { OrderState } from '#domain/order-state.ts'
import type { Person } from '#server/cart/cart-queries.ts'
import type { Queries } from '#server/db/database.ts'

export type OrderLine = {
  line: number
  spliId: string
  sku: string
  name: string
  brand: string
  brandId: string
  picture: string
  deliveryInfo: string
  deliveryCondition: DeliveryCondition
  points: number
  quantity: number
  state: OrderState
}

export type Parcel = { code: string; link: string | null; carrier: string }

export type OrderRow = {
  number: string
  voucherId: number
  channelId: string
  language: Language
  state: OrderState
  placedAt: Date
  changeableUntil: Date
  totalPoints: number
  pointsPaid: number
  centsPaid: number
  pointsRefunded: number
  centsRefunded: number
  person: Person
  delivery: Delivery
  /** Asked for digital gifts at once, knowing what that costs the right of withdrawal. */
  consented: boolean
  /** What the voucher has left now. */
  available: number
  lines: OrderLine[]
  events: { at: string; type: string; description: string }[]
  parcels: Parcel[]
}

/** By number or by holder, newest first: whole orders in one question. */
async function readOrders(
  sql: Queries,
  { number = null, voucherId = null }: { number?: string | null; voucherId?: number | null },
): Promise<OrderRow[]> {
  return sql<OrderRow[]>`
    select orders.number, orders.voucher_id as "voucherId", channel_id as "channelId",
      orders.language, orders.state, placed_at as "placedAt", changeable_until as "changeableUntil",
      total_points as "totalPoints", points_paid as "pointsPaid", cents_paid as "centsPaid",
      orders.person, orders.delivery, available, consented_at is not null as consented,
      (select coalesce(sum(points), 0)::integer from ledger
        where kind = 'refund' and ends_id = orders.capture_id) as "pointsRefunded",
      (select coalesce(sum(cents), 0)::integer from refund
        where refund.payment_key = orders.payment_key and refund.state <> 'failed')
        as "centsRefunded",
      (select jsonb_agg(jsonb_build_object(
          'line', line, 'spliId', spli_id, 'sku', sku, 'name', name, 'brand', brand,
          'brandId', product.brand_id, 'picture', picture, 'deliveryInfo', delivery_info,
          'deliveryCondition', order_line.delivery_condition, 'points', points,
          'quantity', quantity, 'state', state) order by line)
        from order_line join article using (sku) join product on product.id = product_id
        where order_number = orders.number) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'at', at, 'type', type, 'description', description) order by at, id), '[]')
        from order_event where order_number = orders.number) as events,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'code', code, 'link', link, 'carrier', carrier) order by code), '[]')
        from parcel where order_number = orders.number) as parcels
    from orders
      join purse on purse.voucher_id = orders.voucher_id
      join cart on cart.guid = orders.cart_guid
    where ${number === null ? sql`orders.voucher_id = ${voucherId}` : sql`number = ${number}`}
    order by placed_at desc, number desc`
}

export function allOrdersOf(sql: Queries, voucherId: number): Promise<OrderRow[]> {
  return readOrders(sql, { voucherId })
}

export async function findOrder(sql: Queries, number: string): Promise<OrderRow | undefined> {
  const [order] = await readOrders(sql, { number })
  return order
}

/**
 * The order as it is once nobody else is changing it. Others may still add events meanwhile: those only
 * need the order to stay, which this lock allows.
 */
export async function lockOrder(sql: Queries, number: string): Promise<OrderRow | undefined> {
  await sql`select from orders where number = ${number} for no key update`
  return findOrder(sql, number)
}

export async function saveEvent(
  sql: Queries,
  event: { number: string; type: string; description?: string; sourceId?: string; at: Date },
): Promise<boolean> {
  const { number, type, description = '', sourceId = null, at } = event
  const saved = await sql`
    insert into order_event (order_number, type, description, source_id, at)
    values (${number}, ${type}, ${description}, ${sourceId}, ${at})
    on conflict (source_id) do nothing returning id`
  return saved.count > 0
}

export async function saveOrderState(sql: Queries, number: string, state: OrderState) {
  await sql`update orders set state = ${state} where number = ${number}`
}

export async function saveLineStates(
  sql: Queries,
  number: string,
  lines: number[],
  state: OrderState,
) {
  if (lines.length === 0) return
  await sql`
    update order_line set state = ${state}
    where order_number = ${number} and line in ${sql(lines)}`
}
