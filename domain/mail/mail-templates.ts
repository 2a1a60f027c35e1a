import { HOLDER_MAILS } from '#domain/mail/holder-mails.ts'

/** All mails that are queued. Each has its texts and its label in the back office. */
export const MAIL_TEMPLATES = [
  ...HOLDER_MAILS,
  'supplier-order',
  'purchase-order',
  'purchase-reminder',
  'purchase-withdrawn',
  'service-request',
  'service-received',
  'service-answer',
  'staff-invitation',
  'employer-invitation',
  'account-notice',
  'password-reset',
  'acted-for',
  'acting-summary',
  'voucher-reminder',
  'voucher-ended',
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]
