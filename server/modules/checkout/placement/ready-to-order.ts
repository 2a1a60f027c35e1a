import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { deliveryProblem } from '#domain/fulfilment/delivery.ts'
import {
  deliveryOf,
  problemsOf,
  ruleLines,
  wireProblem,
} from '#server/modules/cart/cart-response.ts'
import type { CartRow } from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'

export type NotReady =
  | 'voucher-expired'
  | 'cart-empty'
  | 'use-all-points'
  | 'points-limit-exceeded'
  | 'sold-out'
  | 'not-enough-stock'
  | 'no-longer-offered'
  | 'points-changed'
  | 'personal-data-missing'
  | 'delivery-missing'
  | 'delivery-not-allowed'

/** Returns why this cart cannot be ordered or paid now. Order and payment both call it under their locks. */
export function notReady(
  cart: CartRow,
  model: ChannelModel,
  ruleCChannel: string,
): Refusal<NotReady> | undefined {
  const problems = problemsOf(cart, model, ruleCChannel)
  const [first] = problems
  if (first) {
    return refuse(first.code, { message: first.message, problems: problems.map(wireProblem) })
  }
  if (!cart.person) return refuse('personal-data-missing')
  const problem = deliveryProblem(deliveryOf(cart, model), {
    homeDeliveryAllowed: model.channel.homeDeliveryAllowed,
    conditions: ruleLines(cart, model).map((line) => line.delivery),
    // Checked on our own pages: not every client has a field for it in the call that saves the address.
    consent: true,
  })
  if (problem === 'delivery-not-allowed') return refuse('delivery-not-allowed')
  return problem ? refuse('delivery-missing') : undefined
}
