import type { CorporateIdentity } from '#contract/sessions/session.ts'
import { allLanguages, fallbackOrder, type Language, pickText } from '#domain/language.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'

/** The alternative text of the logo in each language. The channel's own texts replace those of the media library. */
function logoAlt({
  logo,
  logoAlt,
  libraryLogoAlt,
  defaultLanguage,
}: Channel): Partial<Record<Language, string>> {
  if (logo === '') return {}
  return Object.fromEntries(
    allLanguages.flatMap((language) => {
      const order = fallbackOrder(language, defaultLanguage)
      const alt = pickText({ ...libraryLogoAlt, ...logoAlt }, order)
      return alt ? [[language, alt.text]] : []
    }),
  )
}

/** A channel's branding for the pages. */
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
