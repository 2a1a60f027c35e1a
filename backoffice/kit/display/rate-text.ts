import type { StaffLanguage } from '#domain/language.ts'

/** A rate in basis points as a percentage, in the form of the language: 21%, or 21 % in German. */
export const rateText = (basisPoints: number, language: StaffLanguage): string =>
  (basisPoints / 10_000).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 })
