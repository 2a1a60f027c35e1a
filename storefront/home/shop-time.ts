import { readPreview } from '#storefront/preview/end-preview.ts'

/** The hour by the holder's clock. In a preview of a date, the hour of that date in the channel's time zone. */
export function shopHour(): number {
  const { date = null, zone = 'UTC' } = readPreview() ?? {}
  if (date === null) return new Date().getHours()
  const hour: Intl.DateTimeFormatOptions = { hour: 'numeric', hourCycle: 'h23', timeZone: zone }
  return Number(new Intl.DateTimeFormat('en', hour).format(new Date(date)))
}
