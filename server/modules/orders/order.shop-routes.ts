import type { FastifyInstance } from 'fastify'

import { earlierDetails } from '#contract/checkout.shop.ts'
import { actedFor, giver, order, orders } from '#contract/orders/orders.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { answer } from '#server/http/response-body.ts'
import { findEarlierDetails } from '#server/modules/orders/earlier-details.sql.ts'
import { findSender } from '#server/modules/orders/order-sender.sql.ts'
import { listImpersonations } from '#server/modules/orders/impersonation.sql.ts'
import { wireOrder } from '#server/modules/orders/order-response.ts'
import { listOrdersOfVoucher, findOwnOrder } from '#server/modules/orders/order.sql.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function orderRoutes(app: FastifyInstance, shop: Shop) {
  const { sql } = shop

  serve(app, shop, orders, handleOrders(shop))

  serve(app, shop, giver, async (_, { holder }) => answer(await findSender(sql, holder.voucherId)))

  serve(app, shop, actedFor, async (_, { holder }) =>
    answer(await listImpersonations(sql, holder.voucherId)),
  )

  serve(app, shop, earlierDetails, async (_, { holder }) =>
    answer(await findEarlierDetails(sql, holder.voucherId)),
  )

  serve(app, shop, order, handleOrder(shop))
}

const handleOrders =
  ({ sql, ports, config }: Pick<Shop, 'sql' | 'ports' | 'config'>) =>
  async (_: ParsedInput<typeof orders>, { holder }: HolderCaller) => {
    const rows = await listOrdersOfVoucher(sql, holder.voucherId)
    const now = ports.clock.now()
    return answer(rows.map((row) => wireOrder(row, now, config.GIFTPOINT_PEPPER)))
  }

const handleOrder =
  ({ sql, ports, config }: Pick<Shop, 'sql' | 'ports' | 'config'>) =>
  async ({ order_number }: ParsedInput<typeof order>, { holder }: HolderCaller) => {
    const found = await findOwnOrder(sql, order_number, holder.voucherId)
    return found
      ? answer(wireOrder(found, ports.clock.now(), config.GIFTPOINT_PEPPER))
      : refuse('no-such-order')
  }

export const ownOrder = ({ order_number }: { order_number: string }, { voucherId }: Holder) => ({
  number: order_number,
  voucherId,
})
