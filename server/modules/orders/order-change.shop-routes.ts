import type { FastifyInstance } from 'fastify'

import {
  cancelOrder as cancelCall,
  changeOrderAddress,
  changeOrderDelivery,
  orderDeliveryMethods,
  reopenOrder as reopenCall,
} from '#contract/orders/order-changes.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { answer, succeed } from '#server/http/response-body.ts'
import { cartAnswer, cartVoucher } from '#server/modules/cart/cart-response.ts'
import { channelOfHolder, languageIn } from '#server/http/endpoint/request-channel.ts'
import {
  changeAddress,
  changeDelivery,
  offerOrderDelivery,
} from '#server/modules/orders/change-order.ts'
import { wireOrder } from '#server/modules/orders/order-response.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { ownOrder } from '#server/modules/orders/order.shop-routes.ts'
import { reopenOrder } from '#server/modules/orders/restore-cart-from-order.ts'
import { cancelOrder } from '#server/modules/orders/cancel-order.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Changes that a recipient can make to an order until it is submitted. */
export function orderChangeRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, cancelCall, handleCancelCall(shop))

  serve(app, shop, reopenCall, handleReopenCall(shop))

  serve(app, shop, changeOrderAddress, handleChangeOrderAddress(shop))

  serve(app, shop, orderDeliveryMethods, handleOrderDeliveryMethods(shop))

  serve(app, shop, changeOrderDelivery, handleChangeOrderDelivery(shop))
}

const shown = <Code extends string>(
  { ports, config }: Pick<Shop, 'ports' | 'config'>,
  order: OrderRow | Refusal<Code>,
) => (refused(order) ? order : answer(wireOrder(order, ports.clock.now(), config.GIFTPOINT_PEPPER)))

const handleCancelCall =
  (shop: Shop) =>
  async (ask: ParsedInput<typeof cancelCall>, { holder }: HolderCaller) =>
    shown(shop, await cancelOrder(shop, ownOrder(ask, holder)))

const handleChangeOrderAddress =
  (shop: Shop) =>
  async (ask: ParsedInput<typeof changeOrderAddress>, { holder }: HolderCaller) =>
    shown(
      shop,
      await changeAddress(shop, await channelOfHolder(shop, holder), ownOrder(ask, holder), ask),
    )

const handleChangeOrderDelivery =
  (shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config'>) =>
  async (ask: ParsedInput<typeof changeOrderDelivery>, { holder }: HolderCaller) =>
    shown(shop, await changeDelivery(shop, ownOrder(ask, holder), ask))

function handleReopenCall(shop: Shop) {
  const { ports, config } = shop
  return async (ask: ParsedInput<typeof reopenCall>, { holder }: HolderCaller) => {
    const model = await channelOfHolder(shop, holder)
    const reopened = await reopenOrder(shop, model, ownOrder(ask, holder))
    if (refused(reopened)) return reopened
    const { cart, leftOut } = reopened
    const words = languageIn(model, ask.language ?? cart.language)
    return answer({
      ...cartAnswer(cart, words, config, cartVoucher(holder, model.channel, ports.clock.now())),
      left_out: leftOut.map(({ spliId, name, quantity }) => ({ spli_id: spliId, name, quantity })),
    })
  }
}

const handleOrderDeliveryMethods =
  (shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'models'>) =>
  async (ask: ParsedInput<typeof orderDeliveryMethods>, { holder }: HolderCaller) => {
    const model = await channelOfHolder(shop, holder)
    const offered = await offerOrderDelivery(shop, model, ownOrder(ask, holder), ask)
    if (refused(offered)) return offered
    return succeed({ Timeframes: offered.timeframes, fallback: offered.fallback })
  }
