import { lockOrder } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { moveByParcels } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'

const ORDERS_PER_NIGHT = 1000

/**
 * Marks orders as delivered that are still in transit although all of their parcels have arrived, because older versions
 * ignored the reports of carriers. Some orders must wait for the warehouse. A different selection each night prevents
 * them from blocking the others. Returns the number of delivered orders.
 */
export async function deliverArrivedOrders({ sql }: Pick<Shop, 'sql'>): Promise<number> {
  const orders = await sql<{ number: string; rounds: number[] }[]>`
    select number, array_agg(distinct round) as rounds
    from orders join parcel on parcel.order_number = number and parcel.month = orders.month
    where orders.state = 'shipped' and parcel.state in ('sent', 'delivered')
    group by number having bool_and(parcel.state = 'delivered')
    order by hashtext(number || current_date) limit ${ORDERS_PER_NIGHT}`
  let delivered = 0
  for (const { number, rounds } of orders) {
    delivered += await sql.begin(async (sql) => {
      const order = await lockOrder(sql, number)
      if (order?.state !== 'shipped') return 0
      for (const round of rounds) await moveByParcels(sql, number, round)
      return (await sql`select from orders where number = ${number} and state = 'delivered'`).count
    })
  }
  return delivered
}
