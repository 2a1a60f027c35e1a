import type { MailText } from '#domain/mail/mails.ts'

/** First the emails about a gift, from its code to its return, then those for suppliers and staff, then shared parts. */
const MAIL_GROUPS = ['gift', 'order', 'parcel', 'service', 'supplier', 'staff', 'parts'] as const
type MailGroup = (typeof MAIL_GROUPS)[number]

const GROUP_OF: Readonly<Record<MailText, MailGroup>> = {
  'voucher-invitation': 'gift',
  'voucher-letter': 'gift',
  'voucher-reminder': 'gift',
  'voucher-ended': 'gift',
  'order-confirmation': 'order',
  'order-changed': 'order',
  'order-cancelled': 'order',
  'order-credited': 'order',
  'withdrawal-receipt': 'order',
  'choose-again': 'order',
  'choose-again-reminder': 'order',
  'chosen-again': 'order',
  'order-shipped': 'parcel',
  'order-delivered': 'parcel',
  'digital-gift': 'parcel',
  'digital-codes': 'parcel',
  'digital-waits': 'parcel',
  'service-received': 'service',
  'service-answer': 'service',
  'service-request': 'service',
  'acted-for': 'service',
  'supplier-order': 'supplier',
  'purchase-order': 'supplier',
  'purchase-reminder': 'supplier',
  'purchase-withdrawn': 'supplier',
  'staff-invitation': 'staff',
  'account-notice': 'staff',
  'password-reset': 'staff',
  'acting-summary': 'staff',
  'employer-invitation': 'staff',
  layout: 'parts',
  gifts: 'parts',
  delivery: 'parts',
  rights: 'parts',
}

/** All emails, in the order of the groups. */
export const groupedMails: readonly { group: MailGroup; mails: readonly MailText[] }[] =
  MAIL_GROUPS.map((group) => ({
    group,
    mails: (Object.keys(GROUP_OF) as MailText[]).filter((mail) => GROUP_OF[mail] === group),
  }))

export const isMailText = (name: string | null): name is MailText =>
  name !== null && name in GROUP_OF
