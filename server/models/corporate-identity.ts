import type { CorporateIdentity } from '#contract/session.ts'
import type { Channel } from '#server/models/channel-queries.ts'

/** How a channel looks, for whoever draws it. */
export function corporateIdentity(channel: Channel): CorporateIdentity {
  return {
    logo: channel.logo,
    skip_cart_overlay: channel.skipCartOverlay,
    blur_category_images: channel.blurCategoryImages,
    use_chatbot: channel.useChatbot,
    no_filter: channel.noFilter,
    no_quantity_adjustment: channel.noQuantityAdjustment,
    theme_options: channel.themeOptions,
  }
}
