import { lockOrder } from '#server/modules/orders/order.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { moveByParcels } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'

/** So many a night: what an older shop left behind is through after some. */
const A_NIGHT = 1000

/**
 * Orders that are still on their way although all of their parcels have come: their carriers had spoken before the shop
 * knew what follows. They end by the rule that any parcel's word ends them by now, or go on waiting for the warehouse's.
 * Those that cannot end stay among them: each night takes others first, so that none is always behind them. Answers how many
 * have ended.
 */
export async function settleParcels({ sql }: Shop): Promise<number> {
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
