import type { Translate } from '#backoffice/i18n/translator.tsx'

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
  known.find((knownName) => knownName === name)

export function leaveReasonText(t: Translate, reason: string): string {
  const known = oneOf(REASONS, reason)
  return known ? t(`simulationWhy.${known}`) : reason
}
