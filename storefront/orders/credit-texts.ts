import type { Amounts } from '#storefront/i18n/use-amounts.ts'

/** What comes back, as far as there is any of it: '2 points + € 10,00'. */
export const creditInWords = (
  { points, cents }: { points: number; cents: number },
  amounts: Amounts,
): string =>
  [points > 0 ? amounts.points(points) : '', cents > 0 ? amounts.euros(cents) : '']
    .filter(Boolean)
    .join(' + ')
