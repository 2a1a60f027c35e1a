import type { Language } from '#domain/language.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type MailVoice, mailVoice } from '#server/modules/mail/texts/mail-texts.ts'
import { BRAND_FONTS_PATH } from '#server/http/brand-page.ts'
import { TEXT } from '#server/modules/mail/layout/mail-style.ts'
import { contrast, hexColour, textOn } from '#domain/channels/theme-contrast.ts'

/** The sender, theme and texts of a mail. */
export type MailTheme = MailVoice & {
  shopName: string
  /** Where the holder's browser shops. */
  site: string
  logo: string | null
  colour: string
  textColour: string
  /** For headings on white; the shop's text colour where the channel's cannot be read there. */
  headingColour: string
  company: Channel['company']
  /** The address of a stored picture, in a form that every mail program shows; null for none. */
  picture: (file: string) => string | null
  /** The same for the image of a single gift. */
  largePicture: (file: string) => string | null
  /** The address of the folder with the fonts of mails. */
  fonts: string
}

export function mailTheme(config: Config, model: ChannelModel, language: Language): MailTheme {
  const { channel } = model
  const colour = hexColour(channel.themeOptions.find((one) => one.reference === 'active')?.value)
  const pictureAs = (format: 'jpg' | 'png', width: number) => (file: string) =>
    file === '' ? null : publicUrl(config) + picturePath(file, format, width)
  return {
    ...mailVoice(model, language),
    shopName: channel.name,
    site: siteOf(channel) ?? publicUrl(config),
    logo: pictureAs('png', 320)(channel.logo),
    colour,
    textColour: textOn(colour),
    headingColour: headingOn(
      channel.themeOptions.find((one) => one.reference === 'heading')?.value,
    ),
    company: channel.company,
    picture: pictureAs('jpg', 240),
    largePicture: pictureAs('jpg', 480),
    fonts: `${publicUrl(config)}${BRAND_FONTS_PATH}`,
  }
}

/** Outlook draws neither WebP nor drawings, Gmail no drawings. Twice as wide as it is shown. */
export const picturePath = (file: string, format: 'jpg' | 'png', width: number) =>
  `/images/local/${encodeURIComponent(`${file}.${format}`)}?w=${width}`

function headingOn(value: string | undefined) {
  const colour = value === undefined ? TEXT : hexColour(value)
  return contrast(colour, '#ffffff') >= 4.5 ? colour : TEXT
}

/** A channel on a host of its own lives there; the others where the shop itself does. */
function siteOf({ websiteUrl }: Channel) {
  if (websiteUrl === '') return undefined
  return (websiteUrl.includes('://') ? websiteUrl : `https://${websiteUrl}`).replace(/\/+$/, '')
}
