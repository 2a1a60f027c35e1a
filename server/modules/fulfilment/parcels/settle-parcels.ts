import { lockOrder } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { moveByParcels } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'

/** Orders per night. */
const A_NIGHT = 1000

/**
 * Ends orders that are still in transit although all of their parcels have arrived: their carriers reported before
 * the shop had this rule. Orders that cannot end by it wait for the warehouse. A different selection each night
 * ensures that these do not block the others. Returns the number ended.
 */
export async function settleParcels({ sql }: Pick<Shop, 'sql'>): Promise<number> {
  const waiting = await sql<{ number: string; rounds: number[] }[]>`
    select number, array_agg(distinct round) as rounds
    from orders join parcel on parcel.order_number = number and parcel.month = orders.month
    where orders.state = 'shipped' and parcel.state in ('sent', 'delivered')
    group by number having bool_and(parcel.state = 'delivered')
    order by hashtext(number || current_date) limit ${A_NIGHT}`
  let ended = 0
  for (const { number, rounds } of waiting) {
    ended += await sql.begin(async (sql) => {
      const order = await lockOrder(sql, number)
      if (order?.state !== 'shipped') return 0
      for (const round of rounds) await moveByParcels(sql, number, round)
      return (await sql`select from orders where number = ${number} and state = 'delivered'`).count
    })
  }
  return ended
}
