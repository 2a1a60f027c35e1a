import type { FastifyInstance } from 'fastify'

import { exactFit } from '#contract/catalog/catalog.shop.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answer } from '#server/http/response-body.ts'
import { findCart } from '#server/modules/cart/cart.sql.ts'
import { exactFitOffers } from '#server/modules/catalog/exact-fit-gifts.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function exactFitGiftRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, exactFit, handleExactFit(shop))
}

const handleExactFit =
  (shop: Pick<Shop, 'sql' | 'config' | 'models'>) =>
  async ({ language }: ParsedInput<typeof exactFit>, { request, holder }: HolderCaller) => {
    const [model, cart] = await Promise.all([
      channelOf(shop, request, holder, {}),
      findCart(shop.sql, holder.voucherId, null),
    ])
    const inCart = new Map<string, number>()
    for (const { spliId, quantity } of cart?.lines ?? []) {
      inCart.set(spliId, (inCart.get(spliId) ?? 0) + quantity)
    }
    const available = cart?.available ?? holder.available
    const pointsLeft = available - orderPoints(cart?.lines ?? [])
    return answer(exactFitOffers(languageIn(model, language), { pointsLeft, inCart }))
  }
