import type { Holder } from '#server/modules/sessions/holders.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'

/** Nobody's voucher: whoever looks at the shop from the back office. It has no rows, and none are written for it. */
export type PreviewHolder = Holder & {
  readonly preview: {
    /** The channel as it is looked at: never one that a holder is shown. */
    model(channelId: string): Promise<ChannelModel | undefined>
  }
}

export const isPreview = (holder: Holder): holder is PreviewHolder => 'preview' in holder

/** Who looks at the shop from the back office with this token. */
export type Previews = { holderOf(token: string): Promise<PreviewHolder | undefined> }

export const PREVIEW_MARK = 'gpp_'
export const PREVIEW_CART = '00000000-0000-4000-8000-000000000000'
