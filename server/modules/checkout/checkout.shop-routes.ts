import type { FastifyInstance } from 'fastify'

import { convertCart } from '#contract/cart.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { languageOf } from '#domain/language.ts'
import { convertPaidCart, convertWithPoints } from '#server/modules/checkout/convert-cart.ts'
import { channelOfHolder } from '#server/http/endpoint/request-channel.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answer } from '#server/http/response-body.ts'
import { findHolder } from '#server/modules/sessions/holders.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { openCart } from '#server/modules/cart/cart.sql.ts'

/** Turns a cart into an order. */
export function checkoutRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, convertCart, handleConvertCart(shop))
}

function handleConvertCart(shop: Shop) {
  const { sql } = shop
  return async (input: ParsedInput<typeof convertCart>, { holder }: HolderCaller) => {
    const { voucherId } = holder
    const conversion = {
      voucherId,
      guid: input.cart_guid ?? null,
      language: languageOf(input.language),
    }
    const converted =
      input.payment_method === 'MOL'
        ? await convertPaidCart(shop, conversion)
        : await convertWithPoints(shop, await channelOfHolder(shop, holder), conversion)
    if (refused(converted)) return converted

    const { number, nextCart, available } = converted
    if (nextCart !== undefined && available !== undefined) {
      return answer(orderedAnswer(number, { guid: nextCart, pieces: 0 }, available))
    }
    const [next, updatedHolder] = await Promise.all([
      openCart(sql, voucherId, holder.language || 'nl'),
      findHolder(sql, voucherId),
    ])
    return answer(orderedAnswer(number, next, updatedHolder?.available ?? 0))
  }
}

function orderedAnswer(number: string, next: { guid: string; pieces: number }, available: number) {
  return {
    order_number: number,
    shoppingcart: {
      cart_guid: next.guid,
      available_points: available,
      number_of_products: next.pieces,
    },
  }
}
