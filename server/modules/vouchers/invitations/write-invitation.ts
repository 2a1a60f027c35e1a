import { languageOf } from '#domain/language.ts'
import { loginLink } from '#server/modules/vouchers/code-export/code-file.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { OutgoingMail } from '#server/platform/services/service-ports.ts'
import { contactOf, mailTheme } from '#server/modules/mail/layout/mail-theme.ts'

/** A voucher whose mail is about to be sent, with the only copy of its code. */
export type PreparedInvitation = {
  recipientId: number
  voucherId: number
  /** Valid for this try only. */
  mailTry: string
  code: string
  email: string
  name: string
  /** '' if unknown. */
  language: string
  words: string
  tries: number
  channelId: string
  points: number
  until: Date | null
  senderName: string
}

/** In the recipient's language and the channel's theme. */
export async function writeGiftMail(
  shop: Pick<Shop, 'config' | 'models'>,
  gift: PreparedInvitation,
): Promise<OutgoingMail> {
  const model = await shop.models.channel(gift.channelId)
  if (!model) throw new Error(`channel ${gift.channelId} not found`)
  const language = languageOf(gift.language) ?? model.channel.defaultLanguage
  const theme = mailTheme(shop.config, model, language)
  const { name, points, until, senderName, words, code } = gift
  // Only mails need React: loading it here keeps the start fast.
  const { invitationMail } = await import('#server/modules/mail/rendering/render-voucher-mail.tsx')
  const { subject, html, text } = invitationMail(theme, {
    name,
    points,
    until,
    senderName,
    words,
    code,
    link: loginLink(theme.site) + code,
    contact: contactOf(theme),
  })
  return {
    id: gift.mailTry,
    from: shop.config.MAIL_FROM,
    to: gift.email,
    replyTo: theme.company['email'] || null,
    subject,
    html,
    text,
    language,
    opensVoucher: true,
  }
}
