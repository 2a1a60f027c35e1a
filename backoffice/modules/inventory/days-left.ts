import type { Translate } from '#backoffice/i18n/translator.tsx'

/** A longer forecast from four weeks of sales is not reliable. */
const MAX_FORECAST_DAYS = 365

/** Whether the forecast is near enough to be shown in a sentence. */
export const isForecast = (days: number | null): days is number =>
  days !== null && days > 0 && days <= MAX_FORECAST_DAYS

/** Days until stock runs out, for a column of a list. null: nothing sells. */
export const daysLeftText = (t: Translate, days: number | null): string | number => {
  if (days === null) return '–'
  return days > MAX_FORECAST_DAYS ? t('overAYear') : days
}
