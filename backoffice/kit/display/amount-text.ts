import type { Translate } from '#backoffice/i18n/translator.tsx'

type Amount = { points?: number | undefined; cents?: number | undefined }
export type AmountTools = { t: Translate; euros: (cents: number) => string }

/** Points, euros, or both in one phrase. */
export function amountText({ points = 0, cents = 0 }: Amount, { t, euros }: AmountTools): string {
  if (points === 0) return euros(cents)
  const inPoints = t('voucher.price.points', { count: points })
  return cents === 0 ? inPoints : t('voucher.price.both', { points: inPoints, euros: euros(cents) })
}
