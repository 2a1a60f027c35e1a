import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { addWish, removeWish, wishlist } from '#contract/wishlist.shop.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import { isVouchersCode } from '#server/modules/vouchers/voucher.sql.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { answer, succeed } from '#server/http/response-body.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import {
  firstPicture,
  type LocalizedCatalog,
} from '#server/modules/catalog/read-model/localized-catalog.ts'
import { stockText } from '#server/modules/catalog/read-model/stock-texts.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { type HolderCaller, serve } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  listWishlistItems,
  deleteWishlistItem,
  withdrawnOffers,
  addWishlistItem,
  type WishlistRow,
} from '#server/modules/wishlist/wishlist.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type Wishlist = z.output<typeof wishlist.answer>['response'][number]

/** One list per voucher. The token determines the list; code and id are only checked against it. */
export function wishlistRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, wishlist, handleWishlist(shop))

  serve(app, shop, addWish, handleAddWish(shop))

  serve(app, shop, removeWish, handleRemoveWish(shop))
}

const handleWishlist =
  (shop: Pick<Shop, 'sql' | 'config' | 'models' | 'voucherKeys'>) =>
  async ({ encrypted_code, language }: ParsedInput<typeof wishlist>, caller: HolderCaller) => {
    if (await isForeignCode(shop, caller.holder, encrypted_code)) return refuse('not-your-code')
    const texts = await textsFor(shop, caller, language)
    const lists: Wishlist[] = [await wishlistOf(shop, caller.holder, texts)]
    return answer(lists)
  }

function handleAddWish(shop: Pick<Shop, 'sql' | 'ports' | 'config' | 'models' | 'voucherKeys'>) {
  const { sql, ports } = shop
  return async (input: ParsedInput<typeof addWish>, caller: HolderCaller) => {
    const { holder } = caller
    if (await isForeignCode(shop, holder, input.encrypted_code)) return refuse('not-your-code')
    if (input.wish_list && !listIds(shop, holder).includes(input.wish_list))
      return refuse('no-such-wishlist')
    const texts = await textsFor(shop, caller, input.language)
    const spliId = input.sales_pricelist_item
    if (!texts.channelModel.offers.has(spliId)) return refuse('no-such-gift')

    const { voucherId } = holder
    const listed = await addWishlistItem(sql, { voucherId, spliId, at: ports.clock.now() })
    return listed ? changedAnswer(shop, holder, texts) : refuse('wishlist-full')
  }
}

function handleRemoveWish(shop: Pick<Shop, 'sql' | 'config' | 'models' | 'voucherKeys'>) {
  return async (
    { item, wish_list, language }: ParsedInput<typeof removeWish>,
    caller: HolderCaller,
  ) => {
    const { holder } = caller
    if (!listIds(shop, holder).includes(wish_list)) return refuse('no-such-wishlist')
    const texts = await textsFor(shop, caller, language)
    await deleteWishlistItem(shop.sql, holder.voucherId, item)
    return changedAnswer(shop, holder, texts)
  }
}

async function changedAnswer(
  shop: Pick<Shop, 'sql' | 'voucherKeys'>,
  holder: Holder,
  texts: LocalizedCatalog,
) {
  const response = await wishlistOf(shop, holder, texts)
  const isEmpty = response.wishlistsitems.length === 0
  return succeed({ wish_list: isEmpty ? null : response.wish_list, response })
}

async function wishlistOf(
  shop: Pick<Shop, 'sql' | 'voucherKeys'>,
  holder: Holder,
  texts: LocalizedCatalog,
): Promise<Wishlist> {
  const model = texts.channelModel
  const items = await listWishlistItems(shop.sql, holder.voucherId)
  const withdrawnIds = items.map((item) => item.spli_id).filter((id) => !model.offers.has(id))
  const withdrawnById = await withdrawnOffers(shop.sql, model.channel.id, withdrawnIds)
  return {
    wish_list: listIds(shop, holder)[0] ?? '',
    wishlistsitems: items.flatMap((item) => {
      const offered = model.offers.get(item.spli_id)
      const offer = offered ?? withdrawnById.get(item.spli_id)
      return offer ? [wireItem(item, offer, texts, offered !== undefined)] : []
    }),
  }
}

async function textsFor(
  shop: Pick<Shop, 'config' | 'models'>,
  { request, holder }: HolderCaller,
  language: string | undefined,
) {
  return languageIn(await channelOf(shop, request, holder, {}), language)
}

async function isForeignCode(
  { sql, voucherKeys }: Pick<Shop, 'sql' | 'voucherKeys'>,
  holder: Holder,
  code: string | undefined,
) {
  if (!code) return false
  const lookups = voucherKeys.lookups(code).map(({ lookup }) => lookup)
  return !(await isVouchersCode(sql, holder.voucherId, lookups))
}

/** Starts with the newest id. Ids from an older pepper still open the same list. */
const listIds = ({ voucherKeys }: Pick<Shop, 'voucherKeys'>, { voucherId }: Holder) =>
  voucherKeys
    .lookups(`wish_list ${voucherId}`)
    .map(({ lookup }) => lookup.toString('base64url').slice(0, 22))

function wireItem(
  item: WishlistRow,
  offer: Offer,
  texts: LocalizedCatalog,
  isOffered: boolean,
): Wishlist['wishlistsitems'][number] {
  const { status, colour } = stockStatus(offer.inStock)
  return {
    id: String(item.id),
    spli_id: item.spli_id,
    scp: offer.sku,
    name: texts.nameOf(offer.product).text,
    brand: offer.product.row.brand_name,
    points: offer.points,
    media: firstPicture(offer),
    stock_status: stockText(texts, status),
    stock_status_color: colour,
    delivery_info: texts.deliveryInfoOf(offer.product),
    offered: isOffered,
  }
}
