import type { Translate } from '#backoffice/i18n/translator.tsx'

const MAILS = [
  'order-confirmation',
  'order-changed',
  'order-cancelled',
  'order-shipped',
  'order-credited',
  'digital-gift',
  'withdrawal-receipt',
  'supplier-order',
  'purchase-order',
  'purchase-reminder',
  'purchase-withdrawn',
  'choose-again',
  'choose-again-reminder',
  'chosen-again',
  'voucher-invitation',
  'voucher-reminder',
  'voucher-ended',
] as const
/** As the texts of the mails are called. */
const OTHER_MAILS = [
  'order-delivered',
  'digital-codes',
  'digital-waits',
  'service-request',
  'service-received',
  'service-answer',
  'acted-for',
  'acting-summary',
  'staff-invitation',
  'employer-invitation',
  'account-notice',
  'password-reset',
] as const
const REASONS = [
  'sold-out',
  'not-enough-stock',
  'no-fitting-gift',
  'use-all-points',
  'points-limit-exceeded',
  'payment-left-open',
  'no-mail',
  'reopened',
  'service-down',
  'voucher-expired',
  'delivery-not-allowed',
] as const

const oneOf = <Known extends string>(known: readonly Known[], name: string): Known | undefined =>
  known.find((one) => one === name)

/** What a mail is called; one that has no name here yet by its own. */
export function mailName(t: Translate, template: string): string {
  const known = oneOf(MAILS, template)
  if (known) return t(`simulationMail.${known}`)
  const other = oneOf(OTHER_MAILS, template)
  return other ? t(`mail.${other}`) : template
}

export function whyTheyLeft(t: Translate, reason: string): string {
  const known = oneOf(REASONS, reason)
  return known ? t(`simulationWhy.${known}`) : reason
}
