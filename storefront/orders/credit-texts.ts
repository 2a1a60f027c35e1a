import type { Amounts } from '#storefront/i18n/use-amounts.ts'

/** The refund as text without zero parts: '2 points + € 10,00'. */
export const creditText = (
  { points, cents }: { points: number; cents: number },
  amounts: Amounts,
): string =>
  [points > 0 ? amounts.points(points) : '', cents > 0 ? amounts.euros(cents) : '']
    .filter(Boolean)
    .join(' + ')
