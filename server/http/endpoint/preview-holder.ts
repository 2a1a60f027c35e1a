import type { Holder } from '#server/modules/sessions/holders.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'

/** A preview from the back office: it has no voucher and no rows, and none are written for it. */
export type PreviewHolder = Holder & {
  readonly preview: {
    /** The channel as it is looked at: never one that a holder is shown. */
    model(channelId: string): Promise<ChannelModel | undefined>
  }
}

export const isPreview = (holder: Holder): holder is PreviewHolder => 'preview' in holder

/** The preview that belongs to this token. */
export type Previews = { holderOf(token: string): Promise<PreviewHolder | undefined> }

export const PREVIEW_MARK = 'gpp_'
export const PREVIEW_CART = '00000000-0000-4000-8000-000000000000'
