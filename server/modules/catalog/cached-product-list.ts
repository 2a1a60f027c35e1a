import { parse, unescape } from 'node:querystring'

import { products } from '#contract/catalog/catalog.shop.ts'
import { maximumPoints } from '#domain/vouchers/points.ts'
import { listWithoutWaiting, type ListReader } from '#server/modules/catalog/product-list.ts'
import { languageIn } from '#server/http/endpoint/request-channel.ts'
import {
  type DirectResponder,
  holderCacheKey,
} from '#server/http/endpoint/cached-response-route.ts'
import { unstorableText } from '#server/http/storable-text.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ResponseLocation, CachedResponse } from '#server/platform/cache/cached-response.ts'
import type { View } from '#server/modules/sessions/cache-audiences.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * Serves new lists before the framework handles the request, if nothing has to be awaited. Any request that may be
 * invalid takes the normal route, which reports the error.
 */
export const cachedListResponder = ({
  models,
  readSlots,
}: Pick<Shop, 'models' | 'readSlots'>): DirectResponder => ({
  path: products.path,
  respond({ url, accepted, holder }) {
    const input = url.startsWith(`${products.path}?`) && parseQuery(url)
    const query = input && products.input.safeParse(input)
    if (!query || !query.success || query.data.sales_channel === SHARED_CHANNEL) return undefined
    const model = models.known(holder.channelId)
    if (!model) return undefined
    const catalog = languageIn(model, query.data.language)
    if (!readSlots.tryTake(holder.voucherId)) return undefined
    const list = listWithoutWaiting(catalog, query.data, createListReader(model, holder, accepted))
    return list && cacheByAddress(model, holderCacheKey(url, holder.available), list)
  },
})

/** The query of the address; undefined where the framework might parse it differently. */
function parseQuery(url: string): Record<string, unknown> | undefined {
  let isPlain = true
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      isPlain = false
      return unescape(text)
    }
  }
  const parsed = parse(url.slice(products.path.length + 1), '&', '=', {
    maxKeys: 0,
    decodeURIComponent: decode,
  })
  return isPlain && !('wt' in parsed) && !unstorableText(parsed) ? parsed : undefined
}

export function createListReader(
  { channel }: ChannelModel,
  { available }: View,
  accepted: string | string[] | undefined,
): ListReader {
  const maximum = maximumPoints({ available, canBuyPoints: channel.canBuyPoints })
  return { maximum, available, accepted }
}

/** Stored by address, so that the next identical request is served before the framework. */
export function cacheByAddress(
  model: ChannelModel,
  name: string | undefined,
  { answer, ...entry }: ResponseLocation & { answer: CachedResponse },
): CachedResponse {
  if (name) model.quick.store(name, entry)
  return answer
}
