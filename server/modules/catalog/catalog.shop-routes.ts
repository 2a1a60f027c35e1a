import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { homeGifts, product, products } from '#contract/catalog/catalog.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { homeGifts as giftsOfHome } from '#server/modules/catalog/home-gifts.ts'
import { productDetail } from '#server/modules/catalog/product-detail.ts'
import { type ListQuery, productList } from '#server/modules/catalog/product-list.ts'
import { channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import { cacheByAddress, createListReader } from '#server/modules/catalog/cached-product-list.ts'
import { holderCacheKey, viewCacheKey } from '#server/http/endpoint/cached-response-route.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { View } from '#server/modules/sessions/cache-audiences.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type DetailQuery = z.output<typeof product.input>

export function catalogueRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, products, handleProducts(shop), { respondToView: viewedProducts(shop) })

  serve(app, shop, product, handleProduct(shop), { respondToView: viewedProduct(shop) })
  serve(app, shop, homeGifts, handleHomeGifts(shop))
}

const viewedProducts =
  (shop: Pick<Shop, 'models'>) =>
  async (query: ParsedInput<typeof products>, view: View, request: FastifyRequest) => {
    // Searches are not cached by address: they rarely repeat, and their results have a cache of their own.
    if (query.search?.trim()) return null
    const model = await shop.models.channel(view.channelId)
    if (!model) return null
    return cacheByAddress(
      model,
      viewCacheKey(request.raw.url),
      await listForView(model, query, view, request),
    )
  }

const viewedProduct =
  (shop: Pick<Shop, 'models'>) =>
  async (query: ParsedInput<typeof product>, view: View, request: FastifyRequest) => {
    const model = await shop.models.channel(view.channelId)
    if (!model) return null
    const detail = await findDetail(shop, model, query, request)
    return 'refused' in detail
      ? detail
      : cacheByAddress(model, viewCacheKey(request.raw.url), detail)
  }

const listForView = (
  model: ChannelModel,
  query: ListQuery,
  view: View,
  { headers }: FastifyRequest,
) =>
  productList(
    languageIn(model, query.language),
    query,
    createListReader(model, view, headers['accept-encoding']),
  )

const handleProducts =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (query: ParsedInput<typeof products>, { request, holder }: HolderCaller) => {
    const model = await channelOf(shop, request, holder, {})
    const name = holderCacheKey(request.raw.url, holder.available)
    return cacheByAddress(model, name, await listForView(model, query, holder, request))
  }

const handleProduct =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (query: ParsedInput<typeof product>, { request, holder }: HolderCaller) => {
    const model = await channelOf(shop, request, holder, {})
    const detail = await findDetail(shop, model, query, request)
    if ('refused' in detail) return detail
    return cacheByAddress(model, holderCacheKey(request.raw.url, holder.available), detail)
  }

const handleHomeGifts =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async ({ left, language }: ParsedInput<typeof homeGifts>, { request, holder }: HolderCaller) => {
    const model = await channelOf(shop, request, holder, {})
    const budget = Math.min(left ?? holder.available, holder.available)
    const accepted = request.headers['accept-encoding']
    return giftsOfHome(languageIn(model, language), budget, accepted).answer
  }

async function findDetail(
  shop: Pick<Shop, 'models'>,
  model: ChannelModel,
  { scpId, language }: DetailQuery,
  request: FastifyRequest,
) {
  const offer = model.offersBySku.get(scpId)
  if (!offer) return refuse('no-such-gift')
  const catalog = languageIn(model, language)
  const answer = catalog.details.find(scpId) ?? (await createDetail(shop, catalog, offer, request))
  return { region: catalog.details, key: scpId, answer }
}

async function createDetail(
  shop: Pick<Shop, 'models'>,
  catalog: LocalizedCatalog,
  offer: Offer,
  { headers }: FastifyRequest,
) {
  const { channelModel: model, details } = catalog
  const texts = await shop.models.texts.of(model, offer.product.row.id)
  const answer = { success: true, response: productDetail(catalog, offer, texts) }
  return details.store(
    offer.sku,
    new CachedResponse(answer).compressedFor(headers['accept-encoding']),
  )
}
