import type { Language } from '#domain/language.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type MailVoice, mailVoice } from '#server/modules/mail/texts/mail-texts.ts'
import { MAIL_FONTS_PATH } from '#server/modules/mail/layout/mail-style.ts'
import { contrast, hexColour, textOn } from '#domain/channels/theme-contrast.ts'

/** The colour of text. */
export const TEXT = '#22302b'

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
  const pictures = `${publicUrl(config)}/images/local`
  // Outlook draws neither WebP nor drawings, Gmail no drawings. Twice as wide as they are shown.
  const pictureAs = (format: 'jpg' | 'png', width: number) => (file: string) =>
    file === '' ? null : `${pictures}/${encodeURIComponent(`${file}.${format}`)}?w=${width}`
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
    fonts: `${publicUrl(config)}${MAIL_FONTS_PATH}`,
  }
}

function headingOn(value: string | undefined) {
  const colour = value === undefined ? TEXT : hexColour(value)
  return contrast(colour, '#ffffff') >= 4.5 ? colour : TEXT
}

/** A channel on a host of its own lives there; the others where the shop itself does. */
function siteOf({ websiteUrl }: Channel) {
  if (websiteUrl === '') return undefined
  return (websiteUrl.includes('://') ? websiteUrl : `https://${websiteUrl}`).replace(/\/+$/, '')
}
