import type { MailLook } from '#server/mail/mail-look.ts'
import { plainText } from '#server/mail/plain-text.ts'
import {
  invitationSubject,
  type VoucherInvitation,
  VoucherInvitationMail,
} from '#server/mail/voucher-invitation.tsx'
import { mailHtml } from '#server/mail/write-mail.tsx'

/** The mail that brings somebody their code. It is made for one sending and kept by nobody. */
export function invitationMail(look: MailLook, invitation: VoucherInvitation) {
  const html = mailHtml(<VoucherInvitationMail look={look} invitation={invitation} />)
  return { subject: invitationSubject(look, invitation.giverName), html, text: plainText(html) }
}
