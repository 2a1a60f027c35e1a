import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { homeGifts, product, products } from '#contract/catalog/catalog.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import type { LanguageModel } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { homeGifts as giftsOfHome } from '#server/modules/catalog/home-gifts.ts'
import { productDetail } from '#server/modules/catalog/product-detail.ts'
import { type ListAsk, productList } from '#server/modules/catalog/product-list.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import { keepAt, listReader } from '#server/modules/catalog/cached-product-list.ts'
import { quickKey, viewKey } from '#server/http/endpoint/cached-response-route.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { View } from '#server/modules/sessions/cache-audiences.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type DetailAsk = z.output<typeof product.input>

export function catalogueRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, products, handleProducts(shop), { viewed: viewedProducts(shop) })

  serve(app, shop, product, handleProduct(shop), { viewed: viewedProduct(shop) })
  serve(app, shop, homeGifts, handleHomeGifts(shop))
}

const viewedProducts =
  (shop: Pick<Shop, 'models'>) =>
  async (ask: ParsedInput<typeof products>, view: View, request: FastifyRequest) => {
    // Searches are not cached by address: they rarely repeat, and their results have a cache of their own.
    if (ask.search?.trim()) return null
    const model = await shop.models.channel(view.channelId)
    if (!model) return null
    return keepAt(model, viewKey(request.raw.url), await listFor(model, ask, view, request))
  }

const viewedProduct =
  (shop: Pick<Shop, 'models'>) =>
  async (ask: ParsedInput<typeof product>, view: View, request: FastifyRequest) => {
    const model = await shop.models.channel(view.channelId)
    if (!model) return null
    const detail = await detailIn(shop, model, ask, request)
    return 'refused' in detail ? detail : keepAt(model, viewKey(request.raw.url), detail)
  }

const listFor = (model: ChannelModel, ask: ListAsk, view: View, { headers }: FastifyRequest) =>
  productList(
    languageIn(model, ask.language),
    ask,
    listReader(model, view, headers['accept-encoding']),
  )

const handleProducts =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (ask: ParsedInput<typeof products>, { request, holder }: HolderCaller) => {
    const model = await channelOf(shop, request, holder, {})
    const name = quickKey(request.raw.url, holder.available)
    return keepAt(model, name, await listFor(model, ask, holder, request))
  }

const handleProduct =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (ask: ParsedInput<typeof product>, { request, holder }: HolderCaller) => {
    const model = await channelOf(shop, request, holder, {})
    const detail = await detailIn(shop, model, ask, request)
    if ('refused' in detail) return detail
    return keepAt(model, quickKey(request.raw.url, holder.available), detail)
  }

const handleHomeGifts =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async ({ left, language }: ParsedInput<typeof homeGifts>, { request, holder }: HolderCaller) => {
    const model = await channelOf(shop, request, holder, {})
    const budget = Math.min(left ?? holder.available, holder.available)
    const accepted = request.headers['accept-encoding']
    return giftsOfHome(languageIn(model, language), budget, accepted).answer
  }

async function detailIn(
  shop: Pick<Shop, 'models'>,
  model: ChannelModel,
  { scpId, language }: DetailAsk,
  request: FastifyRequest,
) {
  const offer = model.offersBySku.get(scpId)
  if (!offer) return refuse('no-such-gift')
  const words = languageIn(model, language)
  const answer = words.details.find(scpId) ?? (await detailOf(shop, words, offer, request))
  return { kept: words.details, key: scpId, answer }
}

async function detailOf(
  shop: Pick<Shop, 'models'>,
  words: LanguageModel,
  offer: Offer,
  { headers }: FastifyRequest,
) {
  const { channelModel: model, details } = words
  const texts = await shop.models.texts.of(model, offer.product.row.id)
  const answer = { success: true, response: productDetail(words, offer, texts) }
  return details.keep(offer.sku, new CachedResponse(answer).packedFor(headers['accept-encoding']))
}
