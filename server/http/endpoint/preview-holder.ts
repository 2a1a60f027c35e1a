import type { Holder } from '#server/modules/sessions/holders.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'

/** The holder of a preview from the back office. It has no voucher, and nothing is stored for it. */
export type PreviewHolder = Holder & {
  readonly preview: {
    /** The channel with the previewed changes, which real recipients never see. */
    model(channelId: string): Promise<ChannelModel | undefined>
  }
}

export const isPreview = (holder: Holder): holder is PreviewHolder => 'preview' in holder

/** Finds the preview of a token. */
export type Previews = { holderOf(token: string): Promise<PreviewHolder | undefined> }

export const PREVIEW_TOKEN_PREFIX = 'gpp_'
export const PREVIEW_CART = '00000000-0000-4000-8000-000000000000'
