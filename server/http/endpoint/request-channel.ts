import type { FastifyRequest } from 'fastify'

import { type Language, languageOf } from '#domain/language.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { isPreview } from '#server/http/endpoint/preview-holder.ts'
import { ShopNotInitialized } from '#server/http/shop-initialized.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ChannelRequest = {
  language?: string | undefined
  sales_channel?: string | undefined
  website_url?: string | undefined
}

/**
 * With a session: its channel, whatever the address contains, or the shared content of channel 2. Without one:
 * sales_channel, then website_url, then the request's host, then the default channel, and the main site if the shop
 * has no channel of that number.
 */
export async function channelOf(
  { models, config }: Pick<Shop, 'config' | 'models'>,
  request: FastifyRequest,
  holder: Holder | null,
  requested: ChannelRequest,
): Promise<ChannelModel> {
  if (holder) {
    const channelId = requested.sales_channel === SHARED_CHANNEL ? SHARED_CHANNEL : holder.channelId
    const model = isPreview(holder) ? holder.preview.model(channelId) : models.channel(channelId)
    return requireModel(await model, channelId)
  }
  const id =
    (requested.sales_channel &&
      (await models.exists(requested.sales_channel)) &&
      requested.sales_channel) ||
    (requested.website_url && (await models.channelOfHost(hostOf(requested.website_url)))) ||
    (await models.channelOfHost(request.hostname)) ||
    (await models.channelOrDefault(config.GIFTPOINT_DEFAULT_CHANNEL))
  if (id === undefined) throw new ShopNotInitialized()
  return requireModel(await models.channel(id), id)
}

/** The channel of the recipient's voucher. */
export async function channelOfHolder(
  { models }: Pick<Shop, 'models'>,
  holder: Holder,
): Promise<ChannelModel> {
  const { channelId } = holder
  const model = isPreview(holder) ? holder.preview.model(channelId) : models.channel(channelId)
  return requireModel(await model, channelId)
}

function requireModel(model: ChannelModel | undefined, id: string): ChannelModel {
  if (!model) throw new Error(`channel ${id} not found`)
  return model
}

export function languageIn(model: ChannelModel, wanted: string | undefined): LocalizedCatalog {
  const language: Language = languageOf(wanted) ?? model.channel.defaultLanguage
  return model.language(language)
}

/** The host name in a full URL, a host with a port, or any other text. */
export function hostOf(url: string): string {
  try {
    return new URL(url.includes('://') ? url : `https://${url}`).hostname.toLowerCase()
  } catch {
    return ''
  }
}
