import type { FastifyInstance } from 'fastify'

import {
  changeCart,
  chooseDelivery,
  deliveryMethods,
  readCart,
  saveAddress,
  shippingOptions,
} from '#contract/cart.shop.ts'
import { refuse, refused } from '#contract/shared/refusals.shop.ts'
import { DEFAULT_LANGUAGE, languageOf } from '#domain/language.ts'
import { answer, succeed } from '#server/http/response-body.ts'
import { cartAnswer, cartVoucher } from '#server/modules/cart/cart-response.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { type CartRow, findCart, openCart } from '#server/modules/cart/cart.sql.ts'
import { changeCartLine } from '#server/modules/cart/change-cart.ts'
import { offerDelivery, pickDelivery } from '#server/modules/cart/choose-delivery.ts'
import { saveContactAndAddress } from '#server/modules/cart/save-address.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { channelOfHolder, languageIn } from '#server/http/endpoint/request-channel.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  isPreview,
  PREVIEW_CART,
  type PreviewHolder,
} from '#server/http/endpoint/preview-holder.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import { withdrawnOffers } from '#server/modules/wishlist/wishlist.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function cartRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, readCart, handleReadCart(shop))

  serve(app, shop, changeCart, handleChangeCart(shop), { idempotent: true })

  serve(app, shop, saveAddress, handleSaveAddress(shop))

  for (const endpoint of [deliveryMethods, shippingOptions] as const) {
    serve(app, shop, endpoint, handleOfferedDelivery(shop))
  }

  serve(app, shop, chooseDelivery, handleChooseDelivery(shop))
}

/** The answer for a cart. Pass the transaction that changed the cart, if there is one. */
async function cartOfHolder(
  shop: Pick<Shop, 'sql' | 'config' | 'ports'>,
  cart: CartRow,
  holder: Holder,
  model: ChannelModel,
  language: string | undefined,
  { changedLine = null, sql = shop.sql }: { changedLine?: number | null; sql?: Queries } = {},
) {
  const withdrawn = cart.lines.flatMap(({ spliId }) => (model.offers.has(spliId) ? [] : spliId))
  return cartAnswer(
    cart,
    languageIn(model, language ?? cart.language),
    shop.config,
    cartVoucher(holder, model.channel, shop.ports.clock.now()),
    changedLine,
    withdrawn.length > 0 ? await withdrawnOffers(sql, model.channel.id, withdrawn) : undefined,
  )
}

const handleOfferedDelivery =
  (shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'models'>) =>
  async (input: ParsedInput<typeof deliveryMethods>, { holder }: HolderCaller) => {
    const offered = await offerDelivery(
      shop,
      await channelOfHolder(shop, holder),
      holder.voucherId,
      input,
    )
    return refused(offered) ? offered : succeed(offered)
  }

function handleReadCart(shop: Pick<Shop, 'sql' | 'ports' | 'config' | 'models'>) {
  const { sql } = shop
  return async (
    { cart_guid, language }: ParsedInput<typeof readCart>,
    { holder }: HolderCaller,
  ) => {
    const model = await channelOfHolder(shop, holder)
    if (isPreview(holder))
      return answer(await cartOfHolder(shop, previewCart(holder), holder, model, language))
    let cart = await findCart(sql, holder.voucherId, cart_guid)
    if (!cart && !cart_guid) {
      const { guid } = await openCart(sql, holder.voucherId, model.channel.defaultLanguage)
      cart = await findCart(sql, holder.voucherId, guid)
    }
    return cart
      ? answer(await cartOfHolder(shop, cart, holder, model, language))
      : refuse('no-such-cart')
  }
}

const handleChangeCart =
  (shop: Shop) =>
  async (input: ParsedInput<typeof changeCart>, { holder, sql }: HolderCaller) => {
    if (!input.spli_id && !input.shopping_cart_item) {
      return refuse('invalid-input', { field: 'spli_id', message: 'spli_id: is required' })
    }
    const [model, changed] = await Promise.all([
      channelOfHolder(shop, holder),
      changeCartLine(shop, sql, {
        voucherId: holder.voucherId,
        guid: input.cart_guid ?? null,
        spliId: input.spli_id ?? null,
        line: input.shopping_cart_item,
        quantity: input.quantity,
        newLine: input.force_new_line,
      }),
    ])
    if (refused(changed)) return changed
    const cart = await cartOfHolder(shop, changed, holder, model, input.language, {
      changedLine: changed.touched,
      sql,
    })
    const changedId = String(changed.touched)
    return answer({
      ...cart,
      shopping_cart_item: cart.shopping_cart_items.find((item) => item.id === changedId) ?? null,
    })
  }

const handleSaveAddress =
  (shop: Shop) =>
  async (input: ParsedInput<typeof saveAddress>, { holder }: HolderCaller) => {
    const model = await channelOfHolder(shop, holder)
    const cart = await saveContactAndAddress(shop, model.channel, holder.voucherId, input)
    return refused(cart)
      ? cart
      : answer(await cartOfHolder(shop, cart, holder, model, input.language))
  }

const handleChooseDelivery =
  (shop: Shop) =>
  async (input: ParsedInput<typeof chooseDelivery>, { holder }: HolderCaller) => {
    const cart = await pickDelivery(shop, holder.voucherId, input.cart_guid ?? null, input)
    return refused(cart)
      ? cart
      : answer(
          await cartOfHolder(
            shop,
            cart,
            holder,
            await channelOfHolder(shop, holder),
            input.language,
          ),
        )
  }

/** The cart of a preview: empty and never stored. */
const previewCart = ({ voucherId, channelId, available, language }: PreviewHolder): CartRow => ({
  guid: PREVIEW_CART,
  state: 'open',
  version: 0,
  language: languageOf(language) ?? DEFAULT_LANGUAGE,
  person: null,
  delivery: null,
  consented: false,
  voucherId,
  channelId,
  available,
  orderNumber: null,
  payment: null,
  lines: [],
})
