import type { Language } from '#domain/language.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type MailVoice, mailVoice } from '#server/modules/mail/texts/mail-texts.ts'
import { NO_PICTURE_NAME } from '#server/modules/mail/layout/no-picture.ts'
import type { DeliveryTerms } from '#server/modules/mail/layout/headline.ts'
import { BRAND_FONTS_PATH } from '#server/http/brand-page.ts'
import { TEXT } from '#server/modules/mail/layout/mail-style.ts'
import { contrast, hexColour, textOn } from '#domain/channels/theme-contrast.ts'

/** The sender, theme and texts of a mail. */
export type MailTheme = MailVoice & {
  shopName: string
  /** The address of the recipient's shop. */
  site: string
  logo: string | null
  colour: string
  textColour: string
  /** For headings on white: the channel's colour, or the text colour if that is not readable. */
  headingColour: string
  company: Channel['company']
  /**
   * Whether the mail goes to a voucher holder, and not to staff, a supplier or an employer. Only then it links to terms
   * and returns.
   */
  isForHolder: boolean
  /** The URL of a stored image in a format that every mail program shows; null for an empty name. */
  picture: (file: string) => string | null
  /** The same for the image of a single gift. */
  largePicture: (file: string) => string | null
  /** The address of the tile for a gift without an image. */
  noPicture: string
  /** The address of the folder with the fonts of mails. */
  fonts: string
  terms: DeliveryTerms
}

export function mailTheme(config: Config, model: ChannelModel, language: Language): MailTheme {
  const { channel } = model
  const colour = hexColour(
    channel.themeOptions.find((option) => option.reference === 'active')?.value,
  )
  const pictureAs = (format: 'jpg' | 'png', width: number) => (file: string) =>
    file === '' ? null : publicUrl(config) + picturePath(file, format, width)
  return {
    ...mailVoice(model, language),
    shopName: channel.name,
    site: shopUrl(channel) ?? publicUrl(config),
    logo: pictureAs('png', 320)(channel.logo),
    colour,
    textColour: textOn(colour),
    headingColour: headingColourOf(
      channel.themeOptions.find((option) => option.reference === 'heading')?.value,
    ),
    company: channel.company,
    isForHolder: true,
    picture: pictureAs('jpg', 240),
    largePicture: pictureAs('jpg', 480),
    noPicture: `${publicUrl(config)}${BRAND_FONTS_PATH}/${NO_PICTURE_NAME}`,
    terms: { cutOff: config.WAREHOUSE_CUT_OFF, supplierDays: channel.supplierDays },
    fonts: `${publicUrl(config)}${BRAND_FONTS_PATH}`,
  }
}

/** How a recipient reaches the shop; '' if no contact is set. */
export const contactOf = ({ company }: Pick<MailTheme, 'company'>) =>
  [company['phone'] ?? company['telephone'], company['email']].filter(Boolean).join(', ')

/** Outlook shows neither WebP nor SVG, and Gmail no SVG. `width` is twice the displayed width. */
export const picturePath = (file: string, format: 'jpg' | 'png', width: number) =>
  `/images/local/${encodeURIComponent(`${file}.${format}`)}?w=${width}`

function headingColourOf(value: string | undefined) {
  const colour = value === undefined ? TEXT : hexColour(value)
  return contrast(colour, '#ffffff') >= 4.5 ? colour : TEXT
}

/** The URL of a channel with its own host; undefined for a channel at the shop's own address. */
function shopUrl({ websiteUrl }: Channel) {
  if (websiteUrl === '') return undefined
  return (websiteUrl.includes('://') ? websiteUrl : `https://${websiteUrl}`).replace(/\/+$/, '')
}
