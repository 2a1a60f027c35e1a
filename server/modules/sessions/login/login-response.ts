import type { SessionCart } from '#contract/sessions/session.ts'
import { allLanguages, type Language, languages } from '#domain/language.ts'
import { yesNo } from '#domain/text/wire-boolean.ts'
import { succeed } from '#server/http/response-body.ts'
import { chatOrigin, guaranteeUrls, VERSION } from '#server/platform/config/config.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { lastDayOf } from '#server/modules/vouchers/voucher-validity.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import { corporateIdentity } from '#server/modules/channels/core/corporate-identity.ts'

export function sessionCart(
  channel: Channel,
  holder: Holder,
  cart: { guid: string; pieces: number },
): SessionCart {
  return {
    website_url: channel.websiteUrl,
    available_points: holder.available,
    can_buy_points: yesNo(channel.canBuyPoints),
    split_shipment_allowed: yesNo(channel.splitShipmentAllowed),
    home_delivery_allowed: yesNo(channel.homeDeliveryAllowed),
    continue_shipping: yesNo(channel.continueShipping),
    first_name: holder.firstName,
    salutation: holder.salutation,
    valid_until: lastDayOf(holder, channel.timeZone),
    cart_guid: cart.guid,
    number_of_products: cart.pieces,
  }
}

/** The default language is always offered. */
const isOffered = (code: Language, { defaultLanguage, offeredLanguages }: Channel) =>
  code === defaultLanguage || offeredLanguages.includes(code)

/** The data that a browser needs before login. It is part of the pages. */
export function siteAnswer({ config, ports, voucherKeys }: SiteNeeds, channel: Channel) {
  return succeed({
    version: VERSION,
    voucher_salt: voucherKeys.salt,
    main_site: channel.mainSite,
    sales_channel: channel.id,
    languages: allLanguages.map((code) => ({
      code,
      label: languages[code].label,
      selectable: isOffered(code, channel),
    })),
    default_language: channel.defaultLanguage,
    chat: {
      kind: config.CHAT,
      origin: chatOrigin(config),
      id: config.CHAT_ID ?? null,
    },
    guarantee_urls: guaranteeUrls(config),
    help_centre_url: config.HELP_CENTRE_URL,
    corporate_identity: corporateIdentity(channel),
    sandbox: ports.payments.sandbox,
    sandbox_addresses: ports.addresses.sandbox,
  })
}

type SiteNeeds = Pick<Shop, 'config' | 'ports' | 'voucherKeys'>
