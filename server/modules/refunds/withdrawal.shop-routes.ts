import type { FastifyInstance } from 'fastify'

import { withdrawOrder } from '#contract/orders/orders.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answer } from '#server/http/response-body.ts'
import { wireOrder, wireWithdrawal } from '#server/modules/orders/order-response.ts'
import { ownOrder } from '#server/modules/orders/order.shop-routes.ts'
import { withdraw } from '#server/modules/refunds/withdraw-order.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function withdrawalRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, withdrawOrder, handleWithdrawOrder(shop))
}

function handleWithdrawOrder(shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config'>) {
  const { ports, config } = shop
  return async (input: ParsedInput<typeof withdrawOrder>, { holder }: HolderCaller) => {
    const withdrawn = await withdraw(shop, ownOrder(input, holder), input)
    if (refused(withdrawn)) return withdrawn
    const { order, withdrawal } = withdrawn
    return answer({
      receipt: wireWithdrawal(withdrawal, order),
      order: wireOrder(order, ports.clock.now(), config.GIFTPOINT_PEPPER),
    })
  }
}
