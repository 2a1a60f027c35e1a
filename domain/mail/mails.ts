/** The kinds of records that a mail can be about. The first part of its `subject_id` identifies the record. */
export type MailSubject =
  | 'order'
  | 'question'
  | 'answer'
  | 'recipient'
  | 'voucher-expiry'
  | 'impersonation'
  | 'impersonation-day'
  | 'staff-invitation'
  | 'employer-invitation'
  | 'password-reset'
  | 'account-notice'

type MailFacts = {
  to: 'holder' | 'supplier' | 'service' | 'staff' | 'employer'
  about: MailSubject
  /** The holder causes it and chooses its address, so its rate is limited. The shop causes all other mails. */
  byHolder?: true
}

/**
 * Every mail that is queued, in the order in which the back office lists them. For another one see "Add an email" in
 * CONTRIBUTING.md.
 */
export const MAILS = {
  'order-confirmation': { to: 'holder', about: 'order', byHolder: true },
  'order-changed': { to: 'holder', about: 'order', byHolder: true },
  'order-cancelled': { to: 'holder', about: 'order', byHolder: true },
  'order-shipped': { to: 'holder', about: 'order' },
  'order-delivered': { to: 'holder', about: 'order' },
  'digital-gift': { to: 'holder', about: 'order' },
  'order-credited': { to: 'holder', about: 'order' },
  'digital-codes': { to: 'holder', about: 'order' },
  'digital-waits': { to: 'holder', about: 'order' },
  'withdrawal-receipt': { to: 'holder', about: 'order', byHolder: true },
  'choose-again': { to: 'holder', about: 'order' },
  'choose-again-reminder': { to: 'holder', about: 'order' },
  'chosen-again': { to: 'holder', about: 'order' },
  'voucher-reminder': { to: 'holder', about: 'recipient' },
  'voucher-ended': { to: 'holder', about: 'voucher-expiry' },
  'acted-for': { to: 'holder', about: 'impersonation' },
  'acting-summary': { to: 'staff', about: 'impersonation-day' },
  'supplier-order': { to: 'supplier', about: 'order' },
  'purchase-order': { to: 'supplier', about: 'order' },
  'purchase-reminder': { to: 'supplier', about: 'order' },
  'purchase-withdrawn': { to: 'supplier', about: 'order' },
  'service-request': { to: 'service', about: 'question' },
  'service-received': { to: 'holder', about: 'question' },
  'service-answer': { to: 'holder', about: 'answer' },
  'staff-invitation': { to: 'staff', about: 'staff-invitation' },
  'employer-invitation': { to: 'employer', about: 'employer-invitation' },
  'account-notice': { to: 'staff', about: 'account-notice' },
  'password-reset': { to: 'staff', about: 'password-reset' },
} as const satisfies Record<string, MailFacts>

export type MailTemplate = keyof typeof MAILS

/** Other texts of mails: both ways to issue a code, and parts that several mails share. */
export const OTHER_MAIL_TEXTS = [
  'voucher-invitation',
  'voucher-letter',
  'layout',
  'gifts',
  'delivery',
  'rights',
] as const
export type MailText = MailTemplate | (typeof OTHER_MAIL_TEXTS)[number]

type MailWith<Facts extends Partial<MailFacts>> = {
  [Name in MailTemplate]: (typeof MAILS)[Name] extends Facts ? Name : never
}[MailTemplate]

/** A mail to a voucher holder. */
export type MailToHolder = MailWith<{ to: 'holder' }>
/** A mail to a holder about one of their orders. */
export type HolderMail = MailWith<{ to: 'holder'; about: 'order' }>

export const MAIL_TEMPLATES = Object.keys(MAILS) as MailTemplate[]

const mailsWith = (matches: (facts: MailFacts) => boolean) =>
  MAIL_TEMPLATES.filter((name) => matches(MAILS[name]))

export const ORDER_MAILS = mailsWith(({ about }) => about === 'order')
export const HOLDER_MAILS = mailsWith(({ to, about }) => to === 'holder' && about === 'order') as [
  HolderMail,
  ...HolderMail[],
]
export const MAILS_BY_HOLDER = mailsWith(({ byHolder }) => byHolder === true)
