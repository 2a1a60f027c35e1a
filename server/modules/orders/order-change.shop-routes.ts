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

const orderAnswer = <Code extends string>(
  { ports, config }: Pick<Shop, 'ports' | 'config'>,
  order: OrderRow | Refusal<Code>,
) => (refused(order) ? order : answer(wireOrder(order, ports.clock.now(), config.GIFTPOINT_PEPPER)))

const handleCancelCall =
  (shop: Shop) =>
  async (input: ParsedInput<typeof cancelCall>, { holder }: HolderCaller) =>
    orderAnswer(shop, await cancelOrder(shop, ownOrder(input, holder)))

const handleChangeOrderAddress =
  (shop: Shop) =>
  async (input: ParsedInput<typeof changeOrderAddress>, { holder }: HolderCaller) =>
    orderAnswer(
      shop,
      await changeAddress(
        shop,
        await channelOfHolder(shop, holder),
        ownOrder(input, holder),
        input,
      ),
    )

const handleChangeOrderDelivery =
  (shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config'>) =>
  async (input: ParsedInput<typeof changeOrderDelivery>, { holder }: HolderCaller) =>
    orderAnswer(shop, await changeDelivery(shop, ownOrder(input, holder), input))

function handleReopenCall(shop: Shop) {
  const { ports, config } = shop
  return async (input: ParsedInput<typeof reopenCall>, { holder }: HolderCaller) => {
    const model = await channelOfHolder(shop, holder)
    const reopened = await reopenOrder(shop, model, ownOrder(input, holder))
    if (refused(reopened)) return reopened
    const { cart, leftOut } = reopened
    const texts = languageIn(model, input.language ?? cart.language)
    return answer({
      ...cartAnswer(cart, texts, config, cartVoucher(holder, model.channel, ports.clock.now())),
      left_out: leftOut.map(({ spliId, name, quantity }) => ({ spli_id: spliId, name, quantity })),
    })
  }
}

const handleOrderDeliveryMethods =
  (shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'models'>) =>
  async (input: ParsedInput<typeof orderDeliveryMethods>, { holder }: HolderCaller) => {
    const model = await channelOfHolder(shop, holder)
    const offered = await offerOrderDelivery(shop, model, ownOrder(input, holder), input)
    if (refused(offered)) return offered
    return succeed({ Timeframes: offered.timeframes, fallback: offered.fallback })
  }
