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

  serve(app, shop, changeCart, handleChangeCart(shop), { remembered: true })

  serve(app, shop, saveAddress, handleSaveAddress(shop))

  for (const endpoint of [deliveryMethods, shippingOptions] as const) {
    serve(app, shop, endpoint, handleOfferedDelivery(shop))
  }

  serve(app, shop, chooseDelivery, handleChooseDelivery(shop))
}

/** Runs in the transaction that changed the cart, if there is one. */
async function shown(
  shop: Pick<Shop, 'sql' | 'config' | 'ports'>,
  cart: CartRow,
  holder: Holder,
  model: ChannelModel,
  language: string | undefined,
  { touched = null, sql = shop.sql }: { touched?: number | null; sql?: Queries } = {},
) {
  const gone = cart.lines.flatMap(({ spliId }) => (model.offers.has(spliId) ? [] : spliId))
  return cartAnswer(
    cart,
    languageIn(model, language ?? cart.language),
    shop.config,
    cartVoucher(holder, model.channel, shop.ports.clock.now()),
    touched,
    gone.length > 0 ? await withdrawnOffers(sql, model.channel.id, gone) : undefined,
  )
}

const handleOfferedDelivery =
  (shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'models'>) =>
  async (ask: ParsedInput<typeof deliveryMethods>, { holder }: HolderCaller) => {
    const offered = await offerDelivery(
      shop,
      await channelOfHolder(shop, holder),
      holder.voucherId,
      ask,
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
      return answer(await shown(shop, nobodysCart(holder), holder, model, language))
    let cart = await findCart(sql, holder.voucherId, cart_guid)
    if (!cart && !cart_guid) {
      const { guid } = await openCart(sql, holder.voucherId, model.channel.defaultLanguage)
      cart = await findCart(sql, holder.voucherId, guid)
    }
    return cart ? answer(await shown(shop, cart, holder, model, language)) : refuse('no-such-cart')
  }
}

const handleChangeCart =
  (shop: Shop) =>
  async (ask: ParsedInput<typeof changeCart>, { holder, sql }: HolderCaller) => {
    if (!ask.spli_id && !ask.shopping_cart_item) {
      return refuse('invalid-input', { field: 'spli_id', message: 'spli_id: is required' })
    }
    const [model, changed] = await Promise.all([
      channelOfHolder(shop, holder),
      changeCartLine(shop, sql, {
        voucherId: holder.voucherId,
        guid: ask.cart_guid ?? null,
        spliId: ask.spli_id ?? null,
        line: ask.shopping_cart_item,
        quantity: ask.quantity,
        newLine: ask.force_new_line,
      }),
    ])
    if (refused(changed)) return changed
    const cart = await shown(shop, changed, holder, model, ask.language, {
      touched: changed.touched,
      sql,
    })
    const touched = String(changed.touched)
    return answer({
      ...cart,
      shopping_cart_item: cart.shopping_cart_items.find((item) => item.id === touched) ?? null,
    })
  }

const handleSaveAddress =
  (shop: Shop) =>
  async (ask: ParsedInput<typeof saveAddress>, { holder }: HolderCaller) => {
    const model = await channelOfHolder(shop, holder)
    const cart = await saveContactAndAddress(shop, model.channel, holder.voucherId, ask)
    return refused(cart) ? cart : answer(await shown(shop, cart, holder, model, ask.language))
  }

const handleChooseDelivery =
  (shop: Shop) =>
  async (ask: ParsedInput<typeof chooseDelivery>, { holder }: HolderCaller) => {
    const cart = await pickDelivery(shop, holder.voucherId, ask.cart_guid ?? null, ask)
    return refused(cart)
      ? cart
      : answer(await shown(shop, cart, holder, await channelOfHolder(shop, holder), ask.language))
  }

/** The cart of a preview: empty and never stored. */
const nobodysCart = ({ voucherId, channelId, available, language }: PreviewHolder): CartRow => ({
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
