import type { CorporateIdentity } from '#contract/sessions/session.ts'
import { allLanguages, fallbackOrder, type Language, pickText } from '#domain/language.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'

/** In each language what the channel says of its logo, then what the library says; the order is that of all texts. */
function logoAlt({
  logo,
  logoAlt,
  logoSays,
  defaultLanguage,
}: Channel): Partial<Record<Language, string>> {
  if (logo === '') return {}
  return Object.fromEntries(
    allLanguages.flatMap((language) => {
      const order = fallbackOrder(language, defaultLanguage)
      const said = pickText({ ...logoSays, ...logoAlt }, order)
      return said ? [[language, said.text]] : []
    }),
  )
}

/** How a channel looks, for whoever draws it. */
export function corporateIdentity(channel: Channel): CorporateIdentity {
  return {
    logo: channel.logo,
    logo_alt: logoAlt(channel),
    skip_cart_overlay: channel.skipCartOverlay,
    blur_category_images: channel.blurCategoryImages,
    use_chatbot: channel.useChatbot,
    no_filter: channel.noFilter,
    no_quantity_adjustment: channel.noQuantityAdjustment,
    theme_options: channel.themeOptions,
  }
}
