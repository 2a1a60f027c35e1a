import type { Translate } from '#backoffice/i18n/translator.tsx'

/** A longer forecast from four weeks of sales means nothing. */
const LONGEST_FORECAST = 365

/** Whether the day on which stock runs out is worth a sentence. */
export const isForecast = (days: number | null): days is number =>
  days !== null && days > 0 && days <= LONGEST_FORECAST

/** Days until stock runs out, for a column of a list. null: nothing sells. */
export const daysLeftText = (t: Translate, days: number | null): string | number => {
  if (days === null) return '–'
  return days > LONGEST_FORECAST ? t('overAYear') : days
}
