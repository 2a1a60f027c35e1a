import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import {
  invitationSubject,
  type VoucherInvitation,
  VoucherInvitationMail,
} from '#server/modules/mail/templates/vouchers/voucher-invitation.tsx'
import { mailHtml } from '#server/modules/mail/rendering/render-mail.tsx'

/** The mail with a voucher code. It is rendered for one sending and never stored. */
export function invitationMail(theme: MailTheme, invitation: VoucherInvitation) {
  const html = mailHtml(<VoucherInvitationMail theme={theme} invitation={invitation} />)
  return { subject: invitationSubject(theme, invitation.senderName), html, text: plainText(html) }
}
