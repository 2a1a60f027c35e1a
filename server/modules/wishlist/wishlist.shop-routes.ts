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
  type LanguageModel,
} from '#server/modules/catalog/read-model/localized-catalog.ts'
import { stockText } from '#server/modules/catalog/read-model/stock-texts.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { type HolderCaller, serve } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  allWishes,
  dropWish,
  goneOffers,
  saveWish,
  type WishRow,
} from '#server/modules/wishlist/wishlist.sql.ts'

type Wishlist = z.output<typeof wishlist.answer>['response'][number]

/** One list per voucher. The token decides whose; code and id are only checked against it. */
export function wishlistRoutes(app: FastifyInstance, shop: Shop) {
  const { sql, voucherKeys, ports } = shop

  /** The newest id first; ids made with an older pepper still open the same list. */
  const listIds = ({ voucherId }: Holder) =>
    voucherKeys
      .lookups(`wish_list ${voucherId}`)
      .map(({ lookup }) => lookup.toString('base64url').slice(0, 22))

  async function isForeignCode(holder: Holder, code: string | undefined) {
    if (!code) return false
    const lookups = voucherKeys.lookups(code).map(({ lookup }) => lookup)
    return !(await isVouchersCode(sql, holder.voucherId, lookups))
  }

  async function textsFor({ request, holder }: HolderCaller, language: string | undefined) {
    return languageIn(await channelOf(shop, request, holder, {}), language)
  }

  async function listOf(holder: Holder, words: LanguageModel): Promise<Wishlist> {
    const model = words.channelModel
    const wishes = await allWishes(sql, holder.voucherId)
    const gone = wishes.map((wish) => wish.spli_id).filter((id) => !model.offers.has(id))
    const goneById = await goneOffers(sql, model.channel.id, gone)
    return {
      wish_list: listIds(holder)[0] ?? '',
      wishlistsitems: wishes.flatMap((wish) => {
        const offered = model.offers.get(wish.spli_id)
        const offer = offered ?? goneById.get(wish.spli_id)
        return offer ? [wireWish(wish, offer, words, offered !== undefined)] : []
      }),
    }
  }

  async function changed(holder: Holder, words: LanguageModel) {
    const response = await listOf(holder, words)
    const empty = response.wishlistsitems.length === 0
    return succeed({ wish_list: empty ? null : response.wish_list, response })
  }

  serve(app, shop, wishlist, async ({ encrypted_code, language }, asker) => {
    if (await isForeignCode(asker.holder, encrypted_code)) return refuse('not-your-code')
    return answer([await listOf(asker.holder, await textsFor(asker, language))])
  })

  serve(app, shop, addWish, async (ask, asker) => {
    const { holder } = asker
    if (await isForeignCode(holder, ask.encrypted_code)) return refuse('not-your-code')
    if (ask.wish_list && !listIds(holder).includes(ask.wish_list)) return refuse('no-such-wishlist')
    const words = await textsFor(asker, ask.language)
    const spliId = ask.sales_pricelist_item
    if (!words.channelModel.offers.has(spliId)) return refuse('no-such-gift')

    const { voucherId } = holder
    const listed = await saveWish(sql, { voucherId, spliId, at: ports.clock.now() })
    return listed ? changed(holder, words) : refuse('wishlist-full')
  })

  serve(app, shop, removeWish, async ({ item, wish_list, language }, asker) => {
    const { holder } = asker
    if (!listIds(holder).includes(wish_list)) return refuse('no-such-wishlist')
    const words = await textsFor(asker, language)
    await dropWish(sql, holder.voucherId, item)
    return changed(holder, words)
  })
}

function wireWish(
  wish: WishRow,
  offer: Offer,
  words: LanguageModel,
  offered: boolean,
): Wishlist['wishlistsitems'][number] {
  const { status, colour } = stockStatus(offer.inStock)
  return {
    id: String(wish.id),
    spli_id: wish.spli_id,
    scp: offer.sku,
    name: words.nameOf(offer.product).text,
    brand: offer.product.row.brand_name,
    points: offer.points,
    media: firstPicture(offer),
    stock_status: stockText(words, status),
    stock_status_color: colour,
    delivery_info: words.deliveryInfoOf(offer.product),
    offered,
  }
}
